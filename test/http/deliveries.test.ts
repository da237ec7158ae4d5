import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import type { Deliveries } from "../../src/delivery/deliveries.ts";
import { PRINT_LIMITS } from "../../src/domain/limits.ts";
import type { Scope } from "../../src/domain/scope.ts";
import { openIdentities } from "../../src/storage/identities.ts";
import { hashSecret } from "../../src/domain/token.ts";
import { deliveriesController } from "../../src/http/deliveries-controller.ts";
import { Authentication } from "../../src/http/authentication.ts";
import type { ShopHttpService } from "../../src/http/http-service.ts";
import { Intake } from "../../src/intake/intake.ts";
import { AuditStore } from "../../src/storage/audit-store.ts";
import { DiskSpace } from "../../src/operations/disk-space.ts";
import { Metrics } from "../../src/operations/metrics.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { TokenStore } from "../../src/storage/token-store.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import { RealParts } from "../delivery/real-parts.ts";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import type { ErrorAnswer } from "../service.ts";

interface DeliveryAnswer {
  readonly id: number;
  readonly state: string;
  readonly [field: string]: unknown;
}

const DELIVERIES = "/api/workspace/default/deliveries";

let parts: RealParts;
let real: ScriptedPrinter;
let disk: DiskSpace;
let server: { stop(): unknown };
let address: string;
const tokens = {} as Record<Scope | "elsewhere", string>;

function makeToken(scope: Scope, workspaceId: number): string {
  using database = openForWriting(databasePath(parts.folder));
  const token = { userId: 1, workspaceId, name: scope, scopes: [scope], createdAt: 0, expiresAt: null };
  return new TokenStore(database).create(token);
}

beforeAll(async () => {
  parts = await RealParts.start();
  {
    using database = openForWriting(databasePath(parts.folder));
    new WorkspaceStore(database).create("other", 48, 0);
  }
  for (const scope of ["read", "write", "operate", "admin"] as const) tokens[scope] = makeToken(scope, 1);
  tokens.elsewhere = makeToken("admin", 2);
  real = ScriptedPrinter.start({ trouble: "paper-end" });
  const { database, writer, deliveries } = parts;
  const stores = openIdentities(database);
  disk = new DiskSpace(parts.folder, 0);
  const service = {
    stores,
    authentication: new Authentication(stores, hashSecret("none"), Date.now),
    writer,
    intake: new Intake(writer, disk, PRINT_LIMITS.rawBytes, () => {}),
    metrics: new Metrics({
      queueDepth: () => 0,
      health: () => ({ status: "ok", canPrint: true, components: {} }),
    }),
    log: { write() {} },
    deliveries,
    requestsUnderWay: 0,
  };
  // The controller's own parts; the whole service has the others too.
  const whole = service as unknown as ShopHttpService & { readonly deliveries: Deliveries };
  const app = new Elysia({ normalize: false }).use(deliveriesController(whole));
  const listening = app.listen({ hostname: "127.0.0.1", port: 0 }).server;
  if (listening === null) throw new Error("the server did not start");
  server = listening;
  address = `http://127.0.0.1:${listening.port}`;
});
afterAll(async () => {
  await server.stop();
  disk.close();
  await parts.end();
  real.goAway();
});

