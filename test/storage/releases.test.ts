import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeDatabase, type DatabaseDescription } from "../../scripts/release-database/description.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import { openForReading } from "../../src/storage/database.ts";
import { verifyJournal } from "../../src/verification/verify-journal.ts";
import { binary, run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

/*
 * A database of every released version (made by scripts/release-database.ts, after a kill, with jobs on their way) is opened by
 * this one, brought up to date, and holds what it held.
 */

const RELEASES = join(import.meta.dir, "releases");

interface Release extends DatabaseDescription {
  readonly version: string;
}

const releases = readdirSync(RELEASES)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(RELEASES, name), "utf8")) as Release);

/** A data folder as that release left it. */
function unpack({ version }: Release): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    databasePath(folder),
    Bun.zstdDecompressSync(readFileSync(join(RELEASES, `${version}.sqlite.zst`))),
  );
  return folder;
}

test("there is one of the first release", () => {
  expect(releases.map(({ version }) => version)).toContain("0.1.0");
});

describe.each(releases.map((release) => [release.version, release] as const))("%s", (_version, release) => {
  const folders: string[] = [];
  const newFolder = () => {
    const folder = unpack(release);
    folders.push(folder);
    return folder;
  };
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  test("has something in nearly every table", () => {
    const empty = Object.values(release.counts).filter((count) => count === 0);
    expect(empty.length).toBeLessThan(2);
    expect(describeDatabase(databasePath(newFolder()))).toEqual({
      schema: release.schema,
      counts: release.counts,
      prints: release.prints,
    });
  });

  test("is brought up to date, and holds the same", async () => {
    const folder = newFolder();
    const { exitCode, stdout, stderr } = await run(["update", "rehearse", folder]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    const { length: schema } = MIGRATIONS;
    expect(JSON.parse(stdout)).toMatchObject({
      before: { schema: release.schema, prints: release.prints.length },
      after: { schema, prints: release.prints.length },
    });
    const now = describeDatabase(databasePath(folder));
    expect(now.schema).toBe(schema);
    expect(now.prints).toEqual(release.prints);
    for (const [table, count] of Object.entries(release.counts))
      expect([table, now.counts[table]]).toEqual([table, count]);
  });

  test("killed while it is brought up to date, it is as before or as after", async () => {
    for (const milliseconds of [10, 40, 80, 120, 200]) {
      const folder = newFolder();
      const child = Bun.spawn([binary(), "update", "rehearse", folder], {
        stdout: "ignore",
        stderr: "ignore",
      });
      // Where it is then differs from machine to machine; each place is right.
      await Promise.race([Bun.sleep(milliseconds), child.exited]);
      child.kill("SIGKILL");
      await child.exited;
      const { schema, prints } = describeDatabase(databasePath(folder));
      expect([release.schema, MIGRATIONS.length]).toContain(schema);
      expect(prints).toEqual(release.prints);
      expect((await run(["update", "rehearse", folder])).exitCode).toBe(0);
    }
  });

  describe("by a service", () => {
    let service: Service;
    let admin: string;
    beforeAll(async () => {
      const folder = newFolder();
      const words = ["token", "create", "--scopes", "admin,read,write", "--data", folder];
      admin = (await run(words)).stdout.trim();
      service = await Service.start({ folder, token: admin });
    });
    afterAll(() => service.stop());

    /** Of a workspace, by a token of its own. */
    async function tokenOf(workspace: string): Promise<string> {
      const words = ["token", "create", "--workspace", workspace, "--data", service.folder];
      return (await run(words)).stdout.trim();
    }

    async function search(workspace: string, token: string, query: object): Promise<number[]> {
      const path = `/api/workspace/${workspace}/prints/search`;
      const response = await service.fetch(path, { token, json: { pageSize: 1000, ...query } });
      const { items } = (await response.json()) as { items: { id: number }[] };
      return items.map(({ id }) => id);
    }

    test("every print has its bytes, is found by its label, and is deleted if it was", async () => {
      for (const [workspace, prints] of Map.groupBy(release.prints, (print) => print.workspace)) {
        const token = await tokenOf(workspace);
        for (const { id, label, sha256, isDeleted } of prints) {
          const raw = await service.fetch(`/api/workspace/${workspace}/prints/${id}/raw`, { token });
          const sum = new Bun.CryptoHasher("sha256").update(await raw.arrayBuffer()).digest("hex");
          expect([id, raw.status, sum]).toEqual([id, 200, sha256]);
          if (label === null) continue;
          const found = await search(workspace, token, { label, deleted: isDeleted });
          expect([id, found.includes(id)]).toEqual([id, true]);
        }
      }
    });

    test("the text of prints is found, that of pictures too, and what was on its way is stored", async () => {
      await until(async () => (await search("default", admin, { text: "order #1007" })).length > 0);
      await until(
        async () => (await search("default", admin, { text: "thank you for your visit" })).length > 0,
      );
      // The job of a host that was there when the service was killed.
      await until(async () => (await search("default", admin, { text: "order #1800" })).length > 0);
    });

    test("every print is taken up in the journal, which is whole", async () => {
      const database = openForReading(databasePath(service.folder));
      try {
        await until(async () => (await verifyJournal(database)).waiting === 0);
        const { prints, findings } = await verifyJournal(database);
        expect(findings).toEqual([]);
        expect(prints).toBeGreaterThanOrEqual(release.prints.length);
      } finally {
        database.close();
      }
    });

    test("it is well", async () => {
      const { canPrint } = (await (await service.fetch("/healthz")).json()) as { canPrint: boolean };
      expect(canPrint).toBe(true);
      expect((await service.store({ label: "new" })).id).toBeGreaterThan(
        Math.max(...release.prints.map(({ id }) => id)),
      );
    });
  });
});
