import { ptr } from "bun:ffi";

/** Text as Windows takes it: UTF-16 that ends with a zero. It must be kept until the call is over. */
export function wideText(text: string): Buffer {
  return Buffer.from(`${text}\0`, "utf16le");
}

/** The text at an address inside of a buffer that a call has filled; `null` where the address is none of it. */
export function textAt(buffer: Buffer, pointerOffset: number): string | null {
  const address = buffer.readBigUInt64LE(pointerOffset);
  const start = Number(address - BigInt(ptr(buffer)));
  if (address === 0n || start < 0 || start >= buffer.length) return null;
  let end = start;
  while (end + 2 <= buffer.length && buffer.readUInt16LE(end) !== 0) end += 2;
  return buffer.toString("utf16le", start, end);
}
