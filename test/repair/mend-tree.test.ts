import { beforeAll, describe, expect, test } from "bun:test";
import { mendTrees } from "../../src/repair/mend-tree.ts";
import { JournalledDatabase } from "../verification/journalled-database.ts";

/** A full run of the tree, and a part of the next. */
const PRINTS = 300;

let shop: JournalledDatabase;
beforeAll(() => {
  shop = new JournalledDatabase();
  shop.prints(PRINTS);
  for (const id of [20, 20, 290]) shop.change(id, `changed ${++shop.now}`);
});

interface Kept {
  readonly state: Uint8Array;
}

/** Flips a bit of a hash, looks what is mended, and puts it back. */
async function flip(select: string, update: string, bits: readonly number[], ...key: number[]) {
  const { database } = shop;
  const { state } = database.query<Kept, number[]>(select).get(...key) as Kept;
  const other = new Uint8Array(state);
  for (const bit of bits) other[bit >>> 3] = (other[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
  const write = (hash: Uint8Array) =>
    database.query<unknown, (number | Uint8Array)[]>(update).run(hash, ...key);
  write(other);
  const before = (await shop.verify()).findingCount;
  const mended = mendTrees(database);
  const isRight =
    Buffer.compare(database.query<Kept, number[]>(select).get(...key)?.state ?? other, state) === 0;
  write(state);
  return { isFound: before > 0, mended, isRight };
}

const FIRST = [
  "SELECT journal_state AS state FROM print WHERE id = ?",
  "UPDATE print SET journal_state = ? WHERE id = ?",
] as const;
const LATER = [
  "SELECT state FROM journal_entry WHERE number = ?",
  "UPDATE journal_entry SET state = ? WHERE number = ?",
] as const;

describe("a bit of the hash", () => {
  test.each<[what: string, statements: readonly [string, string], bit: number, key: number, print: number]>([
    ["of a print as it was stored, which was changed since", FIRST, 77, 20, 20],
    ["of one that was not", FIRST, 255, 256, 256],
    ["of one behind the last full run", FIRST, 0, 290, 290],
    ["of the last print", FIRST, 8, PRINTS, PRINTS],
    ["of an earlier change", LATER, 100, 0, 20],
    ["of the last change", LATER, 3, 2, 290],
  ])("%s is put right", async (_what, [select, update], bit, key, print) => {
    expect(await flip(select, update, [bit], key)).toEqual({ isFound: true, mended: [print], isRight: true });
  });
});

test("two bits are not guessed", async () => {
  expect(await flip(...FIRST, [7, 70], 20)).toEqual({ isFound: true, mended: [], isRight: false });
});

test("nothing is changed where all is right, or an entry is missing", async () => {
  expect(mendTrees(shop.database)).toEqual([]);
  expect((await shop.verify()).findings).toEqual([]);
  const row = shop.database
    .query<Record<string, string | number>, []>("SELECT * FROM journal_entry WHERE number = 0")
    .get();
  shop.database.run("DELETE FROM journal_entry WHERE number = 0");
  expect(mendTrees(shop.database)).toEqual([]);
  const values = Object.values(row ?? {});
  shop.database
    .query<unknown, (string | number)[]>(`INSERT INTO journal_entry VALUES (${values.map(() => "?").join()})`)
    .run(...values);
  expect((await shop.verify()).findings).toEqual([]);
});
