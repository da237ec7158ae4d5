/** A part of a body: from `start` to `end` (bytes, both inclusive). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110, section 14).
 * @returns the one range asked for; `"all"` when the header is to be ignored (absent, malformed, another unit, or
 *   several ranges, which a server may answer whole); `"none"` when no byte of the body is in it
 */
export function readRange(header: string | null, byteLength: number): ByteRange | "all" | "none" {
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
