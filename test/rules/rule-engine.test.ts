import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { TillrollError } from "../../src/domain/errors.ts";
import { readNewRule } from "../../src/contract/rule.ts";
import { bytes, ESC } from "../escpos/bytes.ts";
import { givenRule, RulesService } from "./rules-service.ts";

let service: RulesService;
beforeEach(() => {
  service = new RulesService();
});
afterEach(() => service.close());

const ORDER = ["Order\\s+#(\\S+)", "$1", { tag: { orderId: "$1" } }] as const;

describe("new prints", () => {
  test("are filled in, with updatedAt, an event and a change for the index", async () => {
    service.addRule(...ORDER);
    const id = service.store(["SHOP", "Order #A7"]);
    service.now += 500;
    await service.settle();
    expect(service.got(id)).toEqual({ label: "A7", tag: { orderId: "A7" } });
    expect(service.read(id)).toMatchObject({ createdAt: 1_000_000, updatedAt: 1_000_500 });
    const events = service.database.query("SELECT kind, print_id FROM event").all();
    expect(events).toEqual([{ kind: "print.updated", print_id: id }]);
    expect(service.database.query("SELECT ordinal FROM index_change").all()).toEqual([{ ordinal: 0 }]);
    expect(service.progress()).toBe(1);
  });

  test("by HTTP only by rules for all prints", async () => {
    const http = service.store("Order #1", { printerId: null });
    await service.settle();
    expect([service.got(http), service.progress()]).toEqual([{ label: null, tag: {} }, 1]);
    service.addRule(...ORDER);
    const second = service.store("Order #2", { printerId: null });
    await service.settle();
    expect(service.got(second)).toEqual({ label: null, tag: {} });
    service.addRule("Order #(\\d)", "all $1", { appliesTo: "all" });
    const third = service.store("Order #3", { printerId: null });
    const fourth = service.store("Order #4");
    await service.settle();
    expect(service.got(third)).toEqual({ label: "all 3", tag: {} });
    expect(service.got(fourth)).toEqual({ label: "4", tag: { orderId: "4" } });
  });

  test("the rules that come with Tillroll fill in what the workspace's own have left, until they are switched off", async () => {
    service.addRule("Table (\\d+)", "Table $1");
    const lines = ["Order #77", "Table 5", "TOTAL  12.50"];
    const first = service.store(lines);
    await service.settle();
    expect(service.got(first)).toEqual({ label: "Table 5", tag: { orderId: "77", total: "12.50" } });
    service.change({ do: "defaults", workspaceId: 1, enabled: false });
    const second = service.store(lines);
    const other = service.store(lines, { workspaceId: 2 });
    await service.settle();
    expect(service.got(second)).toEqual({ label: "Table 5", tag: {} });
    expect(service.got(other, 2)).toEqual({ label: "Order 77", tag: { orderId: "77", total: "12.50" } });
  });

  test("what the client gave stays", async () => {
    service.addRule(...ORDER);
    const id = service.store("Order #1", { label: "mine", tag: { orderId: "0", a: "b" } });
    const empty = service.store("Order #1", { label: "" });
    await service.settle();
    expect(service.got(id)).toEqual({ label: "mine", tag: { orderId: "0", a: "b" } });
    expect(service.read(id).updatedAt).toBe(service.read(id).createdAt);
    expect(service.got(empty)).toEqual({ label: "", tag: { orderId: "1" } });
  });

  test("deleted ones are left alone", async () => {
    service.addRule(...ORDER);
    const id = service.store("Order #1");
    service.write({ kind: "delete", workspaceId: 1, printId: id });
    const next = service.store("Order #2");
    await service.settle();
    expect([service.got(id).label, service.got(next).label]).toEqual([null, "2"]);
  });

  test("a rule counts from when it was made, until it is switched off or removed", async () => {
    const prints: number[] = [];
    const printOne = async () => {
      prints.push(service.store(`Order #${prints.length}`));
      await service.settle();
    };
    service.change({ do: "defaults", workspaceId: 1, enabled: false });
    await printOne();
    const rule = service.addRule(...ORDER);
    await printOne();
    const { id, workspaceId } = rule;
    const given = { settings: { ...rule, pattern: "#(\\d)", label: "no. $1", tag: "{}" }, position: null };
    const { name, pattern, label, tag, appliesTo, enabled } = given.settings;
    const settings = { name, pattern, label, tag, appliesTo, enabled };
    service.change({ do: "update", id, workspaceId, given: { settings, position: null } });
    await printOne();
    service.change({
      do: "update",
      id,
      workspaceId,
      given: { settings: { ...settings, enabled: false }, position: null },
    });
    await printOne();
    service.change({ do: "update", id, workspaceId, given: { settings, position: null } });
    service.change({ do: "remove", id, workspaceId });
    await printOne();
    expect(prints.map((print) => service.got(print).label)).toEqual([null, "1", "no. 2", null, null]);
  });

  test("damaged bytes have no text, and hold up nothing", async () => {
    service.addRule(...ORDER);
    const damaged = service.store("Order #1");
    const gone = service.store("Order #2");
    const good = service.store("Order #3");
    service.database.run("UPDATE print_data SET content = x'00' WHERE print_id = ?", [damaged]);
    service.database.run("DELETE FROM print_data WHERE print_id = ?", [gone]);
    await service.settle();
    expect([damaged, gone, good].map((id) => service.got(id).label)).toEqual([null, null, "3"]);
  });

  test("a rule that became impossible is passed over", async () => {
    service.addRule(...ORDER);
    service.database.run("UPDATE rule SET pattern = '('");
    service.addRule("#(\\d)", "second $1");
    const id = service.store("Order #1");
    await service.settle();
    expect(service.got(id).label).toBe("second 1");
  });
});

