import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * SECURITY.md says what is protected; every such line names the test that shows it. A line whose test was renamed or
 * removed is a promise that nobody checks any more.
 */

const ROOT = join(import.meta.dir, "..");

/** A test as SECURITY.md names it: its file, and its name within that. */
const NAMED_TEST = /`(test\/[\w/.-]+\.ts)`: "([^"]+)"/g;

const lines = readFileSync(join(ROOT, "SECURITY.md"), "utf8").split("\n");

/** The rows of the tables, without their heads. */
const rows = lines.filter(
  (line, index) => line.startsWith("|") && !/^\|\s*-/.test(line) && !/^\|\s*-/.test(lines[index + 1] ?? ""),
);

test("SECURITY.md has promises", () => {
  expect(rows.length).toBeGreaterThan(20);
});

test.each(rows)("%s", (row) => {
  const named = [...row.matchAll(NAMED_TEST)];
  expect(named.length, "the line names no test").toBeGreaterThan(0);
  for (const [, file = "", name = ""] of named) {
    const path = join(ROOT, file);
    expect(existsSync(path), `there is no ${file}`).toBe(true);
    expect(readFileSync(path, "utf8"), `${file} has no test "${name}"`).toContain(name);
  }
});
