import { TillrollError } from "../domain/errors.ts";
import { parseJsonBody } from "../domain/json-body.ts";
import { REQUEST_LIMITS } from "../domain/limits.ts";
import { BodyDeadlines } from "./body-deadline.ts";

/** Told of bytes that no Content-Length had announced, before they are kept; may throw. */
export interface BodyReservation {
  grow(bytes: number): void;
}

const deadlines = new BodyDeadlines();

/** The length that a request says its body has, bytes; `null` when it does not say. */
export function declaredLength(request: Request): number | null {
  const declared = request.headers.get("content-length");
  return declared === null ? null : Number(declared);
}

/**
 * Reads a request's body, refusing it as early as it can be known: by Content-Length before a byte is read, else
 * as soon as more has come than the limit, so that an endless body takes no memory.
 * @param maximumBytes the most bytes to take
 * @param tooLarge makes the error for a larger body
 * @param room where there is one for bodies of undeclared length
 * @throws TillrollError REQUEST_TIMEOUT when it comes too slowly, UNSUPPORTED_MEDIA_TYPE, and what the others throw
 */
export async function readBody(
  request: Request,
  maximumBytes: number,
  tooLarge: () => TillrollError,
  reservation?: BodyReservation,
): Promise<Uint8Array<ArrayBuffer>> {
  refuseContentEncoding(request);
  const declared = declaredLength(request);
  if (declared !== null) {
    if (declared > maximumBytes) throw tooLarge();
    return new Uint8Array(await deadlines.begin(declared).wait(request.arrayBuffer()));
  }
  if (request.body === null) return new Uint8Array(0);
  const { chunks, length } = await readChunks(request.body, maximumBytes, tooLarge, reservation);
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

async function readChunks(
  body: ReadableStream<Uint8Array>,
  maximumBytes: number,
  tooLarge: () => TillrollError,
  reservation: BodyReservation | undefined,
): Promise<{ readonly chunks: readonly Uint8Array[]; readonly length: number }> {
  const reader = body.getReader();
  const deadline = deadlines.begin(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await deadline.wait(reader.read());
      if (done) return { chunks, length };
      length += value.byteLength;
      if (length > maximumBytes) throw tooLarge();
      reservation?.grow(value.byteLength);
      deadline.extend(value.byteLength);
      chunks.push(value);
    }
  } catch (error) {
    // The rest is not taken from the socket.
    void reader.cancel().catch(() => {});
    throw error;
  }
}

/** Compressed bytes stored as a print would be lost to every printer and preview. */
function refuseContentEncoding(request: Request): void {
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    throw new TillrollError(
      "UNSUPPORTED_MEDIA_TYPE",
      `A body with Content-Encoding ${encoding} is not taken; send it uncompressed.`,
      { contentEncoding: encoding },
    );
  }
}

/** Refuses a declared content type that is not among the accepted ones; none declared is accepted. */
export function checkContentType(request: Request, accepted: readonly string[]): void {
  const declared = request.headers.get("content-type");
  if (declared === null || declared === "") return;
  const essence = (declared.split(";")[0] ?? "").trim().toLowerCase();
  if (accepted.includes(essence)) return;
  throw new TillrollError(
    "UNSUPPORTED_MEDIA_TYPE",
    `Content-Type ${essence} is not taken here; send ${accepted.join(" or ")}.`,
    { accepted },
  );
}

/**
 * Reads a body of JSON, of any operation but creating prints.
 * @param read what the contract makes of it
 * @throws TillrollError BAD_REQUEST, UNSUPPORTED_MEDIA_TYPE, REQUEST_TOO_LARGE, and what `read` throws
 */
export async function readJson<Value>(
  request: Request,
  read: (body: unknown) => Value,
  reservation?: BodyReservation,
): Promise<Value> {
  const maximumBytes = REQUEST_LIMITS.jsonBodyBytes;
  const tooLarge = () => requestTooLarge(maximumBytes);
  return read(parseJsonBody(await readJsonBytes(request, maximumBytes, tooLarge, reservation)));
}

/** Reads the bytes of a body that is to be JSON. */
export function readJsonBytes(
  request: Request,
  maximumBytes: number,
  tooLarge: () => TillrollError,
  reservation?: BodyReservation,
): Promise<Uint8Array<ArrayBuffer>> {
  checkContentType(request, ["application/json", "application/merge-patch+json"]);
  return readBody(request, maximumBytes, tooLarge, reservation);
}

function requestTooLarge(maximumBytes: number): TillrollError {
  return new TillrollError(
    "REQUEST_TOO_LARGE",
    `The body is larger than the limit of ${maximumBytes} bytes for this operation.`,
    { maximumBytes },
  );
}
