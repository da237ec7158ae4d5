import { expect, test } from "bun:test";
import { Diversion } from "../../src/delivery/diversion.ts";
import type { RecordOutcome } from "../../src/delivery/queue-step.ts";
import { Stall } from "../../src/delivery/stall.ts";
import type { DeliveryChange } from "../../src/storage/delivery-store.ts";

/** A job that hangs; the steps wait until they are answered. */
class Hang {
  readonly changes: DeliveryChange[] = [];
  backup: { printerId: number; after: number } | null = { printerId: 2, after: 0 };
  readonly diversion = new Diversion(1, false);
  readonly stall = new Stall({
    diversion: this.diversion,
    backup: () => this.backup,
    record: (change) => {
      this.changes.push(change);
      const { promise, resolve } = Promise.withResolvers<RecordOutcome>();
      this.answers.push(resolve);
      return promise;
    },
  });
  private readonly answers: ((outcome: RecordOutcome) => void)[] = [];

  get underWay(): number {
    return this.answers.length;
  }

  /** Answers the oldest step, and lets everything take its course. */
  async answer(outcome: RecordOutcome): Promise<void> {
    this.answers.shift()?.(outcome);
    await Bun.sleep(0);
  }
}

test("prints that come at once while a job hangs move by one step after another, and their printer knows of it", async () => {
  const hang = new Hang();
  hang.stall.begin("It hangs.");
  await hang.answer("gone");
  // Two prints are stored, and the first step moves both.
  hang.stall.wake();
  hang.stall.wake();
  expect(hang.underWay).toBe(1);
  await hang.answer("recorded");
  while (hang.underWay > 0) await hang.answer("gone");
  expect(hang.diversion.isDiverted).toBe(true);
  expect(hang.diversion.giveBack(false)).toMatchObject({ do: "giveBack", isTold: true });
  // It is told until something has moved, and not again.
  expect(hang.changes.map((change) => "isTold" in change && change.isTold)).toEqual([true, true, false]);
});

test("a print that comes while the last step is under way moves, too", async () => {
  const hang = new Hang();
  hang.stall.begin("It hangs.");
  hang.stall.wake();
  await hang.answer("gone");
  expect(hang.underWay).toBe(1);
  await hang.answer("recorded");
  await hang.answer("gone");
  expect(hang.underWay).toBe(0);
});

test("a step that finds nothing leaves what the backup has known", () => {
  const diversion = new Diversion(1, true);
  diversion.noteTrouble(0);
  const backup = { printerId: 2, after: 0 };
  // As when two ways to begin overlap.
  const [first, second] = [diversion.takeOver(backup, "", 0), diversion.takeOver(backup, "", 0)];
  if (first === null || second === null) throw new Error("too early");
  expect(diversion.moved(first, false)).toBeNull();
  expect(diversion.moved(second, false)).toBeNull();
  expect(diversion.isDiverted).toBe(true);
});

test.each(["the job goes on", "another backup is set"])("the next step goes by it when %s", async (what) => {
  const hang = new Hang();
  hang.stall.begin("It hangs.");
  if (what === "the job goes on") hang.stall.end(true);
  else hang.backup = { printerId: 3, after: 0 };
  await hang.answer("recorded");
  const backups = hang.changes.map((change) => change.do === "divert" && change.backupId);
  expect(backups).toEqual(what === "the job goes on" ? [2] : [2, 3]);
});
