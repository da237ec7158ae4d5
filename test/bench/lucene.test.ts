import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChainPrint } from "../../scripts/bench/data/chain.ts";
import { Cleanup } from "../../scripts/bench/data/cleanup.ts";
import { Workload } from "../../scripts/bench/data/workload.ts";
import { findLucene } from "../../scripts/bench/lucene/installation.ts";
import { lineOf, questionOf, rowOf } from "../../scripts/bench/lucene/lucene-lines.ts";
import { LuceneProcess } from "../../scripts/bench/lucene/lucene-process.ts";
import { measureLucene } from "../../scripts/bench/lucene/measure-lucene.ts";
import { comparisonOf, fitsOf } from "../../scripts/bench/search/model.ts";
import type { Expected } from "../../scripts/bench/search/expect-answers.ts";
import { compareWith, rivalMedian } from "../../scripts/bench/search/rival.ts";
import type { Answer, SearchInstance } from "../../scripts/bench/search/search-instance.ts";
import { ORDERS } from "../../src/domain/search-query.ts";
import { readSearchQuery } from "../../src/contract/search.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with empty files that can be run. */
function folderOf(name: string, files: readonly string[]): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  for (const file of files) {
    writeFileSync(join(path, file), "");
    chmodSync(join(path, file), 0o755);
  }
  return path;
}

const JAVA = ["java", "javac"];

describe("finding Lucene", () => {
  const cases: readonly (readonly [what: string, programs: string[], jars: string[], missing: RegExp])[] = [
    ["no Java", [], ["lucene-core-8.7.0.jar", "lucene-sandbox-8.7.0.jar"], /no JDK/],
    ["Java without a compiler", ["java"], ["lucene-core-8.7.0.jar"], /no JDK/],
    ["no jars", JAVA, [], /no lucene-core-8\.7\.0\.jar/],
    [
      "a Lucene too old and one too new",
      JAVA,
      ["lucene-core-8.6.3.jar", "lucene-core-9.1.0.jar"],
      /no lucene-core/,
    ],
    ["no sandbox", JAVA, ["lucene-core-8.7.0.jar"], /no .*lucene-sandbox-8\.7\.0\.jar/],
  ];
  test.each(cases)("%s", (what, programs, jars, missing) => {
    const PATH = folderOf(`${what}, programs`, programs);
    expect(findLucene({ PATH, LUCENE_JARS: folderOf(`${what}, jars`, jars) })).toMatch(missing);
  });

  test("a folder that is not there", () => {
    const PATH = folderOf("programs", JAVA);
    expect(findLucene({ PATH, LUCENE_JARS: join(folder, "nowhere") })).toContain("nowhere");
  });

  test("the newest of several", () => {
    const PATH = folderOf("programs", JAVA);
    const names = ["8.7.0", "8.11.2", "8.9.0"].flatMap((version) =>
      ["core", "sandbox"].map((part) => `lucene-${part}-${version}.jar`),
    );
    const jars = folderOf("several", names);
    expect(findLucene({ PATH, LUCENE_JARS: jars })).toEqual({
      java: join(PATH, "java"),
      javac: join(PATH, "javac"),
      jars: [join(jars, "lucene-core-8.11.2.jar"), join(jars, "lucene-sandbox-8.11.2.jar")],
      version: "Lucene 8.11.2",
    });
  });
});

/** An instance that is not of the bench's kinds. */
function instanceOf(body: Readonly<Record<string, unknown>>, offset = 0): SearchInstance {
  return { kind: JSON.stringify(body), body, query: readSearchQuery(body), offset, position: null };
}

describe("the lines", () => {
  test("escape what parts fields and lines", () => {
    expect(lineOf(["a\tb", "c\nd\r", "e\\N", null, 1, false])).toBe("a\\tb\tc\\nd\\r\te\\\\N\t\\N\t1\tfalse");
  });

  const cases: readonly (readonly [body: Record<string, unknown>, isAsked: boolean])[] = [
    [{ tag: { op: "gt", key: "total", value: "-12.50" } }, true],
    [{ tag: { op: "gt", key: "opened", value: "2024-03-01T12:00:00Z" } }, false],
    [{ tag: { or: [{ and: [{ op: "lte", key: "opened", value: "2024-03-01T12:00:00Z" }] }] } }, false],
    [{ text: ["flat white"] }, false],
  ];
  test.each(cases)("%j is asked: %p", (body, isAsked) => {
    expect(questionOf(instanceOf(body)) !== null).toBe(isAsked);
  });
});

