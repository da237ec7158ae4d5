import type { Printer } from "../../domain/printer.ts";
import type { Charset, PrinterModel } from "../../escpos/escpos.ts";
import { DEFAULT_MODEL, modelNamed } from "../../escpos/models/models.ts";
import { VERSION } from "../../version.ts";
import { makerOf } from "../maker.ts";

/** What a printer says of itself. */
type IdentifiedPrinter = Pick<Printer, "id" | "model" | "profile" | "charset">;

/** GS I 69: the double-byte characters of a country's models. */
const LANGUAGES: Partial<Record<Charset, string>> = {
  japan: "KANJI JAPANESE",
  china: "CHINA GB18030",
  taiwan: "TAIWAN BIG-5",
  korea: "KOREA C-5601C",
  thai: "THAI 3 PASS",
};

/** Bits of the type (GS I 2, GS I 33). */
const DOUBLE_BYTE = 0x01;
const AUTO_CUTTER = 0x02;

/** Longest text of information B. */
const MOST_CHARACTERS = 80;

const HEADER_A = 0x3d;
const HEADER_B = 0x5f;

/**
 * The answer to GS I n; `undefined` for an n that no printer answers. Information that this printer does not have is
 * answered as Epson's manual says: header and NUL with nothing between (but for the identifier of information A).
 *
 * @param chosen the model that the printer stands for; without one it is what its name says
 */
export function identityReply(
  n: number,
  printer: IdentifiedPrinter,
  chosen?: PrinterModel,
): Uint8Array<ArrayBuffer> | undefined {
  const model = chosen ?? modelNamed(printer.model) ?? DEFAULT_MODEL;
  switch (n) {
    case 1:
    case 49:
      return Uint8Array.of(model.identity.modelId);
    case 2:
    case 50:
      return Uint8Array.of(typeOf(printer, model));
    case 3:
    case 51:
      return Uint8Array.of(versionByte());
    case 33:
      // Bit 6 of both bytes is fixed.
      return Uint8Array.of(HEADER_A, n, 0x40 | typeOf(printer, model), 0x40, 0x00);
    case 35:
    case 36:
    case 96:
    case 110:
      return Uint8Array.of(HEADER_A, n, 0x00);
    case 65:
      return informationB(VERSION);
    case 66:
      return informationB(chosen?.identity.maker ?? makerOf(printer.profile ?? "epson"));
    case 67:
      return informationB(chosen?.identity.name ?? printer.model);
    case 68:
      return informationB(serialNumber(printer.id));
    case 69:
      return informationB(LANGUAGES[printer.charset ?? "auto"] ?? "");
    case 111:
    case 112:
      return informationB("");
    default:
      return undefined;
  }
}

/** Ten characters, as Epson's are. */
function serialNumber(id: number): string {
  return `TR${String(id).padStart(8, "0")}`;
}

function typeOf({ charset }: IdentifiedPrinter, { cutter }: PrinterModel): number {
  const isDoubleByte = charset !== null && charset !== "thai" && LANGUAGES[charset] !== undefined;
  return (cutter === "none" ? 0 : AUTO_CUTTER) | (isDoubleByte ? DOUBLE_BYTE : 0);
}

/** The second number of the version: bits 4 and 7 of a printer ID are off. */
function versionByte(): number {
  return Number(VERSION.split(".")[1] ?? 0) & 0x0f;
}

function informationB(text: string): Uint8Array<ArrayBuffer> {
  // What is not ASCII would end or break the block.
  const characters = text.replace(/[^\x20-\x7e]/g, "?").slice(0, MOST_CHARACTERS);
  return Uint8Array.of(HEADER_B, ...Buffer.from(characters, "latin1"), 0x00);
}
