import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { SearchFilter } from "../../src/domain/search-query.ts";
import type { TagQuery } from "../../src/domain/tag-query.ts";
import { PostgresChainSearch } from "../../src/search/postgres/postgres-chain-search.ts";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { LABEL_SHAPES } from "../../src/storage/postgres/counted-values.ts";
import { createOperation } from "../create-operation.ts";
import { describeEngines } from "./engines.ts";
import { PrintDatabase } from "./print-database.ts";

const SHOPS = [1, 2, 3];
const PRINTS = 180;

interface Given {
  readonly label: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** More than half of all have each of these, so that no index of trigrams is a shortcut. */
const given = (number: number): Given => ({
  label: `${number % 4 === 0 ? "Küche" : "Bestellung ÄÖ"} ${number}${number % 3 === 0 ? "/B" : ""}`,
  tags: {
    ...(number % 6 !== 0 && { waiter: ["Zoë", "K\u212Aenan", "anna", "ΝΊΚΟΣ"][number % 4] ?? "" }),
    total: String(number),
  },
});

const is = (key: string, op: "eq" | "neq" | "gt" | "contains", value: string) => ({ key, op, value });
const group = (join: "and" | "or", ...entries: TagQuery[]): TagQuery => ({ join, entries });

type Case = readonly [
  name: string,
  filter: Omit<SearchFilter, "deleted">,
  isMeant: (given: Given) => boolean,
  /** Whether what was counted tells it. */
  isCounted: boolean,
];

const CASES: readonly Case[] = [
  [
    "a part of labels",
    { label: { op: "contains", value: "ELLUNG" } },
    ({ label }) => label.startsWith("B"),
    true,
  ],
  ["a letter", { label: { op: "contains", value: "ü" } }, ({ label }) => label.startsWith("K"), true],
  [
    "an umlaut in two",
    { label: { op: "contains", value: "A\u0308" } },
    ({ label }) => label.includes("Ä"),
    true,
  ],
  [
    "a part behind numbers",
    { label: { op: "contains", value: "/b" } },
    ({ label }) => label.endsWith("/B"),
    true,
  ],
  ["nothing in labels", { label: { op: "contains", value: "" } }, () => true, true],
  ["a digit", { label: { op: "contains", value: "1" } }, ({ label }) => label.includes("1"), false],
  ["a value", { tag: is("waiter", "eq", "anna") }, ({ tags }) => tags["waiter"] === "anna", true],
  [
    "a part of values, of which some are beyond ASCII",
    { tag: is("waiter", "contains", "N") },
    ({ tags }) => /n/i.test(tags["waiter"] ?? ""),
    true,
  ],
  [
    "a part beyond ASCII",
    { tag: is("waiter", "contains", "κοσ") },
    ({ tags }) => tags["waiter"] === "ΝΊΚΟΣ",
    true,
  ],
  [
    "what folds to a letter of ASCII",
    { tag: is("waiter", "contains", "kk") },
    ({ tags }) => (tags["waiter"] ?? "").startsWith("K"),
    true,
  ],
  [
    "one of two values",
    { tag: group("or", is("waiter", "eq", "anna"), is("waiter", "eq", "Zoë")) },
    ({ tags }) => tags["waiter"] === "anna" || tags["waiter"] === "Zoë",
    true,
  ],
  [
    "none of two values, and groups in groups",
    { tag: group("and", is("waiter", "neq", "anna"), group("or", group("and", is("waiter", "neq", "Zoë")))) },
    ({ tags }) => tags["waiter"] !== undefined && !["anna", "Zoë"].includes(tags["waiter"]),
    true,
  ],
  [
    "values of two tags",
    { tag: group("or", is("waiter", "eq", "anna"), is("total", "gt", "20")) },
    ({ tags }) => tags["waiter"] === "anna" || Number(tags["total"]) > 20,
    false,
  ],
  ["a group of nothing", { tag: group("and", is("waiter", "eq", "anna"), group("or")) }, () => false, false],
  [
    "two parts of one value",
    { tag: group("and", is("waiter", "contains", "n"), is("waiter", "contains", "a")) },
    ({ tags }) => /n.*a|a.*n/.test((tags["waiter"] ?? "").toLowerCase()),
    false,
  ],
  [
    "a part of labels, and a tag",
    { label: { op: "contains", value: "ellung" }, tag: is("total", "gt", "20") },
    ({ label, tags }) => label.startsWith("B") && Number(tags["total"]) > 20,
    false,
  ],
];

describeEngines("totals of all shops", (engine) => {
  let opened: PrintDatabase;
  let watched: PostgresDatabase;
  let statements: string[] = [];

  beforeAll(async () => {
    opened = await PrintDatabase.open(SHOPS, engine);
    for (let number = 0; number < PRINTS; number++) {
      opened.now += 1000;
      const workspaceId = SHOPS[number % SHOPS.length] ?? 1;
      const { label, tags } = given(number);
      const { id: printId } = await opened.writer.submit(
        createOperation({ workspaceId, label, tag: JSON.stringify(tags) }),
      );
      if (number % 10 === 0) await opened.writer.submit({ kind: "delete", workspaceId, printId });
    }
    watched = new PostgresDatabase({ address: opened.address, onStatement: (text) => statements.push(text) });
  }, 60_000);

  afterAll(async () => {
    await watched?.close();
    await opened?.[Symbol.asyncDispose]();
  });

  const total = async (filter: SearchFilter): Promise<number> => {
    const chain = new PostgresChainSearch(watched);
    const shops = SHOPS.map((id) => ({ id, slug: `w${id}` }));
    return JSON.parse(await chain.countAcross(shops, filter)).total;
  };

  const expected = (isMeant: Case[2], deleted: boolean | "any") =>
    Array.from({ length: PRINTS }, (_, number) => number).filter(
      (number) => isMeant(given(number)) && (deleted === "any" || (number % 10 === 0) === deleted),
    ).length;

  test.each(CASES)(
    "%s: no print is looked at where what was counted tells it",
    async (_, filter, isMeant, isCounted) => {
      for (const deleted of [false, true, "any"] as const) {
        statements = [];
        expect(await total({ ...filter, deleted })).toBe(expected(isMeant, deleted));
        // Those by which it is guessed how many there are look at the last prints.
        const looks = statements.filter((text) => /FROM "?print"? /.test(text) && !text.includes("LIMIT"));
        if (deleted === "any") expect(looks.length === 0).toBe(isCounted);
      }
    },
  );

  /** Has a shop have too many values of these. */
  const uncount = async (shop: number) => {
    const ofSources = sql`workspace_id = ${shop} AND source IN (${LABEL_SHAPES}, 'tag:waiter')`;
    await opened.database.run(sql`DELETE FROM value_count WHERE ${ofSources}`);
    await opened.database.run(sql`UPDATE value_source SET is_counted = 0 WHERE ${ofSources}`);
  };

  test("are exact where a shop has too many values to count them", async () => {
    for (const shop of SHOPS) await uncount(shop);
    for (const [, filter, isMeant] of CASES)
      expect(await total({ ...filter, deleted: false })).toBe(expected(isMeant, false));
    for (const shop of SHOPS) await opened.countsAnew(shop);
    for (const [, filter, isMeant] of CASES)
      expect(await total({ ...filter, deleted: false })).toBe(expected(isMeant, false));
  });

  test("look at the prints of a shop alone that has too many values to count them", async () => {
    const [shop = 0, counted = 0] = SHOPS;
    await uncount(shop);
    // A count that is no longer right tells that it is read.
    await opened.database.run(
      sql`UPDATE value_count SET n = n + 1000, is_in_chain = 0 WHERE workspace_id = ${counted} AND value = 'bestellung äö 0'`,
    );
    const filter: SearchFilter = { label: { op: "contains", value: "ellung" }, deleted: false };
    const isMeant = ({ label }: Given) => label.startsWith("B");
    expect(await total(filter)).toBe(expected(isMeant, false) + 1000);
    for (const each of SHOPS) await opened.countsAnew(each);
    expect(await total(filter)).toBe(expected(isMeant, false));
  });

  test("are exact where there are too many values to look through", async () => {
    const [shop = 0] = SHOPS;
    await opened.database.run(
      sql`INSERT INTO value_count (workspace_id, source, value, n, deleted_n)
        SELECT ${shop}::bigint, 'tag:waiter', 'anna ' || n, 1, 0 FROM generate_series(1, 100001) AS n`,
    );
    const filter: SearchFilter = { tag: is("waiter", "contains", "anna"), deleted: false };
    expect(await total(filter)).toBe(expected(({ tags }) => tags["waiter"] === "anna", false));
    await opened.countsAnew(shop);
  });
});