describe("what rules read", () => {
  test("text as the printer's settings, or else the workspace's, decode it", async () => {
    const printerId = service.addPrinter({ charset: "china" });
    service.addRule("(订单)", "$1");
    // "订单" in GB 18030, and what it is in another code.
    const raw = Uint8Array.from([0xb6, 0xa9, 0xb5, 0xa5, 0x0a]);
    const chinese = service.store("", { raw, printerId });
    service.database.run("UPDATE workspace SET charset = 'western'");
    const other = service.store("", { raw, printerId: 99 });
    await service.settle();
    expect([service.got(chinese).label, service.got(other).label]).toEqual(["订单", null]);
  });

  test("lines wider than the paper, letters of double width, and case as printed", async () => {
    service.addRule("^(ORDER|Order) NUMBER: (.*)$", "$1 $2");
    const wide = [ESC, 0x21, 0x20];
    const first = service.store("", {
      raw: Uint8Array.from(bytes(wide, `ORDER NUMBER: ${"9".repeat(20)} END\n`)),
    });
    await service.settle();
    expect(service.got(first).label).toBe(`ORDER ${"9".repeat(20)} END`);
  });

  test("bar codes, after the lines on the paper", async () => {
    service.addRule("(?s)^(PAPER.*CODE-\\d+)$", "$1");
    const barcode = [0x1d, 0x6b, 73, 9, ...Buffer.from("{BCODE-7")];
    barcode[3] = barcode.length - 4;
    const id = service.store("", { raw: Uint8Array.from(bytes(barcode, "\nPAPER\n")) });
    await service.settle();
    expect(service.got(id).label).toBe("PAPER CODE-7");
  });
});

describe("interrupted", () => {
  test("by the end of the process in the middle: the next goes on, and nothing is done twice", async () => {
    service.addRule(...ORDER);
    const ids = Array.from({ length: 200 }, (_, index) => service.store(`Order #${index}`));
    let writes = 0;
    // A step ends after 64 prints, or sooner on a slow machine.
    let written = 0;
    const cut = new Error("the power is gone");
    // Once before anything of the second step is written; then after the prints, before the progress.
    service.beforeWrite = ({ progress }) => {
      if (++writes === 2) throw cut;
      written = progress[0]?.nextOrdinal ?? 0;
    };
    await expect(service.settle()).rejects.toBe(cut);
    expect(written).toBeWithin(1, 65);
    expect(service.progress()).toBe(written);
    service.restart();
    service.beforeWrite = ({ fills }) => {
      service.beforeWrite = () => {};
      service.write({ kind: "background", step: null, fills, progress: [] });
      throw cut;
    };
    await expect(service.settle()).rejects.toBe(cut);
    expect(service.progress()).toBe(written);
    const updatedAt = service.read(ids[written] ?? 0).updatedAt;
    service.restart();
    service.now += 1000;
    await service.settle();
    expect(service.progress()).toBe(200);
    expect(ids.map((id) => service.got(id).label)).toEqual(ids.map((_, index) => String(index)));
    expect(service.read(ids[written] ?? 0).updatedAt).toBe(updatedAt);
    const events = service.database.query("SELECT count(*) AS events FROM event").get();
    expect(events).toEqual({ events: 200 });
  });

  test("an edit between reading and writing wins, field by field", async () => {
    service.addRule("Order #(\\d)", "$1", { tag: { a: "$1", b: "$1" } });
    const id = service.store("Order #1");
    const deleted = service.store("Order #2");
    service.beforeWrite = () => {
      const patch = { label: "a person's", tag: new Map([["a", "theirs"]]) };
      service.write({ kind: "update", workspaceId: 1, printId: id, patch });
      service.write({ kind: "delete", workspaceId: 1, printId: deleted });
    };
    await service.settle();
    expect(service.got(id)).toEqual({ label: "a person's", tag: { a: "theirs", b: "1", orderId: "1" } });
    expect(service.got(deleted)).toEqual({ label: null, tag: {} });
    expect(service.progress()).toBe(2);
  });

  test("a print with as many tags as it may have gets no more", async () => {
    service.addRule("Order #(\\d)", "$1", { tag: { x: "$1", y: "$1" } });
    const tag = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`k${index}`, ""]));
    const id = service.store("Order #1", { tag });
    await service.settle();
    const got = service.got(id);
    expect(got.label).toBe("1");
    expect(Object.keys(got.tag as object)).toHaveLength(100);
  });
});

