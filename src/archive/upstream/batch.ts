import { sql } from "drizzle-orm";
import { read } from "../../contract/check.ts";
import * as contract from "../../contract/upstream.ts";
import { badRequest } from "../../domain/errors.ts";
import type { PostgresDatabase, Statements } from "../../storage/postgres/connection.ts";
import type { ContentStore } from "../../storage/postgres/content-store.ts";
import { numberIn } from "../../storage/postgres/number-array.ts";
import { applyShipped } from "../../storage/postgres/shipped-prints.ts";
import { lockTail } from "../../storage/postgres/workspace-tail.ts";
import type { KnownShop } from "../../storage/ports/shops.ts";
import type { StoredContent } from "../../storage/raw-content.ts";
import type { Batch, BatchAnswer } from "../../contract/upstream-messages.ts";
import { decodeBatch } from "../../upstream/batch-packing.ts";
import { checkCursor, moveCursor } from "./position.ts";
import {
  identifiedAtOf,
  identityOf,
  type PresentPrint,
  type ReceivedPrint,
  receivedPrints,
  type SortedPrints,
  sortPrints,
} from "./received-print.ts";
import { lockKnownShop } from "./shop-row.ts";
import {
  ERASED_BEFORE,
  forgetOrders,
  forgetWanted,
  noteEarlyErasure,
  noteWanted,
  orderErasure,
  readEarlyErasures,
  readToldPrints,
} from "./told-prints.ts";

/** Where the prints of shops go. */
export interface PrintsOfShops {
  readonly database: PostgresDatabase;
  readonly contents: ContentStore;
  /** Whom the prints of shops are by. */
  readonly userId: number;
}

/**
 * Takes the prints of a batch, and moves the cursor of its shop: all in one transaction, or nothing. Prints whose bytes are
 * damaged or missing are left out, and asked for.
 * @param packed the body of the request
 * @param now epoch milliseconds
 * @throws TillrollError BAD_REQUEST, UNAUTHORIZED, CONFLICT where the batch does not begin at the cursor
 */
export async function takeBatch(
  archive: PrintsOfShops,
  shop: KnownShop,
  packed: Uint8Array<ArrayBuffer>,
  now: number,
): Promise<BatchAnswer> {
  const { batch, received } = unpack(packed);
  const { workspaceId } = shop;
  await archive.contents.prepare(workspaceId, contentsOf(received));
  return archive.database.write(workspaceId, async (transaction) => {
    checkCursor(await lockKnownShop(transaction, shop), batch.from);
    await takePrints(archive, transaction, workspaceId, received, now);
    await moveCursor(transaction, workspaceId, batch.to, batch.nonce);
    const { nextOrdinal, nextChange } = batch.to;
    return { nextOrdinal, nextChange, ...(await readToldPrints(transaction, workspaceId)) };
  });
}

/** @throws TillrollError BAD_REQUEST */
function unpack(packed: Uint8Array<ArrayBuffer>): {
  readonly batch: Batch;
  readonly received: readonly ReceivedPrint[];
} {
  let unpacked;
  try {
    unpacked = decodeBatch(packed);
  } catch {
    throw badRequest([{ path: "", message: "is no batch, or is cut off; send it again." }]);
  }
  const batch = read(contract.Batch, unpacked.batch);
  return { batch, received: receivedPrints(batch.prints, unpacked.contents) };
}

async function takePrints(
  { contents, userId }: PrintsOfShops,
  transaction: Statements,
  workspaceId: number,
  received: readonly ReceivedPrint[],
  now: number,
): Promise<void> {
  if (received.length === 0) return;
  // Bytes are stored and removed under it.
  await lockTail(transaction, workspaceId);
  const ordinals = received.map(({ print }) => print.ordinal);
  const present = await readPresent(transaction, workspaceId, ordinals);
  const early = await readEarlyErasures(transaction, workspaceId, ordinals);
  const sorted = sortPrints(received, present, early);
  const { taken, erased } = sorted;
  await contents.store(transaction, workspaceId, contentsOf(taken));
  const prints = [...taken, ...erased].map(({ print }) => print);
  await applyShipped(transaction, workspaceId, prints, { contents, userId, now });
  await noteOutcome(transaction, workspaceId, sorted, now);
}

function contentsOf(prints: readonly ReceivedPrint[]): StoredContent[] {
  return prints.flatMap(({ content }) => (content === null ? [] : [content]));
}

async function noteOutcome(
  transaction: Statements,
  workspaceId: number,
  { taken, erased, erasedEarly, ordered, wanted }: SortedPrints,
  now: number,
): Promise<void> {
  await noteWanted(transaction, workspaceId, wanted, now);
  await forgetWanted(transaction, workspaceId, [...taken.map(identityOf), ...erased, ...ordered]);
  await forgetOrders(transaction, workspaceId, erased);
  await orderErasure(transaction, workspaceId, ordered, ERASED_BEFORE, now);
  for (const print of erasedEarly)
    await noteEarlyErasure(transaction, workspaceId, print.ordinal, identifiedAtOf(print));
}

/** The prints of the archive that have one of some ordinals. */
async function readPresent(
  transaction: Statements,
  workspaceId: number,
  ordinals: readonly number[],
): Promise<PresentPrint[]> {
  const rows = await transaction.all<{
    ordinal: number;
    fingerprint: Uint8Array;
    createdAt: number;
    removedAt: number | null;
  }>(
    sql`SELECT ordinal, fingerprint, coalesce(identified_at, created_at) AS "createdAt", removed_at AS "removedAt" FROM print
      WHERE workspace_id = ${workspaceId} AND ${numberIn("ordinal", ordinals)}`,
  );
  return rows.map(({ fingerprint, removedAt, ...print }) => ({
    ...print,
    fingerprint: new Uint8Array(fingerprint).toHex(),
    isRemoved: removedAt !== null,
  }));
}
