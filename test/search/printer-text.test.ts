import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import type { FacetsQuery } from "../../src/domain/facets-query.ts";
import type { SearchQuery } from "../../src/domain/search-query.ts";
import type { IndexSizes } from "../../src/search/index-sizes.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import { NO_FACETS } from "./facets-model.ts";
import { SMALL_SIZES } from "./small-sizes.ts";
import { type GivenPrint, SimulatedService } from "./simulated-service.ts";
import { TEXT_VERSION } from "../../src/search/text/text-settings.ts";

/* Prints are found by the text that is shown: that of their printer's charset and profile, not of the workspace's. */

const SIZES: IndexSizes = { ...SMALL_SIZES, smallSegmentTextBytes: 2 ** 20 };
const RECEIPT = Uint8Array.of(0xb1, 0xb2, 0x0a);
/** The receipt as each charset has it. */
const SHOWN = { western: "▒▓", japan: "ｱｲ", thai: "ฑฒ" } as const;

const GIVEN: GivenPrint = { printKey: null, label: null, deviceId: "d", tags: [], paper: [] };

let service: SimulatedService;
beforeEach(() => {
  service = new SimulatedService(SIZES, 2 ** 20);
  service.database.run("UPDATE workspace SET charset = 'western'");
});
afterEach(() => service.close());

function create(count: number, printerId: number | null = null): void {
  for (let left = count; left > 0; left--) {
    service.create(1, { ...GIVEN, raw: RECEIPT }, printerId);
  }
}

const queryOf = (text: string): SearchQuery => ({
  filter: { deleted: "any", text: [text] },
  orderBy: "id.asc",
  page: 1,
  pageSize: 1000,
});

/** How many prints the index finds with each text, and how many it does not know of yet. */
function found(): Record<string, number> {
  const answers = Object.entries(SHOWN).map(([charset, text]) => {
    const { total, textPending } = JSON.parse(service.search.find(1, queryOf(text)) ?? "");
    expect(service.status.read({ id: 1 }).textPending).toBe(textPending);
    return { [charset]: total, pending: textPending };
  });
  return Object.assign({}, ...answers);
}

async function settled(): Promise<Record<string, number>> {
  await service.settle();
  for (const text of Object.values(SHOWN)) {
    expect(service.search.find(1, queryOf(text))).toBe(service.sql.find(1, queryOf(text)));
  }
  return found();
}

/** Segments of lines with when they were published, and the rows of the newest prints. */
function textOnDisk(): unknown {
  const segments = service.database.query("SELECT id FROM index_segment WHERE kind = 1 ORDER BY id").all();
  return [segments, service.database.query("SELECT ordinal, version, lines FROM print_text").all()];
}

describe("a printer's own charset counts", () => {
  test.each([
    ["the newest prints", 5],
    ["small segments", 21],
    ["merged segments", 100],
  ])("in %s, in the index, in SQL and in facets", async (_name, prints) => {
    const japan = service.addPrinter(1, { charset: "japan" });
    const thai = service.addPrinter(1, { charset: "thai" });
    const plain = service.addPrinter(1);
    for (let number = 0; number < prints; number++) create(1, [japan, thai, plain, null, japan][number % 5]);
    const own = { japan: Math.ceil(prints / 5) + Math.floor(prints / 5), thai: Math.ceil((prints - 1) / 5) };
    const expected = { ...own, western: prints - own.japan - own.thai, pending: 0 };
    expect(await settled()).toEqual(expected);
    const facets: FacetsQuery = {
      filter: { deleted: "any", text: [SHOWN.japan] },
      facets: { ...NO_FACETS, deviceId: true },
    };
    const steps = service.search.facetsInSteps(1, facets);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value).toBe(service.sql.facets(1, facets));
    expect(JSON.parse(step.value ?? "")).toMatchObject({ total: own.japan });
  });

  test.each([
    ["profile", { profile: "citizen" }],
    ["model", { model: "citizen-ct-s651" }],
  ] as const)("and its own %s: é is at another place of a Citizen's code pages", async (_what, settings) => {
    const citizen = service.addPrinter(1, settings);
    for (const printer of [citizen, null]) {
      service.create(1, { ...GIVEN, paper: ["É"] }, printer);
    }
    await service.settle();
    const json = service.search.find(1, queryOf("é"));
    expect(json).toBe(service.sql.find(1, queryOf("é")));
    expect(JSON.parse(json ?? "")).toMatchObject({ total: 1, items: [{ id: 2 }] });
  });

  test("whatever the workspace gets", async () => {
    const japan = service.addPrinter(1, { charset: "japan" });
    create(10, japan);
    create(10);
    await service.settle();
    service.database.run("UPDATE workspace SET charset = 'thai'");
    expect(found()).toMatchObject({ pending: 20 });
    expect(await settled()).toEqual({ western: 0, japan: 10, thai: 10, pending: 0 });
  });
});

