import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { refusal } from "../../src/storage/batch-writer.ts";
import { hasReserve, makeReserve } from "../../src/storage/reserve.ts";
import { ReserveWriter } from "../../src/storage/reserve-writer.ts";
import { unavailable } from "../../src/storage/storage-error.ts";
import type { BatchOutcome, WriteOperation } from "../../src/storage/write-operation.ts";
import { createOperation } from "../create-operation.ts";
import { temporaryFolder } from "../service.ts";

const folder = temporaryFolder();
afterEach(() => rmSync(join(folder, "tillroll.reserve"), { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CREATE = createOperation();
const DELETE: WriteOperation = { kind: "delete", workspaceId: 1, printId: 7 };

/** A writer whose disk is full until it has been asked so many times. */
function writerOf(fullTimes: number) {
  const batches: WriteOperation[][] = [];
  const write = (operations: readonly WriteOperation[]): BatchOutcome => {
    batches.push([...operations]);
    const refused = refusal(operations, unavailable("DISK_FULL"));
    if (batches.length <= fullTimes) return refused;
    const results = operations.map((_, id) => ({ ok: true, id, json: "", replayed: false }) as const);
    return { ...refused, results };
  };
  return { batches, write };
}

const kindsOf = (batches: readonly WriteOperation[][]) =>
  batches.map((batch) => batch.map(({ kind }) => kind));
const successes = ({ results }: BatchOutcome) => results.map(({ ok }) => ok);

describe("on a full disk", () => {
  test("the reserve is given up for a deletion, not for a print", async () => {
    await makeReserve(folder);
    const reserve = new ReserveWriter(folder);
    expect(reserve.look(0)).toBe(true);
    const writer = writerOf(1);
    expect(successes(reserve.write(writer, [CREATE, DELETE]))).toEqual([false, true]);
    expect(kindsOf(writer.batches)).toEqual([["create", "delete"], ["delete"]]);
    expect([hasReserve(folder), reserve.isInUse]).toEqual([false, true]);
    // From then on prints are not even tried.
    expect(successes(reserve.write(writer, [DELETE, CREATE, DELETE]))).toEqual([true, false, true]);
    expect(kindsOf(writer.batches).at(-1)).toEqual(["delete", "delete"]);
    // Until there is space again.
    expect([reserve.look(Number.POSITIVE_INFINITY), reserve.isInUse]).toEqual([false, false]);
    expect(successes(reserve.write(writer, [CREATE]))).toEqual([true]);
  });

  test("it is kept where nothing but prints is to be written", async () => {
    await makeReserve(folder);
    const reserve = new ReserveWriter(folder);
    expect(successes(reserve.write(writerOf(1), [CREATE]))).toEqual([false]);
    expect([hasReserve(folder), reserve.isInUse]).toEqual([true, false]);
  });
});
