import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { EventPosition } from "../../src/domain/event.ts";
import { EventReader } from "../../src/events/event-reader.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import { createOperation } from "../create-operation.ts";

const BEGIN: EventPosition = { nextOrdinal: 0, lastEvent: 0 };
const HOUR = 3_600_000;

/** A service of one database, whose clock says what it is told to. */
class Service {
  readonly database = new Database(":memory:", { strict: true });
  now = 100 * HOUR;
  private readonly writer;
  readonly reader;

  constructor() {
    migrate(this.database);
    ensureAdministrator(this.database, 0);
    new WorkspaceStore(this.database).create("other", 48, 0);
    this.writer = new BatchWriter(this.database, () => this.now);
    this.reader = new EventReader(this.database);
  }

  write(operation: WriteOperation): number {
    const [result] = this.writer.write([operation]).results;
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    return result.id;
  }

  /** What is told from a position on, read `most` at a time: kinds, prints, and where the listener is after each. */
  told(workspaceId: number, from: EventPosition, most: number) {
    const told: { what: string; position: EventPosition }[] = [];
    let position = from;
    for (;;) {
      const events = this.reader.after(workspaceId, position, most);
      if (events.length === 0) return told;
      expect(events.length).toBeLessThanOrEqual(most);
      for (const event of events) {
        const { id, printId } = JSON.parse(event.data) as { id?: number; printId?: number };
        told.push({ what: `${event.kind} ${id ?? printId ?? "?"}`, position: event.position });
        position = event.position;
      }
    }
  }
}

test("a change is told after its print's creation, though the clock was set back between them", () => {
  const service = new Service();
  using _ = service.database;
  const first = service.write(createOperation());
  service.now += HOUR;
  const second = service.write(createOperation());
  service.now -= 2 * HOUR;
  service.write({ kind: "update", workspaceId: 1, printId: second, patch: { label: "changed" } });
  service.write(createOperation());
  service.now += 9 * HOUR;
  service.write({ kind: "delete", workspaceId: 1, printId: first });
  service.now -= 8 * HOUR;
  service.write(createOperation());
  expect(service.told(1, BEGIN, 100).map(({ what }) => what)).toEqual([
    "print.created 1",
    "print.created 2",
    "print.updated 2",
    "print.created 3",
    "print.deleted 1",
    "print.created 4",
  ]);
});

const step = fc.record({
  /** The clock goes on, or is set back or ahead by hours. */
  clock: fc.oneof(fc.nat(1000), fc.integer({ min: -3 * HOUR, max: 3 * HOUR })),
  workspaceId: fc.constantFrom(1, 2),
  do: fc.constantFrom("create", "create", "update", "delete", "restore", "fail", "erase"),
  which: fc.nat(1000),
});

test("whatever the clock does, events are told as they were stored, and the rest from wherever a listener was", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (steps, most) => {
      const service = new Service();
      using _ = service.database;
      // What is told of an erased print is that alone.
      const stored = new Map<number, { what: string; print: number }[]>([
        [1, []],
        [2, []],
      ]);
      const prints = new Map<number, { id: number; isDeleted: boolean }[]>([
        [1, []],
        [2, []],
      ]);
      for (const [index, { clock, workspaceId, do: kind, which }] of steps.entries()) {
        service.now += clock;
        const own = prints.get(workspaceId) ?? [];
        const log = stored.get(workspaceId) ?? [];
        const print = own[which % Math.max(own.length, 1)];
        if (kind === "create" || print === undefined) {
          const id = service.write(createOperation({ workspaceId }));
          own.push({ id, isDeleted: false });
          log.push({ what: `print.created ${id}`, print: id });
        } else if (kind === "update") {
          if (print.isDeleted) continue;
          const patch = { label: `label ${index}` };
          service.write({ kind: "update", workspaceId, printId: print.id, patch });
          log.push({ what: `print.updated ${print.id}`, print: print.id });
        } else if (kind === "erase") {
          const removal = {
            kind: "remove",
            how: "erased",
            workspaceId,
            printIds: [print.id],
            isLast: true,
          } as const;
          service.write({ ...removal, userId: null, reason: "asked for", removalId: null });
          own.splice(own.indexOf(print), 1);
          const left = log.filter((told) => told.print !== print.id);
          stored.set(workspaceId, [...left, { what: `print.erased ${print.id}`, print: print.id }]);
        } else if (kind === "fail") {
          const queue = { do: "queue", workspaceId, printId: print.id, printerId: 1 } as const;
          const id = service.write({ kind: "delivery", change: queue });
          service.write({ kind: "delivery", change: { do: "begin", id, printerId: 1 } });
          service.write({ kind: "delivery", change: { do: "fail", id, reason: "refused" } });
          log.push({ what: `delivery.failed ${print.id}`, print: print.id });
        } else {
          service.write({ kind, workspaceId, printId: print.id });
          if (print.isDeleted === (kind === "restore")) {
            const what = `print.${kind === "delete" ? "deleted" : "updated"} ${print.id}`;
            log.push({ what, print: print.id });
          }
          print.isDeleted = kind === "delete";
        }
      }
      for (const [workspaceId, log] of stored) {
        const told = service.told(workspaceId, BEGIN, most);
        expect(told.map(({ what }) => what)).toEqual(log.map(({ what }) => what));
        for (const [index, { position }] of told.entries()) {
          expect(service.told(workspaceId, position, most)).toEqual(told.slice(index + 1));
        }
        expect(service.reader.after(workspaceId, service.reader.endOf(workspaceId), 10)).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

describe("events of a database from before", () => {
  test("are told in the order of the clock, but never before their print", () => {
    const database = new Database(":memory:", { strict: true });
    migrate(
      database,
      MIGRATIONS.filter(({ version }) => version < 9),
    );
    // As that version made it: today's code knows today's tables only.
    database.run("INSERT INTO user (id, name, created_at) VALUES (1, 'administrator', 0)");
    database.run(
      "INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('default', 'default', 48, 0)",
    );
    const print = (id: number, createdAt: number) =>
      database.run(
        "INSERT INTO print (id, workspace_id, ordinal, print_key, user_id, width, test_print, created_at, updated_at) " +
          `VALUES (${id}, 1, ${id - 1}, 'key', 1, 48, 0, ${createdAt}, ${createdAt})`,
      );
    for (const [id, createdAt] of [10, 20, 20, 30].entries()) print(id + 1, createdAt);
    const event = (printId: number | "NULL", createdAt: number, kind = "print.updated") =>
      database.run(
        "INSERT INTO event (workspace_id, kind, print_id, created_at) " +
          `VALUES (1, '${kind}', ${printId}, ${createdAt})`,
      );
    event("NULL", 5, "delivery.failed");
    event(1, 20);
    event(4, 12);
    migrate(database);
    const told = new EventReader(database).after(1, BEGIN, 100);
    expect(told.map(({ kind, data }) => `${kind} ${(JSON.parse(data) as { id?: number }).id ?? ""}`)).toEqual(
      [
        "delivery.failed ",
        "print.created 1",
        "print.created 2",
        "print.created 3",
        "print.updated 1",
        "print.created 4",
        "print.updated 4",
      ],
    );
    database.close();
  });
});
