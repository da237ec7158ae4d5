import { describe, expect, test } from "bun:test";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { isWholeRow, printFromRow, type PrintRow } from "../../src/storage/print-row.ts";
import { rowChecksum } from "../../src/storage/row-checksum.ts";

const ROW: Omit<PrintRow, "checksum"> = {
  id: 7,
  workspaceId: 1,
  ordinal: 6,
  userId: 1,
  printKey: "0199b6f2-6c1e-7000-8a53-0d9c8e2f4b11",
  label: "Order 1001",
  deviceId: "till-2",
  quantity: 2,
  width: 48,
  tag: '{"orderId":"1001"}',
  testPrint: 0,
  recognised: '{"words":3}',
  createdAt: 1_758_000_000_000,
  updatedAt: 1_758_000_000_001,
  deletedAt: null,
  printerId: 3,
  defaultWidth: 42,
  removalId: null,
  awaitsJournal: 0,
};
const whole = (row: Omit<PrintRow, "checksum"> = ROW): PrintRow => ({ ...row, checksum: rowChecksum(row) });

const COVERED = Object.keys(ROW).filter(
  (name) => !["removalId", "awaitsJournal"].includes(name),
) as (keyof typeof ROW)[];

test("a row is whole with its checksum; without one only while the journal has not taken it up", () => {
  expect(isWholeRow(whole())).toBe(true);
  expect(isWholeRow({ ...ROW, checksum: null, awaitsJournal: 1 })).toBe(true);
  expect(isWholeRow({ ...ROW, checksum: null })).toBe(false);
  expect(rowChecksum(ROW)).toBeLessThan(2 ** 53);
  expect(Number.isSafeInteger(rowChecksum(ROW))).toBe(true);
});

test("what is read of a damaged row is an error that names the print", () => {
  const { ordinal: _, ...known } = ROW;
  expect(printFromRow(whole())).toMatchObject({ id: known.id, label: known.label, testPrint: false });
  expect(() => printFromRow({ ...whole(), label: "Order 1002" })).toThrow(
    expect.objectContaining({ code: "PRINT_DATA_DAMAGED", data: { printId: 7 } }),
  );
});

describe("a change of one column is found", () => {
  test.each(COVERED)("%s", (name) => {
    const value = ROW[name];
    const others =
      typeof value === "string" ? ["", `${value} `, value.slice(1), null] : [0, 1, -1, 2 ** 40, null];
    for (const other of others) {
      if (other === value) continue;
      expect([other, isWholeRow({ ...whole(), [name]: other })]).toEqual([other, false]);
    }
  });
});

test("any flipped bit of any column is found", () => {
  const random = new SeededRandom(17);
  for (let round = 0; round < 20_000; round++) {
    const name = COVERED[random.integer(0, COVERED.length - 1)] ?? "id";
    const value = ROW[name];
    let changed: string | number;
    if (typeof value === "string") {
      const bytes = Buffer.from(value);
      const place = random.integer(0, bytes.length - 1);
      bytes[place] = (bytes[place] ?? 0) ^ (1 << random.integer(0, 8 - 1));
      changed = bytes.toString();
    } else {
      const bit = 2 ** random.integer(0, 48 - 1);
      const number = value ?? 0;
      changed = Math.floor(number / bit) % 2 === 0 ? number + bit : number - bit;
    }
    expect([name, changed, isWholeRow({ ...whole(), [name]: changed })]).toEqual([name, changed, false]);
  }
});

test("values that change places are found", () => {
  expect(isWholeRow({ ...whole(), label: ROW.deviceId, deviceId: ROW.label })).toBe(false);
  expect(isWholeRow({ ...whole(), createdAt: ROW.updatedAt, updatedAt: ROW.createdAt })).toBe(false);
});

test("a removed print has none: one that has both is damaged", () => {
  expect(isWholeRow({ ...ROW, removalId: 4, checksum: null })).toBe(true);
  expect(isWholeRow({ ...whole(), removalId: 4 })).toBe(false);
});
