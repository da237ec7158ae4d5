import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_RETENTION, type ServiceRetention } from "../../src/domain/retention.ts";
import { Retention } from "../../src/retention/retention.ts";
import { retentionHealth } from "../../src/retention/retention-health.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { WriteOperation, WriteSuccess } from "../../src/storage/write-operation.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import { type GivenPrint, printOperation } from "../rules/rules-service.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const DAY = 86_400_000;

/** A database with a writer of one thread, and the real Worker of retention. */
class Service {
  readonly folder = temporaryFolder();
  readonly path = join(this.folder, "tillroll.sqlite");
  private readonly writing = openForWriting(this.path);
  readonly reading;
  private readonly writer: BatchWriter;
  /** The trusted time, and whether the machine's clock is believed. */
  clock = { trusted: Date.parse("2026-01-01T00:00:00Z"), isBelieved: true };
  retention: Retention;
  readonly purged: number[] = [];
  readonly logged: string[] = [];
  /** Called before each operation. */
  beforeWrite: (operation: WriteOperation) => void = () => {};

  constructor() {
    this.writing.run("PRAGMA synchronous = OFF");
    migrate(this.writing);
    ensureAdministrator(this.writing, 0);
    this.writer = new BatchWriter(this.writing, () => this.clock.trusted);
    this.reading = openForReading(this.path);
    this.retention = this.start();
  }

  /** A service that is started with these limits. */
  start(limits: Partial<ServiceRetention> = {}): Retention {
    this.retention?.close();
    const { clock } = this;
    return (this.retention = new Retention({
      databasePath: this.path,
      database: this.reading,
      writer: { submit: async (operation) => this.write(operation), depth: 0 },
      clock: { state: () => ({ machine: clock.trusted, ...clock }) },
      log: { write: (_level, message) => void this.logged.push(message) },
      limits: { ...DEFAULT_RETENTION, ...limits },
      purge: async (_workspaceId, printIds) => {
        this.purged.push(...printIds);
        return { prints: printIds.length, bytes: printIds.length };
      },
    }));
  }

  write(operation: WriteOperation): WriteSuccess {
    this.beforeWrite(operation);
    const [result] = this.writer.write([operation]).results;
    if (result?.ok !== true) throw new Error(result?.message);
    return result;
  }

  print(lines: string, given: GivenPrint = {}): number {
    return this.write(printOperation(lines, { printerId: null, ...given })).id;
  }

  /** How many prints are not deleted. */
  get live(): number {
    const count = "SELECT count(*) AS prints FROM print WHERE deleted_at IS NULL";
    return this.reading.query<{ prints: number }, []>(count).get()?.prints ?? 0;
  }

  health(): { readonly state: string; readonly message: string } {
    const workspaces = new WorkspaceStore(this.reading);
    return retentionHealth(this.retention, workspaces, () => this.clock).look();
  }

