import { expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { syncFolder, writeDurably } from "../../src/platform/durable-files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("a file is written whole, its owner's alone, and nothing beside it stays", () => {
  const folder = temporaryFolder();
  const path = join(folder, "note");
  for (const text of ["first", "later".repeat(100_000)]) {
    writeDurably(path, text, 0o600);
    expect(readFileSync(path, "utf8")).toBe(text);
  }
  expect(readdirSync(folder)).toEqual(["note"]);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});

test("a folder that is not there is told, one whose file system cannot make names durable is no fault", () => {
  const missing = join(temporaryFolder(), "missing");
  if (process.platform !== "win32") expect(() => syncFolder(missing)).toThrow("ENOENT");
  // As a share is that another system has.
  if (process.platform === "linux") expect(() => syncFolder("/proc")).not.toThrow();
});
