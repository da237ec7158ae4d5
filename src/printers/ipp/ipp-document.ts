import { constants, gunzip, inflate, inflateRaw, type ZlibOptions } from "node:zlib";
import { promisify } from "node:util";
import { printTooLarge } from "../../domain/create-print.ts";
import { TillrollError } from "../../domain/errors.ts";
import { ByteWriter } from "../byte-writer.ts";
import type { MemoryReservation } from "../printer-endpoint.ts";
import { type Compression, STATUS } from "../../ipp/codes.ts";
import { pageFormatOf } from "./document-formats.ts";
import { BodyBroken } from "./ipp-body.ts";
import type { IppCall } from "./ipp-call.ts";
import { IppFailure } from "./ipp-failure.ts";

const unpackGzip = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
const unpackZlib = promisify<Uint8Array, ZlibOptions, Buffer>(inflate);
const unpackRaw = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw);

/** A document as far as it came. */
interface CameDocument {
  readonly raw: Uint8Array<ArrayBuffer>;
  /** Whether the connection broke before its end. */
  readonly isIncomplete: boolean;
}

/**
 * Reads a request's document, unpacked; memory is reserved for it as it comes.
 * @returns its bytes, and whether the connection broke before their end
 * @param most where the simulated fault `drop` breaks off, bytes; `Infinity` for nowhere
 * @throws TillrollError PRINT_DATA_TOO_LARGE, STORAGE_UNAVAILABLE, RATE_LIMIT_EXCEEDED; IppFailure when it cannot be unpacked
 */
export async function readDocument(
  { body, endpoint, client, documentBytes }: Pick<IppCall, "body" | "endpoint" | "client" | "documentBytes">,
  reservation: MemoryReservation,
  compression: Compression,
  most: number,
): Promise<CameDocument> {
  const { maximumJobBytes } = endpoint;
  const take = (bytes: number) => {
    reservation.grow(bytes);
    endpoint.rate.goOn(client, bytes);
  };
  const announced = documentBytes === null ? undefined : Math.min(documentBytes, maximumJobBytes);
  const bytes = new ByteWriter(maximumJobBytes, announced);
  let isIncomplete = false;
  try {
    while (!isIncomplete) {
      const chunk = await body.next();
      if (chunk === null) break;
      bytes.append(chunk);
      take(chunk.byteLength);
      isIncomplete = bytes.length >= most;
    }
  } catch (error) {
    if (!(error instanceof BodyBroken)) throw error;
    isIncomplete = true;
  }
  const raw = bytes.take(Math.min(bytes.length, most));
  if (compression === "none" || raw.byteLength === 0) return { raw, isIncomplete };
  return { raw: await unpack(raw, compression, isIncomplete, maximumJobBytes, take), isIncomplete };
}

/**
 * The bytes to be printed of a document: pages are drawn for the printer, anything else is as it came.
 * @param format what its host said it is
 * @returns none where it broke off before anything could be drawn
 * @throws TillrollError PRINT_DATA_TOO_LARGE, STORAGE_UNAVAILABLE; IppFailure when it is not what it says
 */
export async function drawn(
  { endpoint, drawPages }: Pick<IppCall, "endpoint" | "drawPages">,
  format: string,
  { raw, isIncomplete }: CameDocument,
  reservation: MemoryReservation,
): Promise<Uint8Array<ArrayBuffer>> {
  const pageFormat = raw.byteLength === 0 ? null : pageFormatOf(format, raw);
  if (pageFormat === null) return raw;
  const { model, columns } = endpoint.details;
  const printer = { model, columns, maximumBytes: endpoint.maximumJobBytes };
  try {
    const bytes = await drawPages(raw, pageFormat, printer, isIncomplete);
    reservation.grow(bytes.byteLength);
    return bytes;
  } catch (error) {
    if (!(error instanceof TillrollError) || error.code !== "BAD_REQUEST") throw error;
    if (isIncomplete) return new Uint8Array(0);
    throw new IppFailure(STATUS.documentFormatError, error.message);
  }
}

async function unpack(
  packed: Uint8Array,
  compression: "gzip" | "deflate",
  isIncomplete: boolean,
  maximumBytes: number,
  take: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  // Of a document that broke off, as much is unpacked as came.
  const finishFlush = isIncomplete ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  const options = { maxOutputLength: maximumBytes, finishFlush };
  try {
    const bytes = await unpackerOf(packed, compression)(packed, options);
    take(bytes.byteLength);
    return new Uint8Array(bytes);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE")
      throw printTooLarge(maximumBytes);
    if (error instanceof Error && "errno" in error) {
      throw new IppFailure(STATUS.compressionError, `The document is not packed as ${compression} says.`);
    }
    throw error;
  }
}

/** `deflate` is RFC 1951 (RFC 8011, section 5.4.32); some hosts put zlib's two bytes (RFC 1950) before it. */
function unpackerOf(packed: Uint8Array, compression: "gzip" | "deflate") {
  if (compression === "gzip") return unpackGzip;
  const [first = 0, second = 0] = packed;
  const isZlib = (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
  return isZlib ? unpackZlib : unpackRaw;
}