  close(): void {
    this.retention.close();
    this.reading.close();
    this.writing.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let service: Service;
beforeEach(() => (service = new Service()));
afterEach(() => service.close());

test("without limits, rules and deleted prints nothing is done", async () => {
  service.print("one");
  await service.retention.run("night");
  expect([service.live, service.health().message]).toEqual([1, "All prints are kept."]);
  expect(service.retention.store.lastRun()).toBeNull();
});

test("a limit that would delete prints at once waits for a day; one that would not applies", async () => {
  for (const line of ["one", "two", "three"]) service.print(line);
  const retention = service.start({ maxPrints: 1, maxAge: "2y" });
  await retention.run("hour");
  expect(service.live).toBe(3);
  const waiting = retention.store
    .limits()
    .map(({ name, wouldDelete, appliesFrom }) => [
      name,
      wouldDelete,
      (appliesFrom ?? 0) - service.clock.trusted,
    ]);
  expect(waiting).toEqual([
    ["max-age", 0, 0],
    ["max-prints", 2, DAY],
    ["purge-after", 0, 0],
  ]);
  expect(service.health()).toMatchObject({
    state: "degraded",
    message: expect.stringContaining("--max-prints 1 deletes 2 prints from 2026-01-02 00:00 UTC on."),
  });
  service.clock.trusted += DAY;
  await service.start({ maxPrints: 1, maxAge: "2y" }).run("hour");
  expect([service.live, service.health().state]).toEqual([1, "ok"]);
});

test("what is confirmed is done by the next run", async () => {
  for (const line of ["one", "two"]) service.print(line);
  const retention = service.start({ maxPrints: 1 });
  await retention.lookAtNew();
  service.write({ kind: "retention", change: { do: "confirmLimits" } });
  await retention.run("hour");
  expect(service.live).toBe(1);
  expect(service.logged).toContain("retention has run");
});

test("with a clock that is not believed nothing is deleted, whatever it says", async () => {
  service.print("one");
  const retention = service.start({ maxAge: "1y" });
  await retention.run("night");
  service.clock.trusted += 3650 * DAY;
  service.clock.isBelieved = false;
  await retention.run("night");
  expect([service.live, service.health().state]).toEqual([1, "degraded"]);
  expect(service.health().message).toContain("the machine's clock is not believed");
});

test("after a leap of the clock nothing is deleted for a day, and not at all when it is set back", async () => {
  service.print("one");
  const retention = service.start({ maxAge: "30d" });
  await retention.run("night");
  service.clock.trusted += 170 * DAY;
  await retention.run("night");
  expect(service.live).toBe(1);
  expect(service.health().message).toContain("The clock has made a leap");
  service.clock.trusted -= 170 * DAY;
  await retention.run("night");
  service.clock.trusted += 2 * DAY;
  await retention.run("night");
  expect([service.live, service.health().state]).toEqual([1, "ok"]);
});

test("a leap that was a right one goes on after a day, or when it is confirmed", async () => {
  for (const wait of [DAY, 0]) {
    service.print("one");
    const retention = service.start({ maxAge: "30d" });
    await retention.run("night");
    service.clock.trusted += 170 * DAY;
    await retention.run("night");
    expect(service.live).toBe(1);
    if (wait === 0) service.write({ kind: "retention", change: { do: "confirmLimits" } });
    service.clock.trusted += wait;
    await retention.run("night");
    expect(service.live).toBe(0);
  }
});

test("months without anything to do are no leap of the clock", async () => {
  const [first, second] = [service.print("one"), service.print("two")];
  service.write({ kind: "delete", workspaceId: 1, printId: first });
  await service.retention.run("night");
  service.write({ kind: "restore", workspaceId: 1, printId: first });
  for (let night = 0; night < 60; night++) {
    service.clock.trusted += DAY;
    await service.retention.run("night");
  }
  service.write({ kind: "delete", workspaceId: 1, printId: second });
  await service.retention.run("night");
  expect([service.logged, service.health().state]).toEqual([[], "ok"]);
});

test("a run that is broken off in the middle is finished by the next", async () => {
  for (let print = 0; print < 200; print++) service.print("one");
  const limits = { maxPrints: 1 };
  await service.start(limits).lookAtNew();
  service.write({ kind: "retention", change: { do: "confirmLimits" } });
  const ending = new AbortController();
  let pieces = 0;
  service.beforeWrite = (operation) => {
    if (operation.kind === "retention" && operation.change.do === "expire" && ++pieces === 2) ending.abort();
  };
  const broken = service.retention.run("hour", ending.signal);
  expect(await broken.catch((error: unknown) => String(error))).toContain("the service is stopping");
  expect(service.live).toBeGreaterThan(1);
  service.beforeWrite = () => {};
  await service.start(limits).run("hour");
  expect(service.live).toBe(1);
});

test("holds are told by the text of receipts too, and by the version that they were seen with", async () => {
  const [held, free] = [service.print("Order 77"), service.print("Order 78")];
  const { retention } = service;
  expect(await retention.heldBy(1, [held, free])).toEqual({ version: 0, held: new Map() });
  const hold = { workspaceId: 1, name: "Case", condition: '{"text":"order 77"}', reason: "asked", by: "me" };
  service.write({ kind: "retention", change: { do: "hold", ...hold } });
  expect(await retention.heldBy(1, [held, free])).toEqual({ version: 1, held: new Map([[held, "Case"]]) });
});

test("what was deleted before there was purging waits for a day as well", async () => {
  const id = service.print("one");
  service.write({ kind: "delete", workspaceId: 1, printId: id });
  service.clock.trusted += 400 * DAY;
  await service.retention.run("night");
  expect([service.purged, service.health().state]).toEqual([[], "degraded"]);
  service.clock.trusted += DAY;
  await service.retention.run("night");
  expect(service.purged).toEqual([id]);
});

test("a rule behind one that is for all prints is told to be useless", async () => {
  const settings = { condition: "{}", maxAge: "2y", maxPrints: null, maxSize: null, enabled: true };
  for (const name of ["all", "never"]) {
    const given = { settings: { ...settings, name }, position: null };
    service.write({ kind: "retention", change: { do: "create", workspaceId: 1, given } });
  }
  await service.retention.run("night");
  expect(service.health().message).toBe(
    "The rule of retention 2 never applies: rule 1 before it is for all prints.",
  );
});
