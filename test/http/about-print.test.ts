import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type {
  LintReportAnswer,
  NeighboursAnswer,
  PrintChangeAnswer,
  PrintHistoryAnswer,
} from "../../src/contract/about-print.ts";
import { HISTORY_LIMITS } from "../../src/domain/limits.ts";
import { freePort, type PrintAnswer, run, Service } from "../service.ts";
import { until } from "../until.ts";

let service: Service;
let admin: string;

beforeAll(async () => {
  service = await Service.start();
  const words = ["token", "create", "--name", "office", "--scopes", "admin", "--data", service.folder];
  admin = (await run(words)).stdout.trim();
});
afterAll(() => service.end());

async function historyOf({ id }: Pick<PrintAnswer, "id">): Promise<PrintHistoryAnswer> {
  return (await (await service.prints(`/${id}/history`)).json()) as PrintHistoryAnswer;
}

/** A change without what differs from run to run. */
function said({ kind, actor, changes, printer }: PrintChangeAnswer) {
  return { kind, by: actor && `${actor.kind} ${actor.name}`, changes, printer };
}

describe("the history of a print", () => {
  test("has what was changed, with old and new values, and by whom", async () => {
    const print = await service.store({ label: "Order 1", tag: { table: "4", till: "2" } });
    const patch = { label: "Order 2", width: 32, tag: { table: null, till: "3", "<b>": "x" } };
    await service.prints(`/${print.id}`, { method: "PATCH", json: patch, token: admin });
    await service.prints(`/${print.id}`, { method: "PATCH", json: {}, token: admin });
    await service.prints(`/${print.id}`, { method: "DELETE", token: admin });
    await service.prints(`/${print.id}`, { method: "DELETE", token: admin });
    await service.prints(`/${print.id}/restore`, { method: "POST", token: admin });

    const { items, leftOut } = await historyOf(print);
    expect(leftOut).toBe(0);
    const rule = null;
    expect(items.map(said)).toEqual([
      { kind: "restored", by: "token office", changes: [], printer: null },
      { kind: "deleted", by: "token office", changes: [], printer: null },
      {
        kind: "changed",
        by: "token office",
        changes: [
          { field: "label", before: "Order 1", after: "Order 2", rule },
          { field: "width", before: "48", after: "32", rule },
          { field: "tag.table", before: "4", after: null, rule },
          { field: "tag.till", before: "2", after: "3", rule },
          { field: "tag.<b>", before: null, after: "x", rule },
        ],
        printer: null,
      },
      { kind: "created", by: "user administrator", changes: [], printer: null },
    ]);
    expect(items.at(-1)?.at).toBe(print.createdAt);
    expect(items[0]?.actor?.address).toBe("127.0.0.1");
  });

  test("names the rules that filled it in, with what they gave, also after somebody changed that", async () => {
    const rules = "/api/workspace/default/rules";
    const json = { name: "Table", pattern: "Table (\\d+)", tag: { table: "$1" }, appliesTo: "all" };
    await service.fetch(rules, { json, token: admin });
    const named = { name: "Ticket", pattern: "Ticket (\\S+)", label: "$1", appliesTo: "all" };
    await service.fetch(rules, { json: named, token: admin });
    const print = await service.store({}, "Ticket A7\nTable 12\n");
    await until(async () => {
      const { label } = (await (await service.prints(`/${print.id}`)).json()) as PrintAnswer;
      return label !== null;
    }, "the rules' work");
    await service.prints(`/${print.id}`, { method: "PATCH", json: { tag: { table: "13" } } });

    const { items } = await historyOf(print);
    expect(items.map(said).slice(0, 2)).toMatchObject([
      { kind: "changed", changes: [{ field: "tag.table", before: "12", after: "13" }] },
      {
        kind: "filled",
        by: null,
        changes: [
          { field: "label", before: null, after: "A7", rule: "Ticket" },
          { field: "tag.table", before: null, after: "12", rule: "Table" },
        ],
      },
    ]);
  });

  test("has that it was printed again, where, and what was decided on it", async () => {
    const target = `tcp://127.0.0.1:${freePort()}`;
    await service.fetch("/api/workspace/default/printers", { json: { name: "bar", target }, token: admin });
    const print = await service.store();
    const asked = await service.prints(`/${print.id}/deliver`, { json: { printer: "bar" }, token: admin });
    const { id } = (await asked.json()) as { id: number };
    const cancel = { method: "POST", token: admin };
    await service.fetch(`/api/workspace/default/deliveries/${id}/cancel`, cancel);
    await service.fetch(`/api/workspace/default/deliveries/${id}/cancel`, cancel);
    const { items } = await historyOf(print);
    expect(items.map(said)).toMatchObject([
      { kind: "cancelled", by: "token office", printer: "bar" },
      { kind: "printed", by: "token office", printer: "bar" },
      { kind: "created" },
    ]);
    expect(items[1]?.deliveryId).toBe(id);
  });

  test("is bounded, and goes when the print is erased", async () => {
    const print = await service.store();
    for (let n = 0; n <= HISTORY_LIMITS.changes + 1; n++)
      await service.prints(`/${print.id}`, { method: "PATCH", json: { label: `secret ${n}` } });
    const { items, leftOut } = await historyOf(print);
    expect([items.length, leftOut]).toEqual([HISTORY_LIMITS.changes + 1, 2]);
    await service.prints(`/${print.id}/erase`, { json: { reason: "asked" }, token: admin });
    expect((await service.prints(`/${print.id}/history`)).status).toBe(410);
    expect((await service.prints("/999999/history")).status).toBe(404);
  });
});

