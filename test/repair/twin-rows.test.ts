import { beforeEach, describe, expect, test } from "bun:test";
import { type PrintRecord, settleTwins } from "../../src/repair/twin-rows.ts";
import { JournalledDatabase } from "../verification/journalled-database.ts";

let shop: JournalledDatabase;
beforeEach(() => {
  shop = new JournalledDatabase();
  shop.prints(20);
  shop.database.run("PRAGMA foreign_keys = OFF");
});

const row = (id: number) =>
  shop.database.query<PrintRecord, [number]>("SELECT * FROM print WHERE id = ?").get(id) as PrintRecord;
const remove = (...ids: number[]) => {
  for (const id of ids) shop.database.run("DELETE FROM print WHERE id = ?", [id]);
};
/** A row has another id, as a flipped bit of a rowid gives it. */
const displace = (id: number, to: number) =>
  shop.database.run("UPDATE print SET id = ? WHERE id = ?", [to, id]);

describe("rows of which one has the id of another", () => {
  test("the one that was read first has its own again, and the other takes its place", () => {
    const [first, second] = [row(12), row(13)];
    remove(13);
    displace(12, 13);
    expect(settleTwins(shop.database, [second])).toEqual([12]);
    expect([row(12), row(13)]).toEqual([first, second]);
  });

  test("the one that was read last has its own again", () => {
    const first = row(12);
    remove(12);
    expect(settleTwins(shop.database, [{ ...first, id: 13 }])).toEqual([12]);
    expect(row(12)).toEqual(first);
  });

  test("of two versions of a print the newer one stays", () => {
    const before = row(12);
    shop.now += 1000;
    shop.change(12, "changed");
    const after = row(12);
    expect(settleTwins(shop.database, [before])).toEqual([]);
    expect(row(12)).toEqual(after);
    remove(12);
    shop.database
      .query<unknown, PrintRecord[string][]>(
        `INSERT INTO print VALUES (${Object.keys(before)
          .map(() => "?")
          .join(", ")})`,
      )
      .run(...Object.values(before));
    expect(settleTwins(shop.database, [after])).toEqual([]);
    expect(row(12)).toEqual(after);
  });

  test("one that is damaged otherwise takes nobody's place", () => {
    const [first, second] = [row(12), row(13)];
    expect(settleTwins(shop.database, [{ ...first, id: 13, label: "another" }])).toEqual([]);
    expect([row(12), row(13)]).toEqual([first, second]);
  });
});

test("a row out of order whose id is right is put where it was", () => {
  const first = row(12);
  remove(12);
  expect(settleTwins(shop.database, [first])).toEqual([]);
  expect(row(12)).toEqual(first);
});