function ask(path: string, options: { method?: string; json?: unknown; token?: string } = {}) {
  const { method = "GET", json, token = tokens.operate } = options;
  return fetch(address + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
}

async function answer<Answer = DeliveryAnswer>(response: Promise<Response>, status = 200): Promise<Answer> {
  const { status: got } = await response;
  const body = await (await response).json();
  expect({ got, body }).toEqual({ got: status, body });
  return body as Answer;
}

const fails = async (response: Promise<Response>, status: number, code: string) => {
  expect((await answer<ErrorAnswer>(response, status)).code).toBe(code);
};

describe("deliveries", () => {
  test("the whole way: waits, is listed, is cancelled; another is printed, and printed again", async () => {
    const kitchen = await parts.addPrinter({ name: "Kitchen", target: real.target });
    const first = await parts.print(kitchen, "first\n\x1dVA\0");
    const second = await parts.print(kitchen, "second\n\x1dVA\0");
    await parts.until(() => parts.all()[0]?.reason !== null, "the reason");

    const waiting = await answer(ask(`${DELIVERIES}/1`, { token: tokens.read }));
    expect(waiting).toEqual({
      id: 1,
      printId: first,
      printerId: kitchen.id,
      printer: "Kitchen",
      state: "queued",
      attempts: 0,
      nextAttemptAt: null,
      sentBytes: 0,
      reason: "The printer is out of paper.",
      cause: null,
      notes: [],
      possibleDuplicate: false,
      isCopy: false,
      forPrinterId: null,
      forPrinter: null,
      releasedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const cancelled = await answer(ask(`${DELIVERIES}/1/cancel`, { method: "POST" }));
    expect(cancelled).toMatchObject({ state: "cancelled", reason: null });
    real.set({ trouble: "none" });
    await parts.settled();
    expect(real.paper).toBe("second\n|");

    const json = { printer: "kitchen" };
    const again = ask(`/api/workspace/default/prints/${first}/deliver`, { method: "POST", json });
    const queued = await answer(again, 201);
    expect((await again).headers.get("location")).toBe(`${DELIVERIES}/${queued.id}`);
    expect(queued).toMatchObject({ printId: first, possibleDuplicate: false });
    await parts.settled();
    expect(real.paper).toBe("second\n|first\n|");
    await fails(ask(`${DELIVERIES}/${queued.id}/cancel`, { method: "POST" }), 409, "CONFLICT");
    await fails(ask(`${DELIVERIES}/${queued.id}/release`, { method: "POST" }), 409, "CONFLICT");
    await fails(ask(`${DELIVERIES}/${queued.id}/retry`, { method: "POST" }), 409, "CONFLICT");
    expect(second).toBeGreaterThan(first);
    // What was decided is in the audit log; what was too late is not.
    const filter = { since: null, until: null, actor: null, subject: null, workspaceId: 1, before: null };
    const entered = new AuditStore(parts.database).list({ ...filter, act: null, limit: 10 });
    expect(entered.map(({ act, subject, actor }) => [act, subject, actor.kind, actor.name])).toEqual([
      ["delivery.cancelled", "1", "token", "operate"],
    ]);
  });

  test.each<[string, number[], number | null]>([
    ["", [3, 2, 1], null],
    ["?state=done", [3, 2], null],
    ["?state=cancelled", [1], null],
    ["?state=queued", [], null],
    ["?state=held&printer=kitchen", [], null],
    ["?printer=KITCHEN&limit=2", [3, 2], 2],
    ["?before=2", [1], null],
    ["?printId=1", [3, 1], null],
    ["?printId=1&state=queued", [], null],
  ])("list %s", async (query, ids, nextBefore) => {
    const list = await answer<{ items: DeliveryAnswer[]; nextBefore: number | null }>(
      ask(DELIVERIES + query, { token: tokens.read }),
    );
    expect([list.items.map(({ id }) => id), list.nextBefore]).toEqual([ids, nextBefore]);
  });

  test.each([
    ["?state=lost", ["state"]],
    ["?limit=0&before=x", ["before", "limit"]],
    ["?limit=1001", ["limit"]],
    ["?sate=done", ["sate"]],
  ])("list %s is refused", async (query, paths) => {
    const { data } = await answer<ErrorAnswer>(ask(DELIVERIES + query), 400);
    expect(data.issues?.map(({ path }) => path).toSorted()).toEqual(paths);
  });

  test("a released delivery is printed again and marked", async () => {
    real.set({ diesAfter: 3 });
    real.comeBack();
    const [kitchen] = [(await answer(ask(`${DELIVERIES}/2`))).printerId];
    const printer = { id: Number(kitchen), workspaceId: 1, name: "Kitchen", also: [] };
    await parts.print(printer, "third\n\x1dVA\0");
    await parts.until(() => parts.all()[3]?.state === "held", "a held one");
    real.set({ diesAfter: null });
    real.comeBack();
    const list = await answer<{ items: DeliveryAnswer[] }>(ask(`${DELIVERIES}?state=held`));
    expect(list.items.map(({ id }) => id)).toEqual([4]);
    // Until its answer is read the released one must not be begun.
    await parts.setPrinter(printer.id, { held: true });
    const released = await answer(ask(`${DELIVERIES}/4/release`, { method: "POST" }));
    expect(released).toMatchObject({ possibleDuplicate: true, attempts: 0, cause: null });
    expect(released["releasedAt"]).toEqual(expect.stringMatching(/Z$/));
    await parts.setPrinter(printer.id, { held: false });
    await parts.settled();
    expect(real.paper).toContain("COPY?\n");
    expect(real.paper.endsWith("third\n|")).toBe(true);
    const { notes } = await answer(ask(`${DELIVERIES}/4`));
    expect(notes).toEqual(['It begins with the line "COPY?".']);
  });

  test("all that a printer holds is released or cancelled at once, that of one cause or any", async () => {
    const kitchen = await parts.addPrinter({ name: "late", target: real.target, held: true });
    const ids = [];
    for (const cause of ["late", "late", "repeated"] as const) {
      const printId = await parts.print(kitchen, `${cause}\n\x1dVA\0`);
      const { id } = parts.all().findLast((each) => each.printId === printId) ?? { id: 0 };
      const change = { do: "setAside", id, state: "held", cause, reason: "" } as const;
      await parts.writer.submit({ kind: "delivery", change });
      ids.push(id);
    }
    const held = "/api/workspace/default/printers/LATE/held";
    const decide = (decision: string, json: object) => ask(`${held}/${decision}`, { method: "POST", json });
    const counted = { items: [{ id: ids[2] }, { id: ids[1] }, { id: ids[0] }] };
    expect(await answer<object>(ask(`${DELIVERIES}?printer=late&state=held`))).toMatchObject(counted);
    expect(await answer<object>(decide("release", { cause: "late" }))).toEqual({ count: 2 });
    expect(await answer<object>(decide("cancel", {}))).toEqual({ count: 1 });
    expect(await answer<object>(decide("cancel", {}))).toEqual({ count: 0 });
    await parts.setPrinter(kitchen.id, { held: false });
    await parts.settled();
    expect(ids.map((id) => parts.deliveries.read(1, id).state)).toEqual(["done", "done", "cancelled"]);
    await fails(decide("cancel", { cause: "boredom" }), 400, "BAD_REQUEST");
    await fails(decide("cancel", { couse: "late" }), 400, "BAD_REQUEST");
    const unknown = ask("/api/workspace/default/printers/nobody/held/cancel", { method: "POST", json: {} });
    await fails(unknown, 404, "NOT_FOUND");
  });

  test("who may not", async () => {
    const { read, elsewhere } = tokens;
    const deliver = "/api/workspace/default/prints/1/deliver";
    const json = { printer: "kitchen" };
    for (const path of [
      `${DELIVERIES}/1/cancel`,
      `${DELIVERIES}/1/release`,
      `${DELIVERIES}/1/retry`,
      "/api/workspace/default/printers/kitchen/held/release",
      deliver,
    ]) {
      await fails(ask(path, { method: "POST", token: read, json }), 403, "API_TOKEN_SCOPE_INSUFFICIENT");
      await fails(ask(path, { method: "POST", token: elsewhere, json }), 404, "NOT_FOUND");
      await fails(ask(path, { method: "POST", token: "at_none.none", json }), 401, "UNAUTHORIZED");
    }
    await fails(ask(DELIVERIES, { token: elsewhere }), 404, "NOT_FOUND");
    const other = "/api/workspace/other";
    await fails(ask(`${other}/deliveries/1`, { token: elsewhere }), 404, "NOT_FOUND");
    const cancel = ask(`${other}/deliveries/1/cancel`, { method: "POST", token: elsewhere });
    await fails(cancel, 404, "NOT_FOUND");
    const foreign = ask(`${other}/prints/1/deliver`, { method: "POST", token: elsewhere, json });
    await fails(foreign, 404, "NOT_FOUND");
    await fails(ask(`${other}/deliveries?printer=kitchen`, { token: elsewhere }), 404, "NOT_FOUND");
  });

  test.each<[string, unknown, number]>([
    ["1", {}, 400],
    ["1", { printer: 7 }, 400],
    ["1", { printer: "kitchen", copies: 2 }, 400],
    ["1", [], 400],
    ["0", { printer: "kitchen" }, 400],
    ["1", { printer: "nowhere" }, 404],
    ["99", { printer: "kitchen" }, 404],
    ["1", { printer: "virtual" }, 400],
  ])("print %s with %p is refused", async (printId, json, status) => {
    if ((json as { printer?: string }).printer === "virtual") await parts.addPrinter({ name: "virtual" });
    const path = `/api/workspace/default/prints/${printId}/deliver`;
    await answer(ask(path, { method: "POST", json }), status);
  });

  test("ids that are none", async () => {
    await fails(ask(`${DELIVERIES}/x`), 400, "BAD_REQUEST");
    await fails(ask(`${DELIVERIES}/99`), 404, "NOT_FOUND");
    await fails(ask(`${DELIVERIES}/0/cancel`, { method: "POST" }), 400, "BAD_REQUEST");
  });

  test("a deleted print is not printed", async () => {
    await parts.writer.submit({ kind: "delete", workspaceId: 1, printId: 1 });
    const json = { printer: "kitchen" };
    await fails(ask("/api/workspace/default/prints/1/deliver", { method: "POST", json }), 404, "NOT_FOUND");
  });
});
