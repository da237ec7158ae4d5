import type { PrintFields } from "./print-fields.ts";
import { KIBIBYTE, MEBIBYTE } from "../domain/limits.ts";
import type { RemovalKind } from "../domain/removal.ts";

/*
 * How the prints of a shop's workspace get to an archive. New prints go by their ordinals, then what was changed by its
 * sequence, each as it is when it is sent: never a change before its print. The shop's requests bear its key
 * (`Authorization: Bearer sk_…`); all answers are JSON. Errors are those of the API.
 */

/** Where an archive takes prints. All are POST. */
export const UPSTREAM_PATHS = {
  /** Spends an enrolment code for the shop's key. The only one without a key. */
  join: "/v1/upstream/join",
  /** Who and where a shop is; answers where it is to go on. */
  hello: "/v1/upstream/hello",
  /** Whether the archive has a print: how a restored shop finds what it lacks. */
  has: "/v1/upstream/has",
  /** Sets the cursor back, after that. */
  rewind: "/v1/upstream/rewind",
  /** Prints, as `encodeBatch` packs them. */
  batch: "/v1/upstream/batch",
  /** Prints that the archive has and the shop has lost. */
  pull: "/v1/upstream/pull",
} as const;

/**
 * How a shop joins. The code is spent by the first hello with the key: until then the same instance is given the same
 * key again, for an answer that was lost.
 */
export interface Join {
  /** Which somebody at the archive has made for this workspace. */
  readonly code: string;
  /** As in {@link Hello}. */
  readonly instance: string;
}

export interface JoinAnswer {
  /** `sk_<id>.<secret>`: what all other requests bear. */
  readonly key: string;
  /** The workspace's slug at the archive. */
  readonly workspace: string;
}

/** How far the prints of a workspace were sent. */
export interface ShipCursor {
  /** The ordinal of the next new print. */
  readonly nextOrdinal: number;
  /** The sequence of the next change. */
  readonly nextChange: number;
}

/** What a shop says when it connects, and each minute. */
export interface Hello {
  /** Made at random when the shop joined; a clone of its folder has the same. */
  readonly instance: string;
  /** Made at random at each start of the service: two at once are clones. */
  readonly run: string;
  /** The shop's time, epoch milliseconds: its clock is shown, never corrected. */
  readonly now: number;
  readonly version: string;
  /** Prints and changes that were not sent yet. */
  readonly backlog: number;
  /** What is wrong with its printers, a sentence each. */
  readonly troubles: readonly string[];
  /** Of the last batch that it knows to be applied; `null` before the first, empty where it is in doubt. */
  readonly nonce: string | null;
  /**
   * The erasure orders that it was given and needs no more: it has erased the print, or has none such. They count where `nonce` is the
   * archive's too: a hello that was long on its way may be of before a restore, which has the prints again.
   */
  readonly obeyed: readonly PrintIdentity[];
}

export interface HelloAnswer extends ShipCursor {
  /** The nonce of the last batch that the archive has applied; `null` before the first. */
  readonly nonce: string | null;
  /** The workspace's slug at the archive. */
  readonly workspace: string;
  readonly limits: { readonly batchBytes: number; readonly bytesPerSecond: number | null };
  /** Whether two services use the key in turn; not there from an older archive. */
  readonly isCloned?: boolean;
  /** Those that the shop has not said to have obeyed. */
  readonly orders: readonly ErasureOrder[];
  readonly wanted: readonly WantedPrint[];
  /** A key that takes the place of the one in use, once it was used; not there where it stays. */
  readonly nextKey?: string;
}

/** What tells a print of a workspace from all others, for ever. */
export interface PrintIdentity {
  readonly ordinal: number;
  /** In hexadecimal. */
  readonly fingerprint: string;
}

/**
 * A print that was erased at the archive: the shop erases it too, and says so at its next hello. After a rewind all that were
 * ever erased are told again: a shop that was restored has them again. Of one that was erased before it was sent the archive
 * knows its time alone, and `fingerprintOfTime` is its fingerprint.
 */