describe("the first time", () => {
  test("prints of before there were rules are not for them", async () => {
    service.addRule("Order #(\\d)", "$1", { appliesTo: "all" });
    const old = service.store("Order #1");
    const oldOther = service.store("Order #1", { workspaceId: 2 });
    service.change({ do: "begin" });
    const next = service.store("Order #2");
    await service.settle();
    expect([service.got(old).label, service.got(oldOther, 2).label]).toEqual([null, null]);
    expect(service.got(next).label).toBe("2");
  });

  test("later starts change nothing, also for a workspace that is new", async () => {
    service.change({ do: "begin" });
    service.database.run(
      "INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('new', 'new', 48, 0)",
    );
    const id = service.store("Order #1", { workspaceId: 3 });
    service.change({ do: "begin" });
    await service.settle();
    expect(service.got(id, 3).label).toBe("Order 1");
  });
});

describe("old prints", () => {
  const DAY = 86_400_000;

  test("all of them, those that lack nothing untouched", async () => {
    const ids = Array.from({ length: 150 }, (_, index) => service.store(`Ticket: ${index}.`));
    const labelled = service.store("Ticket: 9.", { label: "mine" });
    await service.settle();
    service.addRule("Ticket: (\\d+)\\.", "T$1");
    expect(service.reapply(null, null)).toBe(151);
    expect(await service.engine.advanceAgain()).toBe(64);
    expect(service.reapplication()).toMatchObject({ filled: 64 });
    await service.settle();
    expect(await service.engine.advanceAgain()).toBe(0);
    expect(ids.map((id) => service.got(id).label)).toEqual(ids.map((_, index) => `T${index}`));
    expect(service.got(labelled).label).toBe("mine");
  });

  test("between two times, inclusive", async () => {
    const ids: number[] = [];
    for (let day = 0; day < 5; day++) {
      service.now = day * DAY;
      ids.push(service.store(`Nr. x${day}`), service.store(`Nr. x${day}`));
    }
    await service.settle();
    service.addRule("x(\\d)", "$1");
    expect(service.reapply(DAY, 3 * DAY)).toBe(6);
    await service.settle();
    const labels = ids.map((id) => service.got(id).label);
    expect(labels).toEqual([null, null, "1", "1", "2", "2", "3", "3", null, null]);
    expect(service.reapply(9 * DAY, null)).toBe(0);
    expect(service.reapply(3 * DAY, DAY)).toBe(0);
    expect(await service.engine.advanceAgain()).toBe(0);
    expect(service.reapplication()).toMatchObject({ filled: 0 });
  });

  test("what is interrupted is gone on with, none looked at twice", async () => {
    const ids = Array.from({ length: 200 }, (_, index) => service.store(`Nr. x${index}`));
    await service.settle();
    service.addRule("x(\\d+)", "$1");
    service.reapply(null, null);
    await service.engine.advanceAgain();
    service.beforeWrite = () => {
      throw new Error("the disk is full");
    };
    await expect(service.engine.advanceAgain()).rejects.toThrow("the disk is full");
    service.beforeWrite = () => {};
    service.restart();
    expect(() => service.reapply(null, null)).toThrow(/being applied/);
    expect(service.reapplication()).toMatchObject({ nextOrdinal: 64, endOrdinal: 200, filled: 64 });
    await service.settle();
    expect(service.reapplication()).toMatchObject({ nextOrdinal: 200, endOrdinal: 200, filled: 200 });
    expect(ids.map((id) => service.got(id).label)).toEqual(ids.map((_, index) => String(index)));
  });

  test("of several workspaces, one after the other", async () => {
    const here = service.store("Nr. x1");
    const there = service.store("Nr. x2", { workspaceId: 2 });
    await service.settle();
    service.addRule("x(\\d)", "$1");
    service.addRule("x(\\d)", "$1", {}, 2);
    service.reapply(null, null);
    service.reapply(null, null, 2);
    await service.settle();
    expect([service.got(here).label, service.got(there, 2).label]).toEqual(["1", "2"]);
  });

  test("of an HTTP client only by rules for all", async () => {
    const id = service.store("Order #5", { printerId: null });
    await service.settle();
    service.reapply(null, null);
    await service.settle();
    expect(service.got(id).label).toBeNull();
    service.addRule("#(\\d)", "$1", { appliesTo: "all" });
    service.reapply(null, null);
    await service.settle();
    expect(service.got(id).label).toBe("5");
  });

  test("new prints come first", async () => {
    for (let index = 0; index < 100; index++) service.store("Nr. x1");
    await service.settle();
    service.addRule("x(\\d)", "$1");
    service.reapply(null, null);
    await service.engine.advanceAgain();
    const fresh = service.store("Nr. x2");
    expect(await service.engine.advance()).toBe(1);
    expect(service.got(fresh).label).toBe("2");
  });
});

