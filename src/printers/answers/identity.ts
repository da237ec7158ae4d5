import type { Charset } from "../../escpos/escpos.ts";
import { modelNamed } from "../../escpos/models/models.ts";
import { VERSION } from "../../version.ts";
import type { PrinterDetails } from "../printer-details.ts";

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
 * @param printerId what its serial number is made of
 */
export function identityReply(
  n: number,
  printerId: number,
  details: PrinterDetails,
): Uint8Array<ArrayBuffer> | undefined {
  switch (n) {
    case 1:
    case 49:
      return Uint8Array.of(modelIdOf(details));
    case 2:
    case 50:
      return Uint8Array.of(typeOf(details));
    case 3:
    case 51:
      return Uint8Array.of(versionByte());
    case 33:
      // Bit 6 of both bytes is fixed.
      return Uint8Array.of(HEADER_A, n, 0x40 | typeOf(details), 0x40, 0x00);
    case 35:
    case 36:
    case 96:
    case 110:
      return Uint8Array.of(HEADER_A, n, 0x00);
    case 65:
      return informationB(VERSION);
    case 66:
      return informationB(details.maker);
    case 67:
      return informationB(details.modelName);
    case 68:
      return informationB(serialNumber(printerId));
    case 69:
      return informationB(LANGUAGES[details.charset] ?? "");
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

/** Of the model whose name it says, where that is one that is known. */
function modelIdOf({ model, modelName }: PrinterDetails): number {
  return (modelNamed(modelName) ?? model).identity.modelId;
}

function typeOf({ charset, model }: PrinterDetails): number {
  const isDoubleByte = charset !== "thai" && LANGUAGES[charset] !== undefined;
  return (model.cutter === "none" ? 0 : AUTO_CUTTER) | (isDoubleByte ? DOUBLE_BYTE : 0);
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
