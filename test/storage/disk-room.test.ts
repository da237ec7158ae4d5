import { expect, test } from "bun:test";
import { MEBIBYTE } from "../../src/domain/limits.ts";
import { freeBytesUnder, requireRoom } from "../../src/storage/disk-room.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const refusal = (needed: number, free: number) => `It needs ${needed} MiB, and ${free} MiB are free.`;

test("what has room on a disk is not refused", () => {
  requireRoom({ folder: temporaryFolder(), bytes: MEBIBYTE, spareBytes: 0, refusal });
});

test.each([
  { bytes: 2 ** 60, spareBytes: 0 },
  { bytes: 0, spareBytes: 2 ** 60 },
])("what has none is refused with both sizes: $bytes bytes, and $spareBytes to spare", (given) => {
  const folder = temporaryFolder();
  expect(() => requireRoom({ folder, refusal, ...given })).toThrow(
    expect.objectContaining({
      code: "STORAGE_UNAVAILABLE",
      data: { reason: "DISK_FULL" },
      message: expect.stringMatching(/^It needs 1099511627776 MiB, and \d+ MiB are free\.$/),
    }),
  );
});

test("where the system does not say what is free, nothing is refused", () => {
  expect(freeBytesUnder("/there/is/no/such/folder")).toBe(Infinity);
});