describe("trying out", () => {
  const trial = (rule: object | null, on: { printId?: number; text?: string }) =>
    service.engine.tryOut(1, {
      rule: rule === null ? null : readNewRule({ name: "x", ...rule }).settings,
      printId: on.printId ?? null,
      text: on.text ?? null,
    });

  test("a rule on a stored print, whatever the print has", async () => {
    const id = service.store(["SHOP", "Order #12"], { label: "mine", printerId: null });
    const result = trial({ pattern: "#(?P<id>\\d+)", label: "No. ${id}", tag: { a: "$0" } }, { printId: id });
    expect(result).toEqual({
      text: "SHOP\nOrder #12",
      label: "No. 12",
      tag: { a: "#12" },
      matches: [
        {
          id: null,
          name: "x",
          groups: [
            { number: 0, name: null, start: 11, end: 14, text: "#12" },
            { number: 1, name: "id", start: 12, end: 14, text: "12" },
          ],
        },
      ],
    });
    await service.settle();
    expect(service.got(id)).toEqual({ label: "mine", tag: {} });
  });

  test("the rules that there are, on a text", () => {
    const own = service.addRule("Table (\\d+)", "Table $1");
    const result = trial(null, { text: "Table 5\nTotal: 12.50" });
    expect([result.label, result.tag]).toEqual(["Table 5", { total: "12.50" }]);
    expect(result.matches.map(({ id, name }) => [id, name])).toEqual([
      [own.id, own.name],
      [null, "Total"],
    ]);
    expect(trial({ pattern: "x", label: "y" }, { text: "abc" })).toEqual({
      text: "abc",
      label: null,
      tag: {},
      matches: [],
    });
  });

  test("a pattern that is none, and a print that is not there", () => {
    expect(() => trial({ pattern: "(", label: "x" }, { text: "" })).toThrow(TillrollError);
    expect(() => trial(null, { printId: 99 })).toThrow(/no print 99/);
    const other = service.store("x", { workspaceId: 2 });
    expect(() => trial(null, { printId: other })).toThrow(/no print/);
  });
});

test("a workspace's patterns are bounded together", () => {
  const big = "(\\d{200}x{200}y{200}z{200})";
  for (let index = 0; index < 6; index++) service.addRule(big, "$1");
  const { settings } = givenRule(big, "$1");
  expect(() => service.engine.check(1, settings, null)).toThrow(/beside the workspace's other rules/);
  const [first] = service.rules.list(1);
  service.change({ do: "remove", workspaceId: 1, id: first?.id ?? 0 });
  const [second] = service.rules.list(1);
  service.engine.check(1, settings, second?.id ?? 0);
  service.engine.check(2, settings, null);
});
