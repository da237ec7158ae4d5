import { firstCodePoints } from "../../domain/text.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });
const LATIN1 = new TextDecoder("latin1");

/** Text of unknown encoding, as old protocols send it: UTF-8 where it is valid, else Windows' Latin 1. */
export function readText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return LATIN1.decode(bytes);
  }
}

/** A text without control characters and spaces around it, and no longer than `maximum` code points. */
export function cutText(text: string, maximum: number): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  return firstCodePoints(clean, maximum).trimEnd();
}
