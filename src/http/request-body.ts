import { badRequest, TillrollError } from "../domain/errors.ts";

/** Told of bytes that no Content-Length had announced, before they are kept; may throw. */
export interface BodyRoom {
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
 * @param maximumBytes the most bytes to take
 * @param tooLarge makes the error for a larger body
 * @param room where there is one for bodies of undeclared length
 */
export async function readBody(
  request: Request,
  maximumBytes: number,
  tooLarge: () => TillrollError,
  room?: BodyRoom,
): Promise<Uint8Array<ArrayBuffer>> {
  refuseContentEncoding(request);
  const declared = declaredLength(request);
  if (declared !== null) {
    if (declared > maximumBytes) throw tooLarge();
    return new Uint8Array(await request.arrayBuffer());
  }
  if (request.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    // Leaving the loop cancels the stream: the rest is not taken from the socket.
    if (length > maximumBytes) throw tooLarge();
    room?.grow(chunk.byteLength);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
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

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a body as JSON in UTF-8.
 * @throws TillrollError BAD_REQUEST when it is not, UNSUPPORTED_MEDIA_TYPE, REQUEST_TOO_LARGE or what `tooLarge` makes
 */
export async function readJsonBody(
  request: Request,
  maximumBytes: number,
  tooLarge: () => TillrollError = () => requestTooLarge(maximumBytes),
  room?: BodyRoom,
): Promise<unknown> {
  checkContentType(request, ["application/json", "application/merge-patch+json"]);
  const bytes = await readBody(request, maximumBytes, tooLarge, room);
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    throw badRequest([{ path: "", message: `The body is not JSON in UTF-8: ${reason}.` }]);
  }
}

function requestTooLarge(maximumBytes: number): TillrollError {
  return new TillrollError(
    "REQUEST_TOO_LARGE",
    `The body is larger than the limit of ${maximumBytes} bytes for this operation.`,
    { maximumBytes },
  );
}