export interface ErasureOrder extends PrintIdentity {
  /** When the shop has stored it: of a purged print it knows no more. */
  readonly createdAt: number;
  readonly reason: string;
}

/**
 * A print that was sent, but could not be taken: its bytes were not those of its SHA-256, or there were none. The rest of
 * its batch was taken. It goes again with its bytes, in any batch, once they are whole.
 */
export interface WantedPrint extends PrintIdentity {
  readonly why: "damaged" | "missing";
}

/** Whether the archive has the print of an ordinal, as this fingerprint says. */
export type HasQuestion = PrintIdentity;

export interface HasAnswer {
  /** Of one that was erased too. */
  readonly has: boolean;
}

/** Where a restored shop goes on. */
export interface Rewind {
  /** Where the cursor is, as the archive has said: CONFLICT, with the cursor as data, where it is elsewhere by now. */
  readonly from: ShipCursor;
  readonly to: ShipCursor;
  /** Counts as that of a batch: made at random, durable at the shop before it goes. */
  readonly nonce: string;
}

export type RewindAnswer = ShipCursor;

/** What a shop asks for that has lost prints. */
export interface Pull {
  /** The last print that it was given; `null` for the first. They come by their ordinals. */
  readonly after: PrintIdentity | null;
}

/** What it is given: packed by `encodeBatch`, with the bytes of each print. Removed prints are not among it. */
export interface PullAnswer {
  readonly prints: readonly ShippedPrint[];
  /** Whether there are more. */
  readonly more: boolean;
}

/** A print as it goes over the wire. Times are epoch milliseconds. */
export interface ShippedPrint extends PrintFields {
  readonly ordinal: number;
  /** JSON text of its tags. */
  readonly tag: string;
  readonly testPrint: boolean;
  readonly recognised: string | null;
  /** What was recognised in its pictures as it is stored, in base64; not there where that is nothing, or too much. */
  readonly recognition?: string;
  readonly createdAt: number;
  /**
   * When it was stored as was said at first, where times of it were put right since that a wrong clock had told: its
   * fingerprint is of this time, for ever, and this one finds it where it was removed.
   */
  readonly identifiedAt?: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  /** How it was erased; nothing else of it is there then. Purged prints stay at the archive: they are not told. */
  readonly removal: {
    readonly kind: RemovalKind;
    readonly at: number;
    readonly reason: string;
  } | null;
  /** `PaperSettings` as JSON: what its printer is set to. */
  readonly paper: string | null;
  readonly defaultWidth: number | null;
  /** Of its bytes as they came, in hexadecimal; empty where it was removed: that is found by its ordinal and `createdAt`. */
  readonly sha256: string;
  readonly byteLength: number;
  /** How its bytes are packed (`RAW_ENCODINGS`). */
  readonly encoding: number;
  /** How many bytes of the batch are its own, as they are packed; 0 for a change, whose bytes the archive has. */
  readonly contentLength: number;
}

/** A batch: all prints from one cursor to another. */
export interface Batch {
  /** Made at random; durable at the shop before the batch goes. */
  readonly nonce: string;
  readonly from: ShipCursor;
  readonly to: ShipCursor;
  readonly prints: readonly ShippedPrint[];
}

/** A batch whose `from` is not the cursor is a CONFLICT, with the cursor as data. */
export interface BatchAnswer extends ShipCursor {
  readonly orders: readonly ErasureOrder[];
  readonly wanted: readonly WantedPrint[];
}

/** The most that a batch has, before it is packed, unless one print has more; and what no batch has more of, unpacked. */
export const BATCH_LIMITS = {
  bytes: 4 * MEBIBYTE,
  prints: 2000,
  unpackedBytes: 64 * MEBIBYTE,
  /** A print with more does not fit into any, whose own facts need some. */
  printBytes: 63 * MEBIBYTE,
  /** What was recognised in the pictures of a print, packed; and what is unpacked of it. */
  recognitionBytes: 256 * KIBIBYTE,
  unpackedRecognitionBytes: 8 * MEBIBYTE,
} as const;
