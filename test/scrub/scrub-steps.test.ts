import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "bun:sqlite";
import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import { storePrints } from "../../scripts/faults/many-prints.ts";
import { type Finding, FIRST_PLACE, type ScrubStep } from "../../src/scrub/finding.ts";
import { ScrubSteps } from "../../src/scrub/scrub-steps.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { INDEX_SIZES } from "../../src/search/index-sizes.ts";
import { SimulatedService } from "../search/simulated-service.ts";

/* Every kind of damage in a real database, each found by a round, and nothing else. */

const PRINTS = 1500;
const PAGE_BYTES = 4096;

const folder = mkdtempSync(join(tmpdir(), "tillroll-scrub-"));
let service: SimulatedService;
beforeAll(async () => {
  service = new SimulatedService({ ...INDEX_SIZES, smallSegmentPrints: 500 }, 2 ** 24);
  storePrints(service.database, PRINTS);
  await service.settle();
  service.database.run("PRAGMA wal_checkpoint(TRUNCATE)");
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** All that a round finds in a database. */
function roundOf(path: string): {
  readonly findings: Finding[];
  readonly prints: number;
  readonly segments: number;
} {
  using database = openForReading(path);
  const steps = new ScrubSteps(database);
  const findings: Finding[] = [];
  let [prints, segments] = [0, 0];
  for (let place: ScrubStep["next"] = FIRST_PLACE; place !== null;) {
    const step: ScrubStep = steps.run(place);
    findings.push(...step.findings);
    prints += step.prints;
    segments += step.segments.length;
    place = step.next;
  }
  return { findings, prints, segments };
}

let copies = 0;
function copy(): string {
  const path = join(folder, `${copies++}.sqlite`);
  copyFileSync(service.path, path);
  return path;
}

const about = ({ kind, subject }: Finding) => `${kind} ${subject}`;

test("a round over what is whole finds nothing, and has seen all", () => {
  expect(roundOf(copy())).toEqual({ findings: [], prints: PRINTS, segments: 0 });
});

const DAMAGES: readonly [name: string, sql: string, found: readonly string[]][] = [
  ["a label", "UPDATE print SET label = 'another' WHERE id = 77", ["metadata 77"]],
  ["a tag", "UPDATE print SET tag = replace(tag, 'a', 'b') WHERE id = 77", ["metadata 77"]],
  ["a time", "UPDATE print SET created_at = created_at + 1 WHERE id = 77", ["metadata 77"]],
  ["whose printer", "UPDATE print SET printer_id = 1 WHERE id = 77", ["metadata 77"]],
  [
    "a byte",
    "UPDATE print_data SET content = CAST(x'00' || substr(content, 2) AS BLOB) WHERE print_id = 78",
    ["bytes 78"],
  ],
  ["a hash", "UPDATE print_data SET sha256 = zeroblob(32) WHERE print_id = 78", ["bytes 78"]],
  ["no bytes", "DELETE FROM print_data WHERE print_id = 78", ["bytes 78"]],
  [
    "bytes that changed places, whole",
    "UPDATE print_data SET print_id = -1 WHERE print_id = 78; UPDATE print_data SET print_id = 78 WHERE print_id = 79; " +
      "UPDATE print_data SET print_id = 79 WHERE print_id = -1",
    ["metadata 78", "metadata 79"],
  ],
  [
    "a label without checksum",
    "UPDATE print SET label = 'forged', checksum = NULL WHERE id = 77",
    ["metadata 77"],
  ],
  ["a row", "DELETE FROM print WHERE id = 80", ["metadata 80", "place 1/77"]],
  [
    "a part of the index",
    "UPDATE index_chunk SET content = zeroblob(length(content)) WHERE id = (SELECT min(id) + 2 FROM index_chunk)",
    ["index 1"],
  ],
  [
    "a lost part of the index",
    "DELETE FROM index_chunk WHERE id = (SELECT min(id) + 2 FROM index_chunk)",
    ["index 1"],
  ],
];

describe("is found by a round", () => {
  test("a label with a checksum of its own", () => {
    const path = copy();
    {
      using database = openForWriting(path);
      database.run("UPDATE print SET label = 'forged' WHERE id = 77");
      renewChecksums(database);
    }
    expect(roundOf(path).findings.map(about)).toEqual(["metadata 77"]);
  });

  test.each(DAMAGES)("%s", (_name, sql, found) => {
    const path = copy();
    {
      using database = openForWriting(path);
      database.run("PRAGMA foreign_keys = OFF");
      database.run(sql);
    }
    const { findings } = roundOf(path);
    expect(findings.map(about).toSorted()).toEqual([...found]);
  });

  /** Empties a page of a table or an index. */
  function emptyPage(database: Database, path: string, name: string, kind: string, nth: number): void {
    const pages = database
      .query<{ page: number }, [string, string]>(
        "SELECT pageno AS page FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno",
      )
      .all(name, kind);
    const page = (pages[nth] ?? pages.at(-1))?.page ?? 0;
    expect(page).toBeGreaterThan(1);
    const file = openSync(path, "r+");
    writeSync(file, new Uint8Array(PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
    closeSync(file);
  }

  test.each([
    ["print", "leaf", /^metadata \d+$/],
    ["print_data", "leaf", /^bytes \d+$/],
    ["print", "internal", /^metadata \d+$/],
    ["print_ordinal", "leaf", /^(table print_ordinal|place \d+)$/],
    ["index_chunk", "leaf", /^index \d+$/],
    ["index_chunk", "overflow", /^index \d+$/],
    ["event", "leaf", /^table event$/],
    ["index_change_ordinal", "leaf", /^table index_change$/],
  ] as const)("an empty page: %s %s", (name, kind, expected) => {
    const path = copy();
    emptyPage(service.database, path, name, kind, kind === "internal" ? 0 : 1);
    const { findings } = roundOf(path);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.map(about).filter((text) => !expected.test(text))).toEqual([]);
  });
});
