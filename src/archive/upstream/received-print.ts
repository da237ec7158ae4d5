import { zstdDecompressSync } from "node:zlib";
import { sha256 } from "../../journal/hash.ts";
import { fingerprintOf } from "../../storage/print-identity.ts";
import { encodeContent, RAW_ENCODINGS, type StoredContent } from "../../storage/raw-content.ts";
import {
  BATCH_LIMITS,
  type PrintIdentity,
  type ShippedPrint,
  type WantedPrint,
} from "../../contract/upstream-messages.ts";
import { type EarlyErasure, keyOf, type OrderedPrint } from "./told-prints.ts";

/** A print of a batch, with its bytes where they came and are whole. */
export interface ReceivedPrint {
  readonly print: ShippedPrint;
  /** In hexadecimal; empty of a removed print, which is known by its ordinal and time. */
  readonly fingerprint: string;
  readonly content: StoredContent | null;
  /** Whether its bytes came, and are not those that its SHA-256 says. */
  readonly isDamaged: boolean;
}

/** A print that the archive has, or had. */
export interface PresentPrint extends OrderedPrint {
  readonly isRemoved: boolean;
}

/** What becomes of the prints of a batch. */
export interface SortedPrints {
  /** To be stored, or changed to what they are; with bytes where those are to be stored. */
  readonly taken: readonly ReceivedPrint[];
  /** To be erased: those that are here. */
  readonly erased: readonly (OrderedPrint & { readonly print: ShippedPrint })[];
  /** Erased at the shop before they came. */
  readonly erasedEarly: readonly ShippedPrint[];
  /** Erased here: the shop is to erase them too. */
  readonly ordered: readonly OrderedPrint[];
  readonly wanted: readonly (WantedPrint & OrderedPrint)[];
}

/**
 * Looks at what came: whether the bytes are whole, and which prints these are. Of a print nothing more is unpacked than was
 * announced, and of all together no more than a batch may have: a few kilobytes could be terabytes. What is more counts as
 * damaged: a shop sends what is whole unpacked.
 * @param contents the bytes of each print
 */
export function receivedPrints(
  prints: readonly ShippedPrint[],
  contents: readonly Uint8Array[],
): ReceivedPrint[] {
  let left: number = BATCH_LIMITS.unpackedBytes;
  return prints.map((print, index) => {
    const isPacked = print.encoding === RAW_ENCODINGS.zstd && print.contentLength > 0;
    if (isPacked) left -= print.byteLength;
    return receivedPrint(print, contents[index] ?? new Uint8Array(0), !isPacked || left >= 0);
  });
}

function receivedPrint(print: ShippedPrint, packed: Uint8Array, isUnpackable: boolean): ReceivedPrint {
  if (print.sha256 === "") return { print, fingerprint: "", content: null, isDamaged: false };
  const hash = Uint8Array.fromHex(print.sha256);
  const fingerprint = fingerprintOf(identifiedAtOf(print), hash).toHex();
  // A print without any bytes has none to send.
  if (print.contentLength === 0 && print.byteLength > 0)
    return { print, fingerprint, content: null, isDamaged: false };
  const { byteLength, encoding } = print;
  const content = isUnpackable ? wholeContent({ sha256: hash, byteLength, encoding, content: packed }) : null;
  return { print, fingerprint, content, isDamaged: content === null };
}

/** The bytes as they are kept: those that came unpacked are packed. `null` where they are not those of their SHA-256. */
function wholeContent(came: StoredContent): StoredContent | null {
  const { sha256: expected, byteLength, encoding, content } = came;
  if (content.byteLength === byteLength && encoding === RAW_ENCODINGS.identity) {
    // Bytes of their own: these are part of the whole batch.
    const packed = encodeContent(new Uint8Array(content));
    return isSame(packed.sha256, expected) ? packed : null;
  }
  if (encoding !== RAW_ENCODINGS.zstd) return null;
  try {
    const raw = zstdDecompressSync(content, { maxOutputLength: Math.max(1, byteLength) });
    return raw.byteLength === byteLength && isSame(sha256(raw), expected) ? came : null;
  } catch {
    return null;
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/**
 * Says what becomes of each print. One that was erased, here or at the shop, is never taken again.
 * @param present those of the archive that have one of the ordinals
 * @param early those that the shop has erased before they came
 */
export function sortPrints(
  received: readonly ReceivedPrint[],
  present: readonly PresentPrint[],
  early: readonly EarlyErasure[],
): SortedPrints {
  const byIdentity = new Map(present.map((print) => [keyOf(print), print]));
  const earlier = new Set(early.map(({ ordinal, createdAt }) => momentOf(ordinal, createdAt)));
  const taken = new Map<string, ReceivedPrint>();
  const sorted = {
    erased: [] as (OrderedPrint & { print: ShippedPrint })[],
    erasedEarly: [] as ShippedPrint[],
    ordered: [] as OrderedPrint[],
    wanted: [] as (WantedPrint & OrderedPrint)[],
  };
  for (const one of received) {
    const { print, fingerprint, content, isDamaged } = one;
    const { ordinal } = print;
    const createdAt = identifiedAtOf(print);
    if (print.removal !== null) {
      const found = present.filter((other) => other.ordinal === ordinal && other.createdAt === createdAt);
      for (const other of found) if (!other.isRemoved) sorted.erased.push({ ...other, print });
      if (found.length === 0) sorted.erasedEarly.push(print);
      continue;
    }
    const key = keyOf({ ordinal, fingerprint });
    const there = byIdentity.get(key);
    if (there?.isRemoved === true || earlier.has(momentOf(ordinal, createdAt)))
      sorted.ordered.push({ ordinal, fingerprint, createdAt });
    else if (there === undefined && content === null && taken.get(key)?.content == null)
      sorted.wanted.push({ ordinal, fingerprint, createdAt, why: isDamaged ? "damaged" : "missing" });
    // The same print may come as a new one, and as a change: the later state counts, and bytes come once.
    else taken.set(key, { ...one, content: content ?? taken.get(key)?.content ?? null });
  }
  return { taken: [...taken.values()], ...sorted };
}

/** What a removed print is known by. */
function momentOf(ordinal: number, createdAt: number): string {
  return `${ordinal} ${createdAt}`;
}

/** The time that the fingerprint of a print is of. */
export function identifiedAtOf({ identifiedAt, createdAt }: ShippedPrint): number {
  return identifiedAt ?? createdAt;
}

/** The identity of what was taken. */
export function identityOf({ print: { ordinal }, fingerprint }: ReceivedPrint): PrintIdentity {
  return { ordinal, fingerprint };
}
