import { expect, test } from "bun:test";
import fc from "fast-check";
import { conditionFilter } from "../../src/contract/retention.ts";
import { DEFAULT_RETENTION, type ServiceRetention } from "../../src/domain/retention.ts";
import { PRINT_COLUMNS, printFromRow, type PrintRow } from "../../src/storage/print-row.ts";
import { type ModelState, type ModelStored, modelRun } from "./retention-model.ts";
import { RetentionService } from "./retention-service.ts";

const HOUR = 3_600_000;

const workspaceId = fc.constantFrom(1, 1, 2);
const kind = fc.constantFrom("bill", "invoice", "test");
const condition = fc.oneof(
  fc.constant({}),
  kind.map((value) => ({ tag: { op: "eq", key: "kind", value } })),
  kind.map((value) => ({ tag: { op: "neq", key: "kind", value } })),
  fc.constantFrom("flat", "WHITE", "7.50").map((text) => ({ text })),
);
const age = fc.constantFrom("1h", "30h", "3d", "8d", "1mo", "1y");
const limit = fc.record({
  maxAge: fc.option(age, { nil: undefined, freq: 2 }),
  maxPrints: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  maxSize: fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
});

type Step =
  | { readonly do: "print"; readonly workspaceId: number; readonly kind: string; readonly words: string[] }
  | { readonly do: "wait"; readonly hours: number }
  | {
      readonly do: "tag" | "delete" | "restore" | "queue" | "finish";
      readonly pick: number;
      readonly kind: string;
    }
  | {
      readonly do: "rule";
      readonly workspaceId: number;
      readonly condition: object;
      readonly limits: object;
      readonly position: number;
      readonly isConfirmed: boolean;
    }
  | { readonly do: "unrule"; readonly workspaceId: number; readonly pick: number }
  | { readonly do: "hold"; readonly workspaceId: number; readonly condition: object }
  | { readonly do: "release"; readonly workspaceId: number; readonly pick: number }
  | {
      readonly do: "run";
      readonly limits: Partial<ServiceRetention>;
      readonly excess: number;
      readonly isNight: boolean;
    };

const pick = fc.nat(1000);
const words = fc.array(fc.constantFrom("flat", "White", "7.50", "coffee"), { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant("print" as const), workspaceId, kind, words }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("wait" as const), hours: fc.constantFrom(0, 1, 20, 90, 800) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("tag", "delete", "restore", "queue", "finish"),
      pick,
      kind,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("rule" as const),
      workspaceId,
      condition,
      limits: limit,
      position: fc.nat(3),
      isConfirmed: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unrule" as const), workspaceId, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("hold" as const), workspaceId, condition }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const), workspaceId, pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("run" as const),
      limits: fc.record(
        {
          maxAge: age,
          maxPrints: fc.integer({ min: 1, max: 12 }),
          maxSize: fc.constant(1_000_000),
          purgeAfter: fc.constantFrom("1h", "3d", "1mo"),
        },
        { requiredKeys: [] },
      ),
      excess: fc.integer({ min: -1000, max: 12_000 }),
      isNight: fc.boolean(),
    }),
  },
);

/** A service, and what the model knows beside its rows: the words on paper. */
class Tried {
  readonly service = new RetentionService();
  readonly paper = new Map<number, string[]>();
  private readonly deliveries = new Map<number, number>();

  async take(given: Step): Promise<void> {
    const { service } = this;
    service.now += 1;
    switch (given.do) {
      case "print": {
        const tag = { kind: given.kind };
        const id = service.print(given.words.join(" "), { workspaceId: given.workspaceId, tag });
        this.paper.set(id, [given.words.join(" ")]);
        return;
      }
      case "wait":
        service.now += given.hours * HOUR;
        return;
      case "rule": {
        const isLimited = Object.values(given.limits).some((value) => value !== undefined);
        const { condition: wanted, limits, position, isConfirmed } = given;
        const body = { condition: wanted, ...limits, ...(isLimited ? {} : { keep: true }), position };
        service.rule(JSON.parse(JSON.stringify(body)) as object, given.workspaceId, isConfirmed);
        return;
      }
      case "unrule": {
        const rule = chosen(service.store.list(given.workspaceId), given.pick);
        if (rule === undefined) return;
        const change = { do: "remove", workspaceId: given.workspaceId, id: rule.id } as const;
        service.write({ kind: "retention", change });
        service.confirmAll(given.workspaceId);
        return;
      }
      case "hold":
        service.hold(given.condition, given.workspaceId);
        return;
      case "release": {
        const holds = service.store.holds.list(given.workspaceId, Infinity);
        const hold = chosen(holds, given.pick);
        if (hold !== undefined) service.release(hold.id, given.workspaceId);
        return;
      }
      case "run":
        return this.run(given);
      default:
        return this.touch(given);
    }
  }

