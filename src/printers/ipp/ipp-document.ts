import { constants, gunzip, inflate, inflateRaw, type ZlibOptions } from "node:zlib";
import { promisify } from "node:util";
import { printTooLarge } from "../../domain/create-print.ts";
import { ByteWriter } from "../byte-writer.ts";
import type { MemoryReservation } from "../printer-endpoint.ts";
import { type Compression, STATUS } from "./codes.ts";
import { BodyBroken, type IppBody } from "./ipp-body.ts";
import type { IppCall } from "./ipp-call.ts";
import { IppFailure } from "./ipp-failure.ts";

/** A document as it came. */
export interface IppDocument {
  readonly raw: Uint8Array<ArrayBuffer>;
  /** Whether the connection broke before its end. */
  readonly isIncomplete: boolean;
}

const unpackGzip = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
const unpackZlib = promisify<Uint8Array, ZlibOptions, Buffer>(inflate);
const unpackRaw = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw);

/**
 * Reads a request's document, unpacked; memory is reserved for it as it comes.
 * @param most where the simulated fault `drop` breaks off, bytes; `Infinity` for nowhere
 * @throws TillrollError PRINT_DATA_TOO_LARGE, STORAGE_UNAVAILABLE, RATE_LIMIT_EXCEEDED; IppFailure when it cannot be unpacked
 */
export async function readDocument(
  { body, endpoint, client, documentBytes }: Pick<IppCall, "body" | "endpoint" | "client" | "documentBytes">,
  reservation: MemoryReservation,
  compression: Compression,
  most: number,
): Promise<IppDocument> {
  const take = (bytes: number) => {
    reservation.grow(bytes);
    endpoint.rate.goOn(client, bytes);
  };
  const { maximumJobBytes } = endpoint;
  const announced = documentBytes === null ? null : Math.min(documentBytes, maximumJobBytes);
  const { raw, isIncomplete } = await collect(body, maximumJobBytes, announced, take, most);
  if (compression === "none" || raw.byteLength === 0) return { raw, isIncomplete };
  return { raw: await unpack(raw, compression, isIncomplete, maximumJobBytes, take), isIncomplete };
}

async function collect(
  body: IppBody,
  maximumBytes: number,
  announced: number | null,
  take: (bytes: number) => void,
  most: number,
): Promise<IppDocument> {
  const bytes = new ByteWriter(maximumBytes, announced ?? undefined);
  let isIncomplete = false;
  try {
    for (;;) {
      const chunk = await body.next();
      if (chunk === null) break;
      bytes.append(chunk);
      take(chunk.byteLength);
      if (bytes.length >= most) {
        isIncomplete = true;
        break;
      }
    }
  } catch (error) {
    if (!(error instanceof BodyBroken)) throw error;
    isIncomplete = true;
  }
  return { raw: bytes.take(Math.min(bytes.length, most)), isIncomplete };
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
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") {
      throw printTooLarge(maximumBytes);
    }
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
