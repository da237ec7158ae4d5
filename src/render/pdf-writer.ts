import { deflateSync } from "node:zlib";

/** The number of an object; a reference to it is `N 0 R`. */
export type PdfReference = number;

/** First line of a file, and bytes above 7Fh that tell programs it is not text. */
const HEADER = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");

const encoder = new TextEncoder();

/** The objects of a PDF file in the making. Source: ISO 32000-1, 7.5 (file structure). */
export class PdfWriter {
  private readonly parts: Uint8Array[] = [HEADER];
  /** Bytes before each object, by its number minus one; 0 until it is written. */
  private readonly offsets: number[] = [];
  private length = HEADER.length;

  /** A number for an object that is written later. */
  reserve(): PdfReference {
    return this.offsets.push(0);
  }

  /** Writes an object, such as a dictionary. */
  write(reference: PdfReference, body: string): void {
    this.begin(reference);
    this.push(encoder.encode(`${body}\nendobj\n`));
  }

  /** Writes an object and returns its number. */
  add(body: string): PdfReference {
    const reference = this.reserve();
    this.write(reference, body);
    return reference;
  }

  /** Writes a compressed stream; `entries` are those of its dictionary besides length and filter. */
  addStream(data: Uint8Array | string, entries = ""): PdfReference {
    const reference = this.reserve();
    const packed = deflateSync(typeof data === "string" ? encoder.encode(data) : data);
    this.begin(reference);
    this.push(encoder.encode(`<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`));
    this.push(packed);
    this.push(encoder.encode("\nendstream\nendobj\n"));
    return reference;
  }

  /** Ends the file with its table of objects; `entries` are those of the trailer besides the size. */
  finish(entries: string): Uint8Array<ArrayBuffer> {
    const start = this.length;
    const rows = this.offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const size = this.offsets.length + 1;
    this.push(
      encoder.encode(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}` +
          `trailer\n<< /Size ${size} ${entries} >>\nstartxref\n${start}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(this.parts);
  }

  private begin(reference: PdfReference): void {
    this.offsets[reference - 1] = this.length;
    this.push(encoder.encode(`${reference} 0 obj\n`));
  }

  private push(bytes: Uint8Array): void {
    this.parts.push(bytes);
    this.length += bytes.length;
  }
}

/** A string for people, such as a title, as UTF-16 in hexadecimal. Source: ISO 32000-1, 7.9.2.2. */
export function pdfText(text: string): string {
  return `<feff${pdfUtf16(text)}>`;
}

/** UTF-16, big endian, in hexadecimal. */
export function pdfUtf16(text: string): string {
  return Buffer.from(text.toWellFormed(), "utf16le").swap16().toString("hex");
}

/** The latest moment with a year of four digits, in epoch milliseconds. */
const LAST_MOMENT = Date.UTC(10_000, 0) - 1;

/** A dictionary entry for a moment, in UTC; empty for one that PDF cannot write. Source: ISO 32000-1, 7.9.4. */
export function pdfDate(name: string, milliseconds: number): string {
  if (!(milliseconds >= 0 && milliseconds <= LAST_MOMENT)) return "";
  const digits = new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/[-:T]/g, "");
  return ` /${name} (D:${digits}Z)`;
}

/** A number with three decimals at most. */
export function pdfNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