describe("when a printer changes", () => {
  /** Two segments and some newest prints before the printer was made; two segments, and some, of prints since. */
  async function fill(own: Parameters<SimulatedService["addPrinter"]>[1]): Promise<number> {
    create(20);
    const printer = service.addPrinter(1, own);
    create(10, printer);
    create(10);
    await service.settle();
    return printer;
  }

  test("its prints are decoded anew, and those that were there before it stay searchable", async () => {
    const printer = await fill({ charset: "japan" });
    expect(found()).toEqual({ western: 30, japan: 10, thai: 0, pending: 0 });
    service.changePrinter(printer, { charset: "thai" });
    // Of segments of 8 prints, the third is of 4 from before and 4 of its own.
    expect(found()).toEqual({ western: 16, japan: 0, thai: 0, pending: 24 });
    expect(await settled()).toEqual({ western: 30, japan: 0, thai: 10, pending: 0 });
  });

  test.each([
    ["removed", (printer: number) => service.removePrinter(printer)],
    ["without its own charset", (printer: number) => service.changePrinter(printer, { charset: null })],
  ])("and is %s, its prints are shown, and found, as the workspace's", async (_name, change) => {
    const printer = await fill({ charset: "japan" });
    change(printer);
    expect(found()).toMatchObject({ japan: 0, pending: 24 });
    expect(await settled()).toEqual({ western: 40, japan: 0, thai: 0, pending: 0 });
  });

  test("and changes back before it was noticed, nothing is decoded", async () => {
    const printer = await fill({ charset: "japan" });
    const before = textOnDisk();
    service.changePrinter(printer, { charset: "thai" });
    service.changePrinter(printer, { charset: "japan" });
    expect(await settled()).toEqual({ western: 30, japan: 10, thai: 0, pending: 0 });
    expect(textOnDisk()).toEqual(before);
  });

  test("of the newest prints too only those since it was made are decoded anew", async () => {
    create(3);
    const printer = service.addPrinter(1, { charset: "japan" });
    create(2, printer);
    expect(await settled()).toEqual({ western: 3, japan: 2, thai: 0, pending: 0 });
    service.changePrinter(printer, { charset: "thai" });
    expect(found()).toEqual({ western: 3, japan: 0, thai: 0, pending: 2 });
    expect(await settled()).toEqual({ western: 3, japan: 0, thai: 2, pending: 0 });
  });

  test("and gets its own charset, what was decoded with the workspace's counts no more", async () => {
    create(3);
    const printer = service.addPrinter(1);
    create(2, printer);
    expect(await settled()).toEqual({ western: 5, japan: 0, thai: 0, pending: 0 });
    service.changePrinter(printer, { charset: "japan" });
    expect(found()).toEqual({ western: 3, japan: 0, thai: 0, pending: 2 });
    expect(await settled()).toEqual({ western: 3, japan: 2, thai: 0, pending: 0 });
  });

  test("while its prints are decoded, they are decoded once more", async () => {
    const printer = await fill({ charset: "japan" });
    service.changePrinter(printer, { charset: "thai" });
    let steps = 0;
    service.beforeStep = () => {
      if (steps++ % 5 === 4 && steps < 60)
        service.changePrinter(printer, { charset: steps % 2 === 0 ? "japan" : "thai" });
    };
    await service.settle();
    service.beforeStep = () => {};
    service.changePrinter(printer, { charset: "japan" });
    expect(await settled()).toEqual({ western: 30, japan: 10, thai: 0, pending: 0 });
  });

  test("it is noticed although the clock was set back after the printer was made", async () => {
    create(8);
    service.passTime(1_000_000);
    const printer = service.addPrinter(1, { charset: "japan" });
    service.passTime(-1_000_000);
    create(9, printer);
    await service.settle();
    service.changePrinter(printer, { charset: "thai" });
    expect(found()).toEqual({ western: 8, japan: 0, thai: 0, pending: 9 });
    expect(await settled()).toEqual({ western: 8, japan: 0, thai: 9, pending: 0 });
  });

  test.each([
    ["a new one with its own charset", () => service.addPrinter(1, { charset: "japan" })],
    ["a new one without", () => service.addPrinter(1)],
    ["a new one with the workspace's", () => service.addPrinter(1, { charset: "western" })],
    ["one of another workspace", () => service.changePrinter(1, { charset: "thai" })],
    ["another setting", (printer: number) => service.changePrinter(printer, { held: true })],
    ["its name", (printer: number) => service.changePrinter(printer, { name: "bar" })],
  ])("nothing is decoded anew for %s", async (_name, change) => {
    expect(service.addPrinter(2, { charset: "japan" })).toBe(1);
    const printer = await fill({ charset: "japan" });
    create(3);
    await service.settle();
    const before = textOnDisk();
    change(printer);
    expect(found()).toMatchObject({ pending: 0 });
    await service.settle();
    expect(textOnDisk()).toEqual(before);
  });
});

test("without printers of their own charset, segments have the version that they had before printers counted", async () => {
  create(8);
  await service.settle();
  const versions = service.database.query("SELECT DISTINCT version FROM index_segment WHERE kind = 1");
  expect(versions.values()).toEqual([[Bun.hash.crc32(`${TEXT_VERSION} western epson`)]]);
});

test("printers of older databases may have made any print of their workspace", () => {
  using database = new Database(":memory:");
  migrate(
    database,
    MIGRATIONS.filter(({ version }) => version < 6),
  );
  database.run("INSERT INTO user (name, created_at) VALUES ('admin', 0)");
  database.run("INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('a', 'a', 48, 0)");
  database.run(
    "INSERT INTO printer (workspace_id, user_id, name, name_key, model, protocols, created_at, updated_at) " +
      "VALUES (1, 1, 'till', 'till', 'TM-T88V', '[]', 5, 5)",
  );
  expect(migrate(database)[0]).toBe("printer first ordinal");
  expect(database.query("SELECT first_ordinal FROM printer").values()).toEqual([[0]]);
});
