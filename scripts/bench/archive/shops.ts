import type { SQL } from "bun";
import { sql } from "drizzle-orm";
import { sha256 } from "../../../src/journal/hash.ts";
import type { PostgresDatabase } from "../../../src/storage/postgres/connection.ts";
import { recount } from "../../../src/storage/postgres/print-counts.ts";
import { printColumns, printIdOf } from "../../../src/storage/postgres/print-insert.ts";
import type { RowValue } from "../../../src/storage/postgres/recordset.ts";
import { Chain } from "../data/chain.ts";
import { copyRows } from "./copy-rows.ts";

/** The part of all prints that the one large shop has. */
const LARGE_PART = 0.02;

/** Prints of a small shop, about: of two years. */
const SMALL_PRINTS = 4900;

/** How often each shop has sent what it had: its prints lie as far apart on the disk. */
const ROUNDS = 60;

/** Shops whose prints are counted at once. */
const AT_ONCE = 2;

/** A shop of the chain, with its prints. */
export interface Shop {
  readonly id: number;
  readonly slug: string;
  readonly prints: Chain;
}

/** The shops of a chain: a large one first, and small ones that have the rest. */
export function shopsOf(prints: number): Shop[] {
  const large = Math.floor(prints * LARGE_PART);
  const small = Math.ceil((prints - large) / SMALL_PRINTS);
  return Array.from({ length: small + 1 }, (_, index) => {
    const id = index + 1;
    const length = index === 0 ? large : Math.floor((prints - large) / small);
    const place = { workspaceId: id, userId: 1, seed: id, idOf: (ordinal: number) => printIdOf(id, ordinal) };
    return { id, slug: `shop-${id}`, prints: new Chain(length, place) };
  });
}

/** Stores all prints of shops, without their bytes, which no search reads. The indexes are made when all is there. */
export async function fillArchive(
  database: PostgresDatabase,
  connection: SQL,
  shops: readonly Shop[],
  onProgress: (line: string) => void,
): Promise<void> {
  for (const { id, slug } of shops)
    await database.run(
      sql`INSERT INTO workspace (id, slug, slug_key, settings, created_at) VALUES (${id}, ${slug}, ${slug}, '{}', 0)`,
    );
  const indexes = await dropIndexes(connection);
  let stored = 0;
  for (let round = 0; round < ROUNDS; round++) {
    stored += await copyRows(connection, "print", rowsOf(shops, round));
    if (round % 10 === 9) onProgress(`${stored} prints stored`);
  }
  onProgress("indexes are made");
  for (const index of indexes) await connection.unsafe(index);
  onProgress("prints are counted");
  // What the writer would have counted as they came.
  const left = shops.values();
  const count = async () => {
    for (const { id } of left) await recount(database, id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, count));
}

/** @returns the statements that make them again */
async function dropIndexes(connection: SQL): Promise<string[]> {
  const found = (await connection.unsafe(
    `SELECT indexrelid::regclass::text AS name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition
      FROM pg_index WHERE indrelid = 'print'::regclass AND NOT indisunique`,
  )) as { name: string; definition: string }[];
  for (const { name } of found) await connection.unsafe(`DROP INDEX ${name}`);
  return found.map(({ definition }) => definition);
}

/** What all shops send in a round, a part of each's prints, by their order. */
function* rowsOf(shops: readonly Shop[], round: number): Generator<Readonly<Record<string, RowValue>>> {
  const content = { sha256: sha256(new Uint8Array()), byteLength: 0 };
  for (const { prints } of shops) {
    const end = Math.floor((prints.length * (round + 1)) / ROUNDS);
    for (let at = Math.floor((prints.length * round) / ROUNDS); at < end; at++) {
      const { tags: _tags, ...print } = prints.at(at);
      const shown = { paper: null, defaultWidth: null, content };
      yield printColumns({ ...print, ...shown, receivedAt: print.createdAt });
    }
  }
}
