import { expect, test } from "bun:test";
import { PrintReader } from "../../src/storage/print-reader.ts";
import { JournalledDatabase } from "../verification/journalled-database.ts";

test.each([
  ["stands still", 0],
  ["is set back", -600],
])("each change of a print is later than what it changes, though the clock %s", async (_, step) => {
  const tested = new JournalledDatabase();
  const id = tested.create({ label: null });
  const { createdAt } = new PrintReader(tested.database).read(1, id);
  const changes: (() => void)[] = [
    () => tested.fill(id, "Order 1"),
    () => tested.change(id, "Order 2"),
    () => tested.expire(id),
    () => tested.mark("restore", id),
    () => tested.mark("delete", id),
  ];
  for (const [index, change] of changes.entries()) {
    tested.now += step;
    change();
    const { updatedAt, deletedAt } = new PrintReader(tested.database).read(1, id);
    expect([index, updatedAt - createdAt, deletedAt ?? updatedAt]).toEqual([index, index + 1, updatedAt]);
  }
  tested.mark("delete", id);
  expect(new PrintReader(tested.database).read(1, id).updatedAt).toBe(createdAt + changes.length);
  expect((await tested.verify()).findings).toEqual([]);
});
