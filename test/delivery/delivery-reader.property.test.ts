import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import fc from "fast-check";
import { DeliveryReader } from "../../src/delivery/delivery-reader.ts";
import { DELIVERY_STATES, type DeliveryState } from "../../src/domain/delivery.ts";
import { migrate } from "../../src/storage/migrate.ts";

interface Row {
  readonly workspaceId: number;
  readonly printId: number;
  readonly printerId: number;
  readonly state: DeliveryState;
}

/** A printer belongs to one workspace, and so does a print: odd ones to the first. */
const WORKSPACE_OF = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
]);

const row = fc
  .record({
    which: fc.constantFrom(0, 2),
    printerId: fc.constantFrom(1, 2, 3),
    state: fc.constantFrom(...DELIVERY_STATES),
  })
  .map(({ which, printerId, state }): Row => {
    const workspaceId = WORKSPACE_OF.get(printerId) ?? 0;
    return { workspaceId, printId: workspaceId + which, printerId, state };
  });

const question = fc.record({
  workspaceId: fc.constantFrom(1, 2),
  printerId: fc.option(fc.constantFrom(1, 2, 3)),
  state: fc.option(fc.constantFrom(...DELIVERY_STATES)),
  printId: fc.option(fc.integer({ min: 1, max: 5 })),
  before: fc.option(fc.integer({ min: 1, max: 60 })),
  limit: fc.integer({ min: 1, max: 12 }),
});

const isOpen = ({ state }: Row) => state === "queued" || state === "sending" || state === "held";

/** A database with these deliveries, by id from 1. */
function databaseOf(rows: readonly Row[]): Database {
  const database = new Database(":memory:", { strict: true });
  migrate(database);
  const insert = database.prepare<unknown, (number | string)[]>(
    "INSERT INTO delivery (workspace_id, print_id, printer_id, state, created_at, updated_at) VALUES (?, ?, ?, ?, 0, 0)",
  );
  for (const { workspaceId, printId, printerId, state } of rows)
    insert.run(workspaceId, printId, printerId, state);
  return database;
}

test("whatever is asked for, deliveries are those that fit, the newest first", () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 50 }),
      fc.array(question, { minLength: 1, maxLength: 20 }),
      (rows, asked) => {
        using database = databaseOf(rows);
        const reader = new DeliveryReader(database);
        const all = rows.map((each, index) => ({ ...each, id: index + 1 })).toReversed();
        for (const { workspaceId, printerId, ...filter } of asked) {
          const { state, printId, before, limit } = filter;
          const fitting = all
            .filter((each) => each.workspaceId === workspaceId)
            .filter((each) => printerId === null || each.printerId === printerId)
            .filter((each) => state === null || each.state === state)
            .filter((each) => printId === null || each.printId === printId)
            .filter((each) => before === null || each.id < before);
          // Pages of a printer are asked for in its own workspace: its name is looked up there.
          if (printerId !== null && WORKSPACE_OF.get(printerId) !== workspaceId) {
            expect(reader.list(workspaceId, filter, printerId)).toEqual([]);
            continue;
          }
          const ids = reader.list(workspaceId, filter, printerId).map(({ id }) => id);
          expect(ids).toEqual(fitting.slice(0, limit).map(({ id }) => id));
        }
        for (const printerId of WORKSPACE_OF.keys()) {
          const first = all
            .toReversed()
            .find((each) => each.printerId === printerId && isOpen(each) && each.state !== "held");
          expect(reader.first(printerId)?.id).toBe(first?.id);
        }
        const waiting = new Set(all.filter(isOpen).map((each) => each.printerId));
        expect(new Set(reader.waitingPrinters())).toEqual(waiting);
      },
    ),
  );
});
