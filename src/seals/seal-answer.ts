import type { SealAnswer } from "../contract/journal.ts";
import { formatInstant } from "../domain/instant.ts";
import { hashOfSeal, readSeal, type StoredSeal } from "../journal/seal.ts";
import { readTimeStamp } from "./time-stamp/time-stamp.ts";

/** A seal as it is told. One whose text is none is told as that of nothing. */
export function sealAnswer({ number, size, text, timeStamp }: StoredSeal): SealAnswer {
  const seal = readSeal(text);
  const stamp = timeStamp === null ? null : stampOf(timeStamp);
  return {
    number,
    entries: size,
    sealedAt: formatInstant(seal?.sealedAt ?? 0),
    newestAt: formatInstant(seal?.newestAt ?? 0),
    hash: hashOfSeal(text),
    text,
    timeStampedAt: stamp === null ? null : formatInstant(stamp.at),
    authority: stamp?.authority ?? null,
    timeStamp: timeStamp?.toBase64() ?? null,
  };
}

function stampOf(timeStamp: Uint8Array) {
  try {
    return readTimeStamp(timeStamp);
  } catch {
    // A damaged one is found by verifying; it hides no seal.
    return null;
  }
}
