import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PlacedSnapshot, readCatalogue } from "../../src/backup/backup-catalogue.ts";
import {
  BACKUP_FORMAT,
  isSnapshotOf,
  MANIFEST_FILE,
  snapshotMoment,
  type SnapshotManifest,
  snapshotName,
} from "../../src/backup/backup-layout.ts";
import { FolderPlace } from "../../src/backup/folder-place.ts";
import { outdated, prune, type Pruning } from "../../src/backup/pruning.ts";
import { MILLISECONDS_PER_DAY } from "../../src/domain/limits.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const NOW = Date.UTC(2026, 10, 22, 12);

function manifestOf(daysAgo: number, service: string): SnapshotManifest {
  const takenAt = new Date(NOW - daysAgo * MILLISECONDS_PER_DAY).toISOString();
  const facts = { tillroll: "1.0.0", schema: 1, sequences: {}, workspaces: [], newestPrintAt: null };
  const pages = { pageBytes: 4096, databasePages: 1, checksum: "0" };
  const checked = { files: [], prints: 0, printBytes: 0, verifiedAt: takenAt };
  return { format: BACKUP_FORMAT, kind: "snapshot", service, takenAt, ...facts, ...pages, ...checked };
}

function placed(daysAgo: number): PlacedSnapshot {
  const manifest = manifestOf(daysAgo, "own");
  const takenAt = Date.parse(manifest.takenAt);
  return { name: snapshotName(takenAt, "own"), manifest, takenAt, segments: [], bytes: 0 };
}

/** The days ago of which there are backups, the limits, and the days ago that go. */
const cases: [string, number[], Partial<Pruning>, number[]][] = [
  ["as many as are kept", [3, 2, 1], { keep: 3 }, []],
  ["one too many", [3, 2, 1, 0], { keep: 3 }, [3]],
  ["the newest stays, however old", [400], { keep: 1, maxAgeMilliseconds: MILLISECONDS_PER_DAY }, []],
  [
    "one whose segments reach into what is kept stays",
    [9, 5, 1],
    { keep: 10, maxAgeMilliseconds: 3 * MILLISECONDS_PER_DAY },
    [9],
  ],
  ["none at all", [], { keep: 1 }, []],
];
test.each(cases)("%s", (_what, days, limits, going) => {
  const pruning = { keep: 100, maxAgeMilliseconds: null, now: NOW, ...limits };
  expect(outdated(days.map(placed), pruning, null)).toEqual(going.map(placed));
});

test("the snapshot whose segments go on stays, though one was made while the clock was ahead", () => {
  const [ahead, current] = [placed(-300), placed(0)];
  const pruning = { keep: 1, maxAgeMilliseconds: MILLISECONDS_PER_DAY, now: NOW };
  expect(outdated([placed(1), current, ahead], pruning, current.name)).toEqual([placed(1)]);
});

test("what another service made is left alone, and what it is about to make", async () => {
  const folder = temporaryFolder();
  const write = (daysAgo: number, service: string, isFinished = true) => {
    // All begin in the same second of the night.
    const name = snapshotName(NOW - daysAgo * MILLISECONDS_PER_DAY, service);
    mkdirSync(join(folder, name, "segments"), { recursive: true });
    writeFileSync(join(folder, name, "tillroll.sqlite"), "");
    if (isFinished)
      writeFileSync(join(folder, name, MANIFEST_FILE), JSON.stringify(manifestOf(daysAgo, service)));
    return name;
  };
  const mine = [3, 2, 1].map((days) => write(days, "own"));
  const kept = [write(3, "other"), write(1, "another", false), mine.at(-1) ?? "", "photos"];
  const broken = write(0.5, "own", false);
  writeFileSync(join(folder, broken, "tillroll.sqlite.unfinished"), "half");
  // Somebody else's, which may be anything.
  mkdirSync(join(folder, "photos", "new"), { recursive: true });
  writeFileSync(join(folder, "photos", "film.unfinished"), "");
  const place = new FolderPlace(folder);
  const pruning = { keep: 1, maxAgeMilliseconds: null, now: NOW };
  const removed = await prune(place, await readCatalogue(place), "own", pruning, mine.at(-1) ?? null);
  expect(removed.toSorted()).toEqual([...mine.slice(0, 2), broken]);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  expect(readdirSync(join(folder, "photos")).toSorted()).toEqual(["film.unfinished", "new"]);
  rmSync(folder, { recursive: true });
});

test("a snapshot's name tells its moment, to the second, and its service", () => {
  const service = "019ab3c4-5d6e-7f80-91a2-b3c4d5e6f708";
  const name = snapshotName(NOW + 999, service);
  expect(name).toBe("snapshot-20261122T120000Z-d5e6f708");
  expect([snapshotMoment(name), snapshotMoment("snapshot-1")]).toEqual([NOW, null]);
  expect([
    isSnapshotOf(name, service),
    isSnapshotOf(name, "other"),
    isSnapshotOf("d5e6f708", service),
  ]).toEqual([true, false, false]);
});
