import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DiskModel } from "../../scripts/faults/disk-model.ts";
import type { DiskOperation } from "../../scripts/faults/disk-trace.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/* What a power cut may leave, by what was made durable: the model that replays traces is to allow no less and no more. */

const CUTS = 80;
const PAGE = 4096;

const folder = temporaryFolder();
const before = join(folder, "before");
mkdirSync(before);
writeFileSync(join(before, "log"), "a".repeat(2 * PAGE));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (letter: string, offset = 0): DiskOperation => ({
  kind: "write",
  path: "log",
  offset,
  bytes: Buffer.from(letter.repeat(PAGE)),
});
const synced = (path: string): DiskOperation[] => [
  { kind: "syncBegun", path },
  { kind: "syncDone", path },
];
const created: DiskOperation[] = [
  { kind: "create", path: "new" },
  { kind: "write", path: "new", offset: 0, bytes: Buffer.from("n") },
];

/** The ways in which cuts left a file: its letters, each once, in their order; `null` where it was not there. */
function left(operations: readonly DiskOperation[], path = "log", honoursSync = true): Set<string | null> {
  const found = new Set<string | null>();
  for (let seed = 1; seed <= CUTS; seed++) {
    const model = new DiskModel(before, { honoursSync });
    for (const operation of operations) model.apply(operation);
    const image = join(folder, "image");
    model.writeAfterCut(image, new SeededRandom(seed));
    const file = join(image, path);
    const text = existsSync(file) ? readFileSync(file, "latin1") : null;
    found.add(text === null ? null : text.replaceAll(/(.)\1+/g, "$1"));
    rmSync(image, { recursive: true, force: true });
  }
  return found;
}

describe("a power cut", () => {
  test("leaves what was made durable", () => {
    expect(left([written("b"), ...synced("log")])).toEqual(new Set(["ba"]));
    expect(left([{ kind: "truncate", path: "log", length: PAGE }, ...synced("log")])).toEqual(new Set(["a"]));
  });

  test("leaves what was not so whole, in part or not at all", () => {
    const found = left([written("b")]);
    for (const way of ["a", "ba"]) expect(found).toContain(way);
    // Some sectors of it are there, and others are not.
    expect(found.size).toBeGreaterThan(3);
  });

  test("leaves a later write without the one before", () => {
    expect(left([written("b"), written("c", PAGE)])).toContain("ac");
  });

  test("takes what was written while an fsync was under way", () => {
    const [begun, done] = synced("log") as [DiskOperation, DiskOperation];
    expect(left([begun, written("b"), done])).toContain("a");
  });

  test("takes a name until its folder is made durable", () => {
    expect(left([...created, ...synced("new")], "new")).toContain(null);
    expect(left([...created, ...synced("new"), ...synced("")], "new")).toEqual(new Set(["n"]));
  });

  test("leaves the old or the new file of a name that was given to another", () => {
    const renamed: DiskOperation = { kind: "rename", path: "new", to: "log" };
    expect(left([...created, ...synced("new"), ...synced(""), renamed])).toEqual(new Set(["a", "n"]));
  });

  test("leaves a removed file until its folder is made durable", () => {
    const removed: DiskOperation = { kind: "remove", path: "log" };
    expect(left([removed])).toEqual(new Set(["a", null]));
    expect(left([removed, ...synced("")])).toEqual(new Set([null]));
  });

  test("takes also what was synced, on a disk that ignores it", () => {
    expect(left([written("b"), ...synced("log")], "log", false)).toContain("a");
  });
});