test("a rival that was not asked a kind is compared in the others", () => {
  const measurement = { samples: [[2], [], [8]], medians: [2, 0, 8] };
  const rival = { measurement, storedBytes: 0 };
  expect(rivalMedian(rival, 1)).toBeUndefined();
  const { theirs, ours, faster } = compareWith(rival, [4, 100, 1]);
  expect([theirs, ours, faster]).toEqual([expect.closeTo(4), expect.closeTo(2), 1]);
});

const lucene = findLucene();

/** More than 2,048, so that pages are deep enough to be selected from all matches. */
const PRINTS = 5000;

const WITH_TABLE = { tag: { op: "neq", key: "table", value: "1" } };

/** Searches beside the bench's: each operator, order and shape of group, and pages near and far. */
function instances({ chain }: Workload): SearchInstance[] {
  const print = chain.find(700, ({ label, tags }) => label !== null && tags["customer"] !== undefined);
  const { printKey, label, deviceId, tags } = print;
  const total = tags["total"] ?? "";
  const customer = tags["customer"] ?? "";
  const filters = [
    {},
    { deleted: true },
    { deleted: "any" },
    { printKey, label, deviceId },
    { printKey: { op: "contains", value: printKey.slice(3, 20).toUpperCase() } },
    ...["", "e", "er", "ORD", "der ", "order", "tisch 1", "Γαλήνη", "さくら", "さ", "nowhere"].map(
      (value) => ({
        label: { op: "contains", value },
      }),
    ),
    { deviceId: { op: "contains", value: "BAR" } },
    { deviceId: { op: "neq", value: "bar-05" }, label: { op: "neq", value: label } },
    ...["gt", "gte", "lt", "lte"].map((op) => ({ tag: { op, key: "total", value: total } })),
    { tag: { op: "gt", key: "waiter", value: "1" } },
    { tag: { op: "contains", key: "payment", value: "ARD" } },
    { tag: { op: "contains", key: "customer", value: customer.slice(2) } },
    { tag: { op: "contains", key: "unknown", value: "x" } },
    { tag: { and: [] } },
    { tag: { or: [] } },
    { tag: { or: [{ and: [] }, WITH_TABLE.tag] } },
    {
      tag: {
        and: [
          WITH_TABLE.tag,
          {
            or: [
              { op: "eq", key: "customer", value: customer },
              { op: "contains", key: "note", value: "ä" },
            ],
          },
        ],
      },
    },
    { from: new Date(chain.at(1000).createdAt).toISOString(), ...WITH_TABLE },
    { to: new Date(chain.at(1000).createdAt).toISOString() },
    {
      from: new Date(chain.at(2000).createdAt).toISOString(),
      to: new Date(chain.at(2100).createdAt).toISOString(),
    },
  ];
  const pages = ORDERS.flatMap((orderBy) =>
    [{}, WITH_TABLE].flatMap((filter) =>
      [1, 3, 22, 24, 47, 49, 200].map((page) => ({ ...filter, orderBy, page })),
    ),
  );
  const walked = ORDERS.flatMap((orderBy) =>
    [{}, WITH_TABLE].map((filter) => ({ ...filter, orderBy, cursor: null })),
  );
  return [
    ...filters.map((body) => instanceOf(body)),
    ...pages.map((body) => instanceOf(body, (body.page - 1) * 100)),
    ...walked.map((body) => behind(instanceOf(body), chain.at(1500))),
  ];
}

/** A walk's page behind a print. */
function behind(instance: SearchInstance, print: ChainPrint): SearchInstance {
  const [field] = instance.query.orderBy.split(".") as ["id" | "createdAt" | "updatedAt"];
  return { ...instance, position: { value: print[field], id: print.id, page: 2 } };
}

