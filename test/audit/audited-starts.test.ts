import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { StorageStage } from "../../src/app/storage-stage.ts";
import { expireAudit } from "../../src/app/audit-stage.ts";
import { audit, systemActor } from "../../src/audit/audit-entry.ts";
import type { AuditEntryAnswer } from "../../src/contract/audit.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { readAge } from "../../src/domain/age.ts";
import type { ScheduledTask, Timetable } from "../../src/operations/timetable.ts";
import { type AuditChange, AuditStore } from "../../src/storage/audit-store.ts";
import { run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";
import { openLiveDatabase } from "../live-database.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const flags = ["--log-to", "file"];

async function entries(): Promise<AuditEntryAnswer[]> {
  const { stdout } = await run(["audit", "--json", "--actor", "service", "--data", folder]);
  return stdout
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntryAnswer);
}

const acts = async () => (await entries()).map(({ act }) => act);

test("starts and stops are entered, and another configuration with what is other", async () => {
  const first = await Service.start({ folder, flags: [...flags, "--slow-query", "2s"] });
  await first.stop();
  const same = await Service.start({ folder, token: first.token, flags: [...flags, "--slow-query", "2s"] });
  await same.stop();
  const environment = { TILLROLL_BACKUP_BUCKET_SECRET: "geheim" };
  const other = await Service.start({
    folder,
    token: first.token,
    flags: [...flags, "--log-level", "error"],
    environment,
  });
  await other.stop();
  expect(await acts()).toEqual([
    "service.started",
    "configuration.changed",
    "service.stopped",
    "service.started",
    "service.stopped",
    "service.started",
    "configuration.changed",
    "service.stopped",
  ]);
  const [, changed] = (await entries()).filter(({ act }) => act === "configuration.changed");
  expect(changed?.details["changed"]).toEqual({
    "slow-query": ["2s", null],
    "log-level": [null, "error"],
    "backup-bucket-secret": [null, "(not shown)"],
  });
  expect(JSON.stringify(await entries())).not.toContain("geheim");
});

test("a crash leaves a start without a stop", async () => {
  const service = await Service.start({ folder, token: "", flags });
  await until(async () => (await acts()).filter((act) => act === "service.started").length === 4);
  await service.stop("SIGKILL");
  expect((await acts()).at(-1)).toBe("configuration.changed");
});

test("entries that are older than asked for are removed, some at a time, and that is entered", async () => {
  using database = openLiveDatabase(databasePath(folder));
  const store = new AuditStore(database);
  const count = 2500;
  database.transaction(() => {
    for (let at = 0; at < count; at++) store.add(audit(systemActor("service"), "printer.changed", "bar"), at);
  })();
  const tasks: ScheduledTask[] = [];
  const removed: number[] = [];
  const writer = {
    submit({ change }: { change: AuditChange }) {
      removed.push(store.apply(change, Date.now()));
      return Promise.resolve({ id: removed.at(-1) });
    },
  };
  const stage = { writer, clock: { now: Date.now } } as unknown as StorageStage;
  const timetable = { add: (task: ScheduledTask) => tasks.push(task) } as unknown as Timetable;
  expireAudit(stage, { timetable }, null);
  expect(tasks.length).toBe(0);
  expireAudit(stage, { timetable }, readAge("10y"));
  await tasks[0]?.run(new AbortController().signal);
  expect([removed.at(-1), removed.reduce((sum, each) => sum + each, 0)]).toEqual([0, count]);
  const filter = {
    since: null,
    until: null,
    act: null,
    actor: "old",
    subject: null,
    workspaceId: null,
    before: null,
  };
  expect(store.list({ ...filter, limit: 1 })).toEqual([]);
  const told = store.list({ ...filter, actor: "audit", limit: 10 }).map(({ details }) => details["entries"]);
  expect(told.toReversed()).toEqual(removed.slice(0, -1));
});
