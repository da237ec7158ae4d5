import { afterAll, beforeAll, expect, test } from "bun:test";
import { storePrints } from "../../scripts/faults/many-prints.ts";
import { TillrollError } from "../../src/domain/errors.ts";
import { type Finding, FIRST_PLACE } from "../../src/scrub/finding.ts";
import { Scrub } from "../../src/scrub/scrub.ts";
import { SCRUB_LIMITS } from "../../src/scrub/scrub-limits.ts";
import { DEFAULT_SCRUB } from "../../src/scrub/scrub-options.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { NO_PROGRESS, type ScrubChange, ScrubReader, ScrubStore } from "../../src/storage/scrub-store.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { INDEX_SIZES } from "../../src/search/index-sizes.ts";
import { SimulatedService } from "../search/simulated-service.ts";

/* The rounds themselves: what they write, where they go on, and that nothing is written once they have ended. */

const PRINTS = 600;

let service: SimulatedService;
beforeAll(async () => {
  service = new SimulatedService(INDEX_SIZES, 2 ** 20);
  storePrints(service.database, PRINTS);
  await service.settle();
});
afterAll(() => service.close());

/** A scrub on the service's database, whose writes are kept. */
class Trial implements AsyncDisposable {
  readonly changes: ScrubChange[] = [];
  readonly writing = openForWriting(service.path);
  readonly reading = openForReading(service.path);
  readonly reader = new ScrubReader(this.reading);
  private readonly store = new ScrubStore(this.writing);
  now = 1_800_000_000_000;
  readonly scrub = new Scrub({
    options: DEFAULT_SCRUB,
    databasePath: service.path,
    reader: this.reader,
    writer: { depth: 0, submit: (operation) => this.submit(operation) },
    clock: () => this.now,
    monotonic: () => performance.now(),
    log: { write() {} },
    databaseBytes: () => 1,
    prints: () => PRINTS,
    onDamagedSegment: () => {},
  });

  private submit(operation: WriteOperation) {
    if (operation.kind === "scrub") {
      this.changes.push(operation.change);
      this.store.apply(operation.change, this.now);
    }
    return Promise.resolve({ ok: true, id: 0, json: "", replayed: false } as const);
  }

  /** Waits for the end of the round that is under way. */
  async finished(): Promise<void> {
    const deadline = performance.now() + 60_000;
    while (this.scrub.isUnderWay) {
      if (performance.now() > deadline) throw new Error("the round never ends");
      await Bun.sleep(5);
    }
    while (this.changes.at(-1)?.progress?.finishedAt !== this.scrub.progress.finishedAt) await Bun.sleep(5);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.scrub.close();
    this.reading.close();
    this.writing.close();
  }
}

test("a round says how far it came, and when the next begins", async () => {
  await using trial = new Trial();
  expect(trial.scrub.nextAt).toBe(trial.now);
  trial.scrub.hurry();
  await trial.finished();
  expect(trial.reader.progress()).toMatchObject({
    beganAt: null,
    finishedAt: trial.now,
    finishedPrints: PRINTS,
  });
  expect(trial.scrub.nextAt).toBe(trial.now + (DEFAULT_SCRUB.everyMilliseconds ?? 0));
  expect(trial.reader.findings(10)).toEqual([]);
});

test("another run goes on where the one before was", async () => {
  const store = new ScrubStore(service.database);
  const place = { ...FIRST_PLACE, after: 500 };
  const progress = { ...NO_PROGRESS, beganAt: 1, place, prints: 500 };
  store.apply({ do: "note", progress, found: [], rechecked: [], forgetBefore: 0 }, 1);
  await using trial = new Trial();
  trial.scrub.hurry();
  await trial.finished();
  expect(trial.reader.progress().finishedPrints).toBe(PRINTS);
});

test("of a disk that is gone so much is kept as there is room for, and it is not forgotten by the next round", () => {
  const store = new ScrubStore(service.database);
  const reader = new ScrubReader(service.database);
  const found = Array.from({ length: SCRUB_LIMITS.findings + 1 }, (_, index): Finding => {
    return { kind: "table", printId: null, subject: String(index), detail: "It cannot be read." };
  });
  const note = { do: "note", progress: null, rechecked: [] } as const;
  for (const now of [1, 2]) store.apply({ ...note, found, forgetBefore: now }, now);
  expect(reader.counts().get("table")).toBe(SCRUB_LIMITS.findings);
  store.apply({ ...note, found: [], forgetBefore: 3 }, 3);
  expect(reader.counts().size).toBe(0);
});

test("what reading met is looked at, and forgotten when it is whole again", async () => {
  await using trial = new Trial();
  const [kept] = service.database
    .query<{ label: string | null }, []>("SELECT label FROM print WHERE id = 7")
    .all();
  const set = (label: string | null) =>
    service.database.query("UPDATE print SET label = ? WHERE id = 7").run(label);
  set("another");
  trial.scrub.noteError(new TillrollError("PRINT_DATA_DAMAGED", "", { printId: 7 }));
  trial.scrub.noteError(new TillrollError("PRINT_DATA_DAMAGED", "", { printId: 7 }));
  while (trial.changes.length === 0) await Bun.sleep(5);
  expect(trial.reader.findings(10)).toMatchObject([{ kind: "metadata", printId: 7 }]);
  set(kept?.label ?? null);
  trial.now += 1000;
  trial.scrub.hurry();
  await trial.finished();
  expect(trial.reader.findings(10)).toEqual([]);
  expect(trial.changes.filter(({ rechecked }) => rechecked.includes(7)).length).toBeLessThanOrEqual(2);
});

test("after its end nothing is written any more", async () => {
  const trial = new Trial();
  trial.scrub.hurry();
  trial.scrub.noteDamagedPrints([1, 2, 3]);
  await trial[Symbol.asyncDispose]();
  const { length } = trial.changes;
  trial.scrub.hurry();
  trial.scrub.noteDamagedPrints([4]);
  await new Promise((resolve) => void setImmediate(resolve));
  expect(trial.changes.length).toBe(length);
});