describeUnless(typeof lucene === "string" ? lucene : null, "Lucene itself", () => {
  const workload = new Workload(PRINTS);
  const { chain } = workload;

  /** What is right, by the model. */
  function rightAnswer({ query, offset, position }: SearchInstance): Answer {
    const compare = comparisonOf(query.orderBy);
    const all = Array.from({ length: PRINTS }, (_, ordinal) => chain.at(ordinal));
    const found = all.filter(fitsOf(query.filter)).toSorted(compare);
    const place = position === null ? null : workload.printWithId(position.id);
    const rest = place === null ? found.slice(offset) : found.filter((print) => compare(print, place) > 0);
    return { total: found.length, ids: rest.slice(0, query.pageSize).map(({ id }) => id) };
  }

  const said: string[] = [];
  const rivalFolder = join(folder, "rival");

  async function measure(kinds: readonly (readonly SearchInstance[])[], expected: Expected) {
    if (typeof lucene === "string") throw new Error(lucene);
    await using cleanup = new Cleanup();
    const data = { workload, rivalFolder, folder, metadataBytes: 0, indexBytes: 0, indexSeconds: 0 };
    const once = { seconds: 0, minimumRounds: 1, maximumRounds: 1, slowMilliseconds: Infinity };
    const onProgress = (line: string) => void said.push(line);
    const order = { installation: lucene, data, kinds, expected, measure: once, cleanup, onProgress };
    return await measureLucene(order, once);
  }

  const asked = instances(workload);
  const unasked = { ...instanceOf({ text: ["flat white"] }), kind: "a line of text" };

  test("it answers as the model, and is measured without what it cannot be asked", async () => {
    const kinds = [...asked, unasked].map((instance) => [instance]);
    const expected = new Map(asked.map((instance) => [instance, rightAnswer(instance)]));
    const result = await measure(kinds, expected);
    expect(result.measurement.samples.map(({ length }) => length)).toEqual([...asked.map(() => 1), 0]);
    expect(result.measurement.medians.slice(0, -1).every((median) => median > 0)).toBe(true);
    expect(result.storedBytes).toBeGreaterThan(PRINTS * 100);
    expect(said.at(0)).toStartWith("Lucene loaded");
    expect(said.at(-1)).toEndWith("measured, without a line of text");
  }, 120_000);

  test("an index that was kept is used again, and an answer that is wrong is told", async () => {
    said.length = 0;
    const instance = asked[0] ?? unasked;
    const { total, ids } = rightAnswer(instance);
    await measure([[instance]], new Map([[instance, { total, ids }]]));
    expect(said.join()).not.toContain("loaded");
    const wrong = new Map([[instance, { total, ids: ids.toReversed() }]]);
    await expect(measure([[instance]], wrong)).rejects.toThrow(/1 answers of Lucene .* are wrong/);
  }, 120_000);

  test("what it cannot do is told, and it goes on", async () => {
    if (typeof lucene === "string") throw new Error(lucene);
    const program = LuceneProcess.start(lucene, join(folder, "classes"));
    try {
      await expect(program.find("find")).rejects.toThrow("no index is open");
      await expect(program.open(lineOf(["open", join(folder, "nowhere")]))).rejects.toThrow("nowhere");
      await expect(program.find("seek")).rejects.toThrow("ends too early");
      const rows = Array.from({ length: 3 }, (_, ordinal) => rowOf(chain.at(ordinal)));
      await program.load(lineOf(["load", join(folder, "three")]), rows);
      expect(await program.open(lineOf(["open", join(folder, "three")]))).toBeGreaterThan(0);
      const question = questionOf(instanceOf({ orderBy: "id.asc" })) ?? "";
      expect((await program.find(question)).ids).toEqual([0, 1, 2].map((ordinal) => chain.at(ordinal).id));
      await expect(program.find(`${question}\tfield\tlabel\tlike\tx`)).rejects.toThrow("no operator like");
      await program.stop();
      await expect(program.find(question)).rejects.toThrow();
    } finally {
      await program.kill();
    }
  }, 120_000);
});
