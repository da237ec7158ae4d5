import type { PrinterStatus } from "../../../domain/printer-status.ts";
import { automaticStatus } from "../../status/status.ts";

/*
 * Packets of ENPC, by which Epson's own programs and SDK find and ask printers. Its form is in Epson's UB-E02 Technical
 * Reference Guide, section 4.7.1 ("Commands Packets").
 */

/** What a host asks or orders. */
interface EnpcRequest {
  readonly kind: "query" | "command";
  /** Device type (00: the network card, 03: the printer), device number (00) and number of the function, as hex. */
  readonly code: string;
}

/** Why a request is not answered as the host wishes (UB-E02 Technical Reference Guide, 4.7.1). */
const [DONE, NOT_SUPPORTED] = [0x0000, 0xffff];

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
function writeEnpc({ kind, code }: EnpcRequest, result: number, data: Uint8Array): Uint8Array {
  const head = Buffer.from(`${MAGIC}${kind === "query" ? "q" : "c"}`, "latin1");
  const rest = [result >> 8, result & 0xff, data.byteLength >> 8, data.byteLength & 0xff];
  return Buffer.concat([head, Buffer.from(code, "hex"), Uint8Array.from(rest), data]);
}

/** What a host sends to all to find printers: the question for the model (03-0000). */
export const MODEL_QUESTION = Buffer.from(`${MAGIC}Q\x03\0\0\0\0\0\0\0`, "latin1");

/** Reads a printer's answer to {@link MODEL_QUESTION}. @returns the model's name, empty where it says none; `null` for anything else */
export function readModelAnswer(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isAnswer = text.toString("latin1", 0, CODE_OFFSET) === `${MAGIC}q` && bytes.byteLength >= HEAD_BYTES;
  if (!isAnswer || text.toString("hex", CODE_OFFSET, CODE_OFFSET + CODE_BYTES) !== MODEL) return null;
  // Before the name are bytes whose meaning nobody knows.
  return /[\x21-\x7e][\x20-\x7e]{2,}/.exec(text.toString("latin1", HEAD_BYTES))?.[0].trim() ?? "";
}

/** The printer that hosts find: there can be only one for each address, since hosts print to its port 9100. */
export interface EpsonPrinter {
  readonly model: string;
  readonly status: PrinterStatus;
}

/** The network card that the printer has, as it seems. */
export interface EpsonCard {
  /** As `02:fc:00:00:00:01`. */
  readonly hardwareAddress: string;
  /** IPv4. */
  readonly address: string;
  readonly mask: string;
}

/*
 * What real printers answered, as far as it is known. The form of a packet is documented; what is in these replies is
 * not, so that the bytes whose meaning nobody knows are those that were recorded:
 *   TM-T88V with UB-E03: 03-0000 (147 bytes, recorded by users of escpos-php), 03-0001, 03-0010, 03-0017, 00-0010;
 *   TM-m30II: 00-0000 (hardware address at byte 54, as on a TM-m30III too), 00-0010, 03-0001, 03-0015, 03-0016;
 *   TM-m30: 03-0000, 00-0010.
 * Functions that are not here are answered as these printers answer unknown ones. Orders to reset the printer or to
 * empty its buffer (03-0012, 03-0013) are among them: any host on the network could send them.
 */
const CARD = "00000000";
const NETWORK = "00000010";
const MODEL = "03000000";
const MODEL_AND_CARD = "03000001";
const STATUS = "03000010";
const HOLDER = "03000017";
const SET_TIMER = "03000015";
const CLEAR_TIMER = "03000016";

const CARD_NAME_BYTES = 33;
const PLACE_BYTES = 32;
const MODEL_BYTES = 128;
/** Of a TM-m30II. */
const CARD_MARK = "ENSN";
const CARD_BEFORE_ADDRESS = [0x01, 0xff, 0xff, 0x1c, 0x00, 0x02, 0x08];
const CARD_AFTER_ADDRESS = [0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01];
const NETWORK_TAIL = [0x80, 0x7c];
const CARD_TYPE = "UB-E03";
/** Before the model's name; of models that are not known here, as of a TM-T88V. */
const MODEL_PREFIXES: Readonly<Record<string, readonly number[]>> = {
  "TM-T88V": [0x05, 0x20, 0x02, 0x64],
  "TM-m30": [0x05, 0x01, 0x02, 0x01],
  "TM-m30II": [0x05, 0x01, 0x02, 0x01],
};
const USUAL_PREFIX = [0x05, 0x20, 0x02, 0x64];
const STATUS_HEAD = 0x0e;
/** Further statuses, which a TM-T88V does not have. */
const STATUS_TAIL = Array.from({ length: 8 }, () => 0xff);
const NO_ADDRESS = [0, 0, 0, 0];

/** The reply to a request. */
export function enpcReply(request: EnpcRequest, printer: EpsonPrinter, card: EpsonCard): Uint8Array {
  const data = request.kind === "query" ? answer(request.code, printer, card) : obey(request.code);
  return writeEnpc(request, data === null ? NOT_SUPPORTED : DONE, Uint8Array.from(data ?? []));
}

function answer(code: string, printer: EpsonPrinter, card: EpsonCard): number[] | null {
  const hardware = card.hardwareAddress.split(":").map((part) => Number.parseInt(part, 16));
  const prefix = MODEL_PREFIXES[printer.model] ?? USUAL_PREFIX;
  const model = padded(printer.model, MODEL_BYTES);
  const addresses = `${card.address}.${card.mask}`.split(".").map(Number);
  switch (code) {
    case CARD: {
      // The card is called by the end of its hardware address.
      const name = `UB-E${card.hardwareAddress.split(":").slice(3).join("").toUpperCase()}${CARD_MARK}`;
      return [...padded(name, CARD_NAME_BYTES), ...CARD_BEFORE_ADDRESS, ...hardware, ...CARD_AFTER_ADDRESS];
    }
    case NETWORK:
      // The gateway is not known; the two bytes before the address are those of a TM-m30II.
      return [0x01, ...hardware, 0x00, 0x04, ...addresses, ...NO_ADDRESS, ...NETWORK_TAIL];
    case MODEL:
      return [0x00, ...prefix, ...model];
    case MODEL_AND_CARD:
      return [...hardware, ...padded(CARD_TYPE, PLACE_BYTES), ...prefix, ...model];
    case STATUS:
      return [STATUS_HEAD, ...automaticStatus(printer.status), ...STATUS_TAIL];
    case HOLDER:
      // A printer has one connection, and tells whose it is; hosts go away when it is another's. Ours has room for all.
      return NO_ADDRESS;
    default:
      return null;
  }
}

/** What a command is answered with: 0 for done (UB-E02 Technical Reference Guide, 4.7.5 and others). */
function obey(code: string): number[] | null {
  // The timer ends connections that say nothing; ours has its own rules, so that nothing is to be done.
  return code === SET_TIMER || code === CLEAR_TIMER ? [0x00] : null;
}

function padded(text: string, bytes: number): number[] {
  const field = new Uint8Array(bytes);
  // The last byte stays zero: it ends the text.
  new TextEncoder().encodeInto(text, field.subarray(0, -1));
  return [...field];
}
