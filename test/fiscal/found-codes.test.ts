import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Schedule } from "../../src/background/schedule.ts";
import { reportOf, type ReportWish } from "../../src/fiscal/fiscal-report.ts";
import type { FindingKind } from "../../src/fiscal/report.ts";
import { FiscalStore } from "../../src/storage/fiscal-store.ts";
import { HistoryReader } from "../../src/storage/print-history.ts";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { RulesService } from "../rules/rules-service.ts";
import { MadeKey, MadeTill, madeTse } from "./made-codes.ts";
import { symbolBytes } from "./receipts.ts";

/* With the writer's own code, and what reads new prints. */

let service: RulesService;
let schedule: Schedule;
let store: FiscalStore;

beforeEach(() => {
  service = new RulesService();
  schedule = new Schedule(service.path, {
    write: (writes) => Promise.resolve(service.write({ kind: "background", ...writes }).id),
    note: () => {},
  });
  store = new FiscalStore(service.database);
});
afterEach(() => service.close());

const key = new MadeKey();
const EVERYTHING: ReportWish = { from: null, to: null, till: null };

function storeCode(text: string, lines = "Order #7"): number {
  const raw = Uint8Array.from([...Buffer.from(`${lines}\n`), ...symbolBytes(text), 0x0a]);
  service.now += 1000;
  return service.store([], { raw });
}

const report = (wish: Partial<ReportWish> = {}, signal = new AbortController().signal) =>
  reportOf(store, 1, { ...EVERYTHING, ...wish }, signal);

async function findings(): Promise<[FindingKind, number][]> {
  return (await report()).findings.map(({ what, printId }) => [what, printId]);
}

test("a code becomes tags of its print, beside what rules find, and the history knows", async () => {
  const print = storeCode(madeTse({ key, transactionNumber: "41", signatureCounter: "99" }));
  await schedule.work();
  expect(service.got(print)).toEqual({
    label: "Order 7",
    tag: {
      orderId: "7",
      "fiscal.system": "TSE",
      "fiscal.till": "till-1",
      "fiscal.number": "41",
      "fiscal.counter": "99",
      "fiscal.total": "11.90",
      "fiscal.signature": "valid",
    },
  });
  const [change, ...more] = new HistoryReader(service.database).list(print);
  expect(more).toEqual([]);
  expect(change?.filling).toMatchObject({ label: "Order number", "tag.fiscal.till": "Fiscal code" });
  expect(store.ofPrint(1, print)).toMatchObject([{ system: "tse", sequence: 41, verdict: "valid" }]);
});

test("nothing is looked for where that is switched off, nor in prints that were deleted", async () => {
  const deleted = storeCode(madeTse({ key }));
  service.write({ kind: "delete", workspaceId: 1, printId: deleted });
  await schedule.work();
  service.database.run("UPDATE workspace SET fiscal_codes = 0");
  const print = storeCode(madeTse({ key }));
  await schedule.work();
  expect([store.ofPrint(1, deleted), store.ofPrint(1, print)]).toEqual([[], []]);
  expect(service.got(print).tag).toEqual({ orderId: "7" });
});

test("what somebody gave stays, and a code of a client's print is found as well", async () => {
  const raw = symbolBytes(madeTse({ key }));
  const print = service.store([], { raw, printerId: null, tag: { "fiscal.till": "bar" } });
  await schedule.work();
  expect(service.got(print).tag).toMatchObject({ "fiscal.till": "bar", "fiscal.number": "1" });
});

