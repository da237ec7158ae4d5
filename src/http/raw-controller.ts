import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { hasRight } from "../domain/rights.ts";
import { idOf, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { matchesEntityTag, notModified, reply } from "./reply.ts";

/** The exact bytes of a print, with an ETag of their SHA-256 and ranges. */
export function rawController(service: HttpService) {
  const readRaw = workspaceEndpoint(service, "readPrintBytes", async (call, { workspace, access }) => {
    const print = await service.reader.read(workspace.id, idOf(call, "printId"));
    const isMasked = workspace.maskCardNumbers && !hasRight(access, "operate");
    if (isMasked && (await service.stores.cards.has(print.id))) {
      const message =
        "The print has full card numbers, which are masked where it is shown; its bytes have them, and need operate.";
      throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "operate" });
    }
    const { raw, sha256 } = await service.reader.readRaw(print);
    return replyWithRanges(call.request, raw, `"${sha256.toHex()}"`, `print-${print.id}.bin`);
  });
  return new Elysia().get("/api/workspace/:slug/prints/:printId/raw", ...readRaw);
}

function replyWithRanges(request: Request, raw: Uint8Array, entityTag: string, fileName: string): Response {
  const headers = {
    ETag: entityTag,
    "Accept-Ranges": "bytes",
    // The bytes of a print never change; `private` because they are a customer's.
    "Cache-Control": "private, no-cache",
  };
  if (matchesEntityTag(request.headers.get("if-none-match"), entityTag)) return notModified(headers);
  const ifRange = request.headers.get("if-range");
  const rangeHeader = ifRange === null || ifRange === entityTag ? request.headers.get("range") : null;
  const range = readRange(rangeHeader, raw.byteLength);
  if (range === "none") {
    throw new TillrollError(
      "RANGE_NOT_SATISFIABLE",
      `The print has ${raw.byteLength} bytes; the range asked for is beyond them.`,
      { byteLength: raw.byteLength },
    );
  }
  const content = {
    ...headers,
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename="${fileName}"`,
  };
  if (range === "all") return reply(200, bodyOf(raw), content);
  return reply(206, bodyOf(raw.subarray(range.start, range.end + 1)), {
    ...content,
    "Content-Range": `bytes ${range.start}-${range.end}/${raw.byteLength}`,
  });
}

/** What SQLite and zstd give is backed by a plain ArrayBuffer, which a body needs; the types do not say so. */
function bodyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

/**
 * Reads a Range header (RFC 9110, section 14).
 * @returns the one range asked for (bytes, both inclusive); `"all"` when the header is to be ignored (absent, malformed, another unit, or
 *   several ranges, which a server may answer whole); `"none"` when no byte of the body is in it
 */
function readRange(
  header: string | null,
  byteLength: number,
): { readonly start: number; readonly end: number } | "all" | "none" {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (match === null || (first === "" && last === "")) return "all";
  if (first === "") {
    const length = Math.min(Number(last), byteLength);
    return length === 0 ? "none" : { start: byteLength - length, end: byteLength - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "all";
  if (start >= byteLength) return "none";
  return { start, end: last === "" ? byteLength - 1 : Math.min(Number(last), byteLength - 1) };
}
