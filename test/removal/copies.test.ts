import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copiesBeside, tellCopies, tellRegularBackups, UNKNOWN_BACKUPS } from "../../src/removal/copies.ts";
import { temporaryFolder } from "../temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DAY_SECONDS = 86_400;
const NOW = Date.parse("2026-11-22T12:00:00Z");

test.each([
  ["so many newer ones", { keep: 7, maxAgeSeconds: null }, "2026-11-29"],
  ["their age", { keep: 30, maxAgeSeconds: 3 * DAY_SECONDS }, "2026-11-26"],
  ["whichever is sooner", { keep: 2, maxAgeSeconds: 90 * DAY_SECONDS }, "2026-11-24"],
])("regular backups go by %s", (_, kept, date) => {
  expect(tellRegularBackups({ to: "/backups", ...kept }, NOW)).toContain(`until about ${date},`);
});

test("without regular backups nobody knows when they go", () => {
  expect(tellRegularBackups({ to: null, keep: 1, maxAgeSeconds: null }, NOW)).toBe(UNKNOWN_BACKUPS);
});

test("what was kept aside in the data folder is told by its name, and nothing else", () => {
  const path = join(folder, "tillroll.sqlite");
  for (const name of ["tillroll.sqlite", "tillroll.sqlite-wal", "tillroll.sqlite-wal.aside-20261122T120000Z"])
    writeFileSync(join(folder, name), "x");
  for (const name of ["before-restore", "other/empty", "update/before"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["before-restore", "update/before"])
    writeFileSync(join(folder, name, "tillroll.sqlite"), "x");
  expect(copiesBeside(path)).toEqual([
    "before-restore",
    "tillroll.sqlite-wal.aside-20261122T120000Z",
    "update/before",
  ]);
  expect(tellCopies(path)[0]).toContain("before-restore in the data folder");
});
