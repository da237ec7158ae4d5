import { beforeEach, describe, expect, test } from "bun:test";
import { rebuildPrints } from "../../src/repair/lost-prints.ts";
import { JournalledDatabase } from "../verification/journalled-database.ts";

/* Prints whose row is lost, where no index tells of their place. */

let shop: JournalledDatabase;
let apart: number[];
beforeEach(() => {
  shop = new JournalledDatabase();
  shop.prints(20);
  shop.database.run("PRAGMA foreign_keys = OFF");
  apart = [];
});

const NO_INDEX = { indexEntries: function* () {} };

function rebuild(damaged: readonly number[] = []) {
  return rebuildPrints(shop.database, NO_INDEX, new Set(damaged), (id) => {
    apart.push(id);
    shop.database.run("DELETE FROM print_data WHERE print_id = ?", [id]);
  });
}

const places = () =>
  shop.database
    .query<{ id: number; ordinal: number }, []>("SELECT id, ordinal FROM print ORDER BY ordinal")
    .all()
    .map(({ id, ordinal }) => id - ordinal);
const DENSE = Array.from({ length: 20 }, () => 1);

describe("are placed by their neighbours", () => {
  test.each<[what: string, lost: number[]]>([
    ["one", [12]],
    ["several", [5, 12, 13]],
    ["the first", [1]],
    ["the last", [20]],
  ])("%s", (_what, lost) => {
    for (const id of lost) shop.database.run("DELETE FROM print WHERE id = ?", [id]);
    expect(rebuild().rebuilt).toEqual(lost);
    expect([places(), apart]).toEqual([DENSE, []]);
  });
});

test("where a damaged row has another's id, both are placed anew", () => {
  shop.database.run("DELETE FROM print WHERE id = 13");
  shop.database.run("UPDATE print SET id = 13 WHERE id = 12");
  expect(rebuild([13]).rebuilt).toEqual([12, 13]);
  expect([places(), apart]).toEqual([DENSE, []]);
});
