import { TillrollError } from "../domain/errors.ts";
import { parseJsonBody } from "../domain/json-body.ts";
import { MILLISECONDS_PER_SECOND, REQUEST_LIMITS } from "../domain/limits.ts";

/** Told of bytes that no Content-Length had announced, before they are kept; may throw. */
interface BodyReservation {
  grow(bytes: number): void;
}

/** The length that a request says its body has, bytes; `null` when it does not say. */
export function declaredLength(request: Request): number | null {
  const declared = request.headers.get("content-length");
  return declared === null ? null : Number(declared);
}

/**
 * Reads a request's body, refusing it as early as it can be known: by Content-Length before a byte is read, else
 * as soon as more has come than the limit, so that an endless body takes no memory.
 * @param reservation for a body of undeclared length
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
    return new Uint8Array(await new BodyDeadline(declared).wait(request.arrayBuffer()));
  }
  if (request.body === null) return new Uint8Array(0);
  const reader = request.body.getReader();
  const deadline = new BodyDeadline(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await deadline.wait(reader.read());
      if (done) return new Uint8Array(Bun.concatArrayBuffers(chunks));
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

/** When a body must have come: memory is held for it, and one that drips would hold it for ever. */
export class BodyDeadline {
  private at: number;

  /** @param bytes as far as they are known; see {@link extend} @param milliseconds what the smallest body has */
  constructor(bytes: number, milliseconds: number = REQUEST_LIMITS.bodyMilliseconds) {
    this.at = performance.now() + milliseconds;
    this.extend(bytes);
  }

  /** Allows the time that more bytes take. */
  extend(bytes: number): void {
    this.at += (bytes / REQUEST_LIMITS.bodyBytesPerSecond) * MILLISECONDS_PER_SECOND;
  }

  /** Waits for the body or the next part of it. @throws TillrollError REQUEST_TIMEOUT */
  async wait<Part>(coming: Promise<Part>): Promise<Part> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const message = "The body of the request came too slowly; send it again.";
    const fail = () => reject(new TillrollError("REQUEST_TIMEOUT", message));
    const timer = setTimeout(fail, this.at - performance.now());
    try {
      return await Promise.race([coming, late]);
    } finally {
      clearTimeout(timer);
    }
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
  const tooLarge = () => requestTooLarge(maximumBytes, "this operation");
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

/** @param what it is the body of */
export function requestTooLarge(maximumBytes: number, what: string): TillrollError {
  const message = `The body is larger than the limit of ${maximumBytes} bytes for ${what}.`;
  return new TillrollError("REQUEST_TOO_LARGE", message, { maximumBytes });
}