describe("lint of a print", () => {
  test("tells what its printer, or another one, does not print", async () => {
    const cut = "Hello\n\x1b*\x21\x02\x00aaabbb\n";
    const print = await service.store({}, cut);
    const lint = async (query = "") =>
      (await (await service.prints(`/${print.id}/lint${query}`)).json()) as LintReportAnswer;
    expect((await lint()).warnings).toEqual([]);
    const other = await lint("?model=star-tsp100");
    expect(other.printer.id).toBe("star-tsp100");
    expect(other.warnings[0]).toMatchObject({ code: "missing-feature", name: "Text", offset: 0, times: 3 });
    const wide = await service.store({}, `\x1dv0\0\x64\0\x01\0${"\xff".repeat(100)}`);
    const answer = await service.prints(`/${wide.id}/lint?width=32`);
    const tag = answer.headers.get("etag") ?? "";
    expect(((await answer.json()) as LintReportAnswer).warnings).toMatchObject([
      { code: "too-wide", offset: 0, length: 108, name: "GS v 0" },
    ]);
    const again = await service.prints(`/${wide.id}/lint?width=32`, { headers: { "If-None-Match": tag } });
    expect(again.status).toBe(304);
    expect((await service.prints(`/${wide.id}/lint?model=none`)).status).toBe(400);
  });
});

describe("the neighbours of a print in a search", () => {
  test("are those of the walk over it, in each order, also of prints of the same millisecond", async () => {
    const stored: PrintAnswer[] = [];
    const all = Array.from({ length: 12 }, (_, n) => service.store({ label: `n${n % 3}`, deviceId: "walk" }));
    for (const one of all) stored.push(await one);
    await service.prints(`/${stored[5]?.id}`, { method: "PATCH", json: { deviceId: "elsewhere" } });
    await service.prints(`/${stored[2]?.id}`, { method: "PATCH", json: { label: "n0" } });

    for (const orderBy of ["createdAt.desc", "createdAt.asc", "id.asc", "updatedAt.desc", "updatedAt.asc"]) {
      const search = { deviceId: "walk", orderBy };
      const found = await service.prints("/search", { json: search });
      const { items } = (await found.json()) as { items: PrintAnswer[] };
      expect(items.length).toBe(11);
      for (const [index, { id }] of items.entries()) {
        const response = await service.prints(`/${id}/neighbours`, { json: { ...search, pageSize: 7 } });
        const { previous, next, total } = (await response.json()) as NeighboursAnswer;
        expect([orderBy, previous?.id, next?.id, total]).toEqual([
          orderBy,
          items[index - 1]?.id,
          items[index + 1]?.id,
          11,
        ]);
      }
    }
    const outside = await service.prints(`/${stored[5]?.id}/neighbours`, {
      json: { deviceId: "walk", orderBy: "id.asc" },
    });
    const { previous, next } = (await outside.json()) as NeighboursAnswer;
    const ids = stored.map(({ id }) => id).toSorted((one, other) => one - other);
    const place = ids.indexOf(stored[5]?.id ?? 0);
    expect([previous?.id, next?.id]).toEqual([ids[place - 1], ids[place + 1]]);
  });

  test("a search that is none is refused", async () => {
    const print = await service.store();
    expect((await service.prints(`/${print.id}/neighbours`, { json: { devise: "x" } })).status).toBe(400);
  });
});
