import { decodeBase64 } from "../domain/base64.ts";
import { CURVES } from "./curves.ts";
import { type Curve, isOnCurve, numberOf, type Point } from "./elliptic-curve.ts";

/** A public key. */
export interface PublicPoint extends Point {
  /** The only curve of its size that it is a point of. */
  readonly curve: Curve;
  /** BSI TR-03111, 3.2.1: 04h, x, y. */
  readonly uncompressed: Uint8Array;
}

/** How an uncompressed point begins. */
const UNCOMPRESSED = 0x04;

/** How a key with its algorithm begins (SubjectPublicKeyInfo, RFC 5480): its point is at the end. */
const SEQUENCE = 0x30;

/** The most bytes of the header of such a key. */
const HEADER_BYTES = 40;

/** Keys that stay read: a till has the same one in each of its codes. */
const KEPT_KEYS = 32;

const kept = new Map<string, PublicPoint | null>();

/** As {@link readPublicPoint}, in base64. */
export function publicPointOf(text: string): PublicPoint | null {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const bytes = decodeBase64(text);
  const point = bytes === null ? null : readPublicPoint(bytes);
  if (kept.size >= KEPT_KEYS) kept.clear();
  kept.set(text, point);
  return point;
}

/** Reads a public key, as a point or with its algorithm. @returns `null` where it is none, or of another curve */
export function readPublicPoint(bytes: Uint8Array): PublicPoint | null {
  for (const curve of CURVES) {
    const length = 1 + curve.bytes * 2;
    const header = bytes.length - length;
    const isHeader = header === 0 || (bytes[0] === SEQUENCE && header > 0 && header <= HEADER_BYTES);
    if (!isHeader || bytes[header] !== UNCOMPRESSED) continue;
    const uncompressed = new Uint8Array(bytes.subarray(header));
    const x = numberOf(uncompressed.subarray(1, 1 + curve.bytes));
    const y = numberOf(uncompressed.subarray(1 + curve.bytes));
    if (isOnCurve(curve, { x, y })) return { curve, x, y, uncompressed };
  }
  return null;
}