  private touch(given: Extract<Step, { readonly pick: number; readonly kind: string }>): void {
    const { service } = this;
    const print = chosen(this.prints(), given.pick);
    if (print === undefined) return;
    const { id: printId, workspaceId: owner } = print;
    const open = this.deliveries.get(printId);
    if (given.do === "tag" && print.deletedAt === null) {
      const patch = { tag: new Map([["kind", given.kind]]) };
      service.write({ kind: "update", workspaceId: owner, printId, patch });
    } else if (given.do === "queue" && open === undefined) {
      const change = { do: "queue", workspaceId: owner, printId, printerId: 1 } as const;
      this.deliveries.set(printId, service.write({ kind: "delivery", change }).id);
    } else if (given.do === "finish" && open !== undefined) {
      service.write({ kind: "delivery", change: { do: "cancel", workspaceId: owner, id: open } });
      this.deliveries.delete(printId);
    } else if (given.do === "delete" || given.do === "restore")
      service.write({ kind: given.do, workspaceId: owner, printId });
  }

  private async run(given: Extract<Step, { readonly do: "run" }>): Promise<void> {
    const { service } = this;
    const limits = { ...DEFAULT_RETENTION, ...given.limits };
    const usedBytes = 1_000_000 + given.excess;
    service.scan.used = usedBytes;
    const before = service.state();
    const expected = modelRun(this.model(limits, usedBytes, given.isNight));
    const report = await service.run(limits, given.isNight);
    const after = service.state();
    const removed = after.removed.filter((id) => !before.removed.includes(id));
    const deleted = before.live.filter((id) => !after.live.includes(id));
    expect({ deleted, removed }).toEqual({
      deleted: [...expected.deleted].toSorted((one, other) => one - other),
      removed: [...expected.removed].toSorted((one, other) => one - other),
    });
    expect(report.purged).toBe(removed.length);
    expect(Object.values(report.deleted).reduce((sum, prints) => sum + prints, 0)).toBe(deleted.length);
  }

  private model(limits: ServiceRetention, usedBytes: number, isNight: boolean): ModelState {
    const { store, now } = this.service;
    const both = [1, 2];
    return {
      prints: this.prints(),
      rules: both
        .flatMap((id) => store.list(id))
        .map((rule) => ({
          ...rule,
          filter: conditionFilter(rule.condition),
          isEnabled: rule.enabled,
          isApplied: rule.appliesFrom !== null && rule.appliesFrom <= now,
        })),
      holds: both
        .flatMap((id) => store.holds.list(id))
        .map((hold) => ({ ...hold, filter: conditionFilter(hold.condition) })),
      limits,
      usedBytes,
      now,
      isNight,
    };
  }

  /** The prints that were not removed. */
  private prints(): ModelStored[] {
    const { database } = this.service;
    const rows = database
      .query<PrintRow & { size: number; storedBytes: number }, []>(
        `SELECT ${PRINT_COLUMNS}, byte_length AS size, length(content) AS storedBytes FROM print ` +
          "JOIN print_data ON print_id = print.id WHERE removal_id IS NULL ORDER BY id",
      )
      .all();
    return rows.map((row) => ({
      ...printFromRow(row),
      size: row.size,
      storedBytes: row.storedBytes,
      paper: this.paper.get(row.id) ?? [],
      waitsForPaper: this.deliveries.has(row.id),
    }));
  }
}

function chosen<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}

test("exactly what the model says is deleted and removed, whatever was printed, held and ruled", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
      const tried = new Tried();
      try {
        for (const given of steps) await tried.take(given);
        await tried.take({ do: "run", limits: { maxAge: "30h", maxPrints: 6 }, excess: 0, isNight: true });
      } finally {
        tried.service.close();
      }
    }),
    { numRuns: 150 },
  );
});
