import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PlacedSnapshot, readCatalogue } from "../../src/backup/backup-catalogue.ts";
import {
  BACKUP_FORMAT,
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
  return { name: snapshotName(takenAt), manifest, takenAt, segments: [], bytes: 0 };
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
  expect(outdated(days.map(placed), pruning)).toEqual(going.map(placed));
});

test("what another service made is left alone, and what it is about to make", async () => {
  const folder = temporaryFolder();
  const write = (daysAgo: number, service: string | null) => {
    const name = snapshotName(NOW - daysAgo * MILLISECONDS_PER_DAY - (service === "own" ? 0 : 1000));
    mkdirSync(join(folder, name, "segments"), { recursive: true });
    writeFileSync(join(folder, name, "tillroll.sqlite"), "");
    if (service !== null)
      writeFileSync(join(folder, name, MANIFEST_FILE), JSON.stringify(manifestOf(daysAgo, service)));
    return name;
  };
  const mine = [3, 2, 1].map((days) => write(days, "own"));
  const kept = [write(4, "other"), write(2.5, null), mine.at(-1) ?? ""];
  const place = new FolderPlace(folder);
  const pruning = { keep: 1, maxAgeMilliseconds: null, now: NOW };
  const removed = await prune(place, await readCatalogue(place), "own", pruning);
  expect(removed.toSorted()).toEqual(mine.slice(0, 2));
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  rmSync(folder, { recursive: true });
});

test("a snapshot's name tells its moment, to the second", () => {
  expect(snapshotName(NOW + 999)).toBe("snapshot-20261122T120000Z");
  expect([snapshotMoment(snapshotName(NOW)), snapshotMoment("snapshot-1")]).toEqual([NOW, null]);
});