test("codes in pictures are found where the pictures are read", () => {
  const print = service.store("Order #7");
  const text = madeTse({ key });
  const box = { x: 0, y: 0, width: 100, height: 100 };
  const recognition = [{ box, lines: [], codes: [{ system: "QR code", text, box }] }];
  const gift = service.engine.fillRecognised(1, print, recognition);
  expect(gift?.patch.tag).toEqual(
    new Map(
      Object.entries({
        "fiscal.system": "TSE",
        "fiscal.till": "till-1",
        "fiscal.number": "1",
        "fiscal.counter": "2",
        "fiscal.total": "11.90",
        "fiscal.signature": "valid",
        orderId: "7",
      }),
    ),
  );
  const nothing = { content: new Uint8Array(), lines: "", readings: [], foundLanguages: [] };
  const change = {
    do: "store",
    workspaceId: 1,
    printId: print,
    ...(gift ?? { patch: {} }),
    summary: "{}",
    ...nothing,
  } as const;
  service.write({ kind: "recognition", change });
  expect(store.ofPrint(1, print)).toHaveLength(1);
  expect(service.got(print).tag).toMatchObject({ "fiscal.number": "1" });
});

test("old prints are read when the rules are applied again, and once only", async () => {
  service.database.run("UPDATE workspace SET fiscal_codes = 0, default_rules = 0");
  const prints = [storeCode(madeTse({ key })), service.store("no code"), storeCode(madeTse({ key }))];
  await schedule.work();
  service.database.run("UPDATE workspace SET fiscal_codes = 1");
  for (let again = 0; again < 2; again++) {
    service.reapply(null, null);
    await service.settle();
    expect(prints.map((print) => store.ofPrint(1, print).length)).toEqual([1, 0, 1]);
  }
  expect(service.got(prints[0] ?? 0).tag).toMatchObject({ "fiscal.signature": "valid" });
});

test("what is known of a code goes with its print", async () => {
  const print = storeCode(madeTse({ key }));
  await schedule.work();
  service.write({
    kind: "remove",
    workspaceId: 1,
    how: "erased",
    userId: null,
    reason: "asked",
    removalId: null,
    isLast: true,
    printIds: [print],
  });
  expect(store.ofPrint(1, print)).toEqual([]);
  expect((await report()).devices).toEqual([]);
});

test("a report that nobody waits for any more ends", async () => {
  storeCode(madeTse({ key }));
  await schedule.work();
  const gone = report({}, AbortSignal.abort());
  await expect(gone).rejects.toThrow("aborted");
});

describe("German codes", () => {
  const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString();
  const code = (number: number, more: object = {}) =>
    madeTse({
      key,
      transactionNumber: String(number),
      signatureCounter: String(number * 2),
      startTime: at(number * 10),
      logTime: at(number * 10 + 5),
      ...more,
    });

  test("200 receipts with 20 gaps: exactly these are told of", async () => {
    const random = new SeededRandom(20);
    const left = new Set<number>();
    while (left.size < 20) left.add(random.integer(2, 219));
    const expected: number[] = [];
    for (let number = 1; number <= 220; number++) {
      const isMissing = left.has(number);
      if (isMissing) expected.push(number);
      else storeCode(code(number));
    }
    await schedule.work();
    const { devices, findings: found, isSound } = await report();
    expect(devices).toHaveLength(1);
    expect(devices[0]).toMatchObject({ codes: 200, copies: 0, missing: 20, numbers: [1, 220] });
    const missing = found.flatMap(({ what, missing: range }) => {
      const [first, last] = range ?? [1, 0];
      return what === "gap" ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : [-1];
    });
    expect(missing).toEqual(expected);
    expect(isSound).toBe(true);
  });

  test("copies are none, another receipt with the same number is", async () => {
    // A TSE signs once: who signs again has another signature.
    const [one, two] = [code(1), code(2)];
    for (const text of [one, one, two, one]) storeCode(text);
    await schedule.work();
    expect((await report()).devices[0]).toMatchObject({ codes: 2, copies: 2 });
    const other = storeCode(code(2, { till: "till-2", signatureCounter: "9", logTime: at(60) }));
    await schedule.work();
    expect(await findings()).toEqual([["doubled", other]]);
    expect((await report()).devices[0]?.tills).toEqual(["till-1", "till-2"]);
  });

  test("a counter that grows while the time goes back is told of", async () => {
    storeCode(code(1));
    storeCode(code(3));
    const print = storeCode(code(4, { signatureCounter: "5" }));
    await schedule.work();
    expect(await findings()).toEqual([
      ["gap", print - 1],
      ["disordered", print],
    ]);
    expect((await report()).isSound).toBe(false);
  });

  test("a signature that does not fit, and fields that are wrong", async () => {
    const forged = storeCode(code(1).replaceAll("11.90", "10.90"));
    const faulty = storeCode(code(2, { processData: "Beleg^11.90_0.00_0.00_0.00_0.00^11.80:Bar" }));
    await schedule.work();
    expect(await findings()).toEqual([
      ["mismatch", forged],
      ["fault", faulty],
    ]);
    expect(service.got(forged).tag).toMatchObject({ "fiscal.signature": "mismatch" });
    expect(service.got(faulty).tag).toMatchObject({
      "fiscal.faults": "processData",
      "fiscal.signature": "valid",
    });
  });

  test("of a time or a till only that is told, compared with all", async () => {
    storeCode(code(1));
    const middle = service.now + 1;
    const later = storeCode(code(4));
    storeCode(code(5, { till: "till-2" }));
    await schedule.work();
    const { devices, findings: found } = await report({ from: middle });
    expect(devices[0]).toMatchObject({ codes: 2, missing: 2, ranges: [[2, 3]], numbers: [4, 5] });
    expect(found).toMatchObject([{ what: "gap", printId: later, missing: [2, 3] }]);
    expect((await report({ till: "till-2" })).devices[0]).toMatchObject({ codes: 1, missing: 0 });
    expect((await report({ till: "till-3" })).devices).toEqual([]);
  });

  test("each TSE counts by itself", async () => {
    storeCode(code(1));
    storeCode(code(7, { key: new MadeKey("P-384") }));
    await schedule.work();
    const { devices, findings: found } = await report();
    expect([devices.length, found]).toEqual([2, []]);
  });
});

