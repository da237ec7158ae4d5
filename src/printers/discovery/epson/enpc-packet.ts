/*
 * Packets of ENPC, by which Epson's own programs and SDK find and ask printers. Its form is in Epson's UB-E02 Technical
 * Reference Guide, section 4.7.1 ("Commands Packets").
 */

/** What a host asks or orders. */
export interface EnpcRequest {
  readonly kind: "query" | "command";
  /** Device type (00: the network card, 03: the printer), device number (00) and number of the function, as hex. */
  readonly code: string;
}

/** Why a request is not answered as the host wishes (UB-E02 Technical Reference Guide, 4.7.1). */
export const [DONE, NOT_SUPPORTED] = [0x0000, 0xffff];

const MAGIC = "EPSON";
const CODE_OFFSET = 6;
const CODE_BYTES = 4;
/** Magic, kind, code, result and length. */
const HEAD_BYTES = 14;

/**
 * Reads a request; `null` for anything else. Its result and length are not looked at, because printers do not: the SDK
 * itself sends `10 00` for the result and two bytes too many, and is answered.
 */
export function readEnpc(bytes: Uint8Array): EnpcRequest | null {
  if (bytes.byteLength < HEAD_BYTES) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const letter = text.toString("latin1", MAGIC.length, CODE_OFFSET);
  if (text.toString("latin1", 0, MAGIC.length) !== MAGIC || (letter !== "Q" && letter !== "C")) return null;
  const code = text.toString("hex", CODE_OFFSET, CODE_OFFSET + CODE_BYTES);
  return { kind: letter === "Q" ? "query" : "command", code };
}

/** Writes the reply to a request: the small letter for the kind, the result, and the data with their length. */
export function writeEnpc({ kind, code }: EnpcRequest, result: number, data: Uint8Array): Uint8Array {
  const head = Buffer.from(`${MAGIC}${kind === "query" ? "q" : "c"}`, "latin1");
  const rest = [result >> 8, result & 0xff, data.byteLength >> 8, data.byteLength & 0xff];
  return Buffer.concat([head, Buffer.from(code, "hex"), Uint8Array.from(rest), data]);
}