describe("Austrian codes", () => {
  const certificate = { serial: "20f2ed172daa09e5", subject: "", publicKey: key.point };
  const add = () => service.write({ kind: "fiscal", change: { do: "add", workspaceId: 1, certificate } });

  test("a chain from its first receipt on is whole, with its certificate, whatever is printed twice", async () => {
    add();
    const till = new MadeTill(key);
    const codes = Array.from({ length: 5 }, () => till.next());
    for (const code of codes) storeCode(code);
    storeCode(codes[1] ?? "");
    storeCode(till.next());
    await schedule.work();
    const { devices, findings: found } = await report();
    expect(found).toEqual([]);
    expect(devices).toMatchObject([{ device: "KASSE-1", codes: 6, copies: 1, verdicts: { valid: 6 } }]);
  });

  test("a receipt that is missing is found by the next one; what came before the first is not", async () => {
    const till = new MadeTill(key);
    till.next();
    storeCode(till.next());
    till.next();
    const print = storeCode(till.next());
    await schedule.work();
    expect(await findings()).toEqual([["unlinked", print]]);
    expect((await report()).devices[0]?.verdicts).toMatchObject({ "no-certificate": 2 });
    expect(service.got(print).tag).not.toHaveProperty("fiscal.signature");
  });

  test("two receipts after the same one are told of, and an outage", async () => {
    const [till, other] = [new MadeTill(key), new MadeTill(key)];
    const first = storeCode(till.next());
    const second = storeCode(other.next({ amount: "1,00" }));
    const third = storeCode(till.next({ isOutage: true }));
    await schedule.work();
    expect(await findings()).toEqual([
      ["doubled", first],
      ["doubled", second],
      ["outage", third],
    ]);
  });

  test("a certificate that comes later counts, and reading again fills the tag in", async () => {
    const print = storeCode(new MadeTill(key).next());
    await schedule.work();
    add();
    expect((await report()).devices[0]?.verdicts).toMatchObject({ valid: 1 });
    service.reapply(null, null);
    await service.settle();
    expect(service.got(print).tag).toMatchObject({ "fiscal.signature": "valid" });
    expect(store.ofPrint(1, print)).toMatchObject([{ verdict: "valid" }]);
  });
});
