import type { Database, SQLQueryBindings } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { startApp } from "../../src/app.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { makeSignInCode } from "../../src/storage/data-folder.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { type Finding, Findings } from "../../src/verification/findings.ts";
import { prepareVerification } from "../../src/verification/journal-rows.ts";
import { PrintVerifier } from "../../src/verification/verify-print.ts";
import { freePort, temporaryFolder } from "../service.ts";
import { placesThatCompile } from "./call-sites.ts";
import {
  askEverything,
  askTheRest,
  leaveRecognition,
  leavePolledJob,
  leaveWork,
  makeTokens,
  operationsOf,
  REQUESTS,
  useEverything,
} from "./exercise.ts";
import { makeLargeDatabase } from "./large-database.ts";
import { planOf, withoutValues } from "./query-plan.ts";
import { type Execution, measured, readCalls, StatementRecorder } from "./statement-recorder.ts";
import { writeEverything } from "./writing.ts";

/*
 * Every statement of the thread that answers requests, and of the writer's, against a database of a million prints and as
 * many deliveries and events. A service runs in this process, all of it is used, and what it compiled is compared with the
 * list in __snapshots__: statements with their plans. A new one is added to it by `bun test test/queries -u`, by somebody
 * who has looked at its plan.
 */

/** Pages that a statement may read beside what it gives: some ways down some trees. */
const PAGES = 60;
/** Of its table, and of an index that leads there. */
const PAGES_PER_ROW = 2;

/** How often a statement runs again, at most, each time with other values. */
const EXECUTIONS = 100;

const folder = temporaryFolder();
/** The first start, on an empty folder. */
let first: StatementRecorder;
let main: StatementRecorder;
let writer: StatementRecorder;
let operations: string[];

beforeAll(async () => {
  first = new StatementRecorder();
  makeLargeDatabase(folder);
  const tokens = makeTokens(folder);
  leaveWork(folder, freePort());
  leavePolledJob(folder);
  leaveRecognition(folder);
  first[Symbol.dispose]();
  main = new StatementRecorder();
  const lpdPort = freePort();
  const printing = { rawPort: null, ports: { lpd: lpdPort }, announce: false, epsonDiscovery: false };
  const app = await startApp({ dataFolder: folder, host: "127.0.0.1", port: 0, printing });
  try {
    operations = await operationsOf(app);
    await useEverything({ app, lpdPort, tokens });
    await askEverything({ app, lpdPort, tokens });
  } finally {
    await app.stop();
  }
  askTheRest(folder, Date.now());
  main[Symbol.dispose]();
  const signInCode = makeSignInCode(databasePath(folder), Date.now());
  forgetService();
  writer = new StatementRecorder(true);
  writeEverything(databasePath(folder), signInCode);
  writer[Symbol.dispose]();
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Makes it as before the first seal, which gives a service its name, and before the first scrub: how far these have got while the
 * service ran goes by the machine.
 */
function forgetService(): void {
  using database = openForWriting(databasePath(folder));
  for (const table of ["journal_seal", "journal_service", "scrub_finding"])
    database.run(`DELETE FROM ${table}`);
}

/** Checks the prints that the journal has, each by itself: of the others there are too many, and nothing to compare with. */
function verifyTouched(database: Database): { findings: readonly Finding[]; prints: number } {
  const findings = new Findings();
  const statements = prepareVerification(database);
  const verifier = new PrintVerifier(statements, findings);
  const touched = database
    .query<{ workspaceId: number; ordinal: number; isOld: number }, []>(
      "SELECT print.workspace_id AS workspaceId, ordinal, ordinal < first_ordinal AS isOld FROM print " +
        "JOIN journal_head USING (workspace_id) WHERE journal_state IS NOT NULL",
    )
    .all();
  for (const { workspaceId, ordinal, isOld } of touched)
    for (const row of statements.prints.all(workspaceId, ordinal, ordinal + 1, 1))
      verifier.verify(row, statements.entriesOf.all(row.id, workspaceId), isOld === 1);
  // Most of its prints have no bytes.
  return { findings: findings.kept.filter(({ code }) => code !== "PRINT_BYTES"), prints: touched.length };
}

const isOfTables = (text: string) => /^\s*(select|insert|update|delete|with)\b/i.test(text);
const isReading = (text: string) => /^\s*(select|with)\b/i.test(text);

/** Runs a statement again; once more where it read much, as another thread may have. */
function again(text: string, values: readonly SQLQueryBindings[]): Execution {
  const one = afresh(text, values);
  if (!isFar(one)) return one;
  const other = afresh(text, values);
  return (other.reads ?? 0) < (one.reads ?? 0) ? other : one;
}

const isFar = ({ reads, rows }: Execution) => (reads ?? 0) > PAGES + PAGES_PER_ROW * rows;

/** Runs a statement on a connection that has nothing in memory. */
function afresh(text: string, values: readonly SQLQueryBindings[]): Execution {
  using database = openForReading(databasePath(folder));
  const statement = database.prepare<unknown, SQLQueryBindings[]>(text);
  const { result, reads, milliseconds } = measured(() => statement.all(...values));
  return { values, reads, milliseconds, rows: result.length };
}

/** How a statement ran, each time with other values. */
function executions(text: string, noted: readonly Execution[]): Execution[] {
  if (!isReading(text)) return [...noted];
  const different = new Map(noted.map(({ values }) => [JSON.stringify(values), values]));
  const step = Math.ceil(different.size / EXECUTIONS);
  return [...different.values()]
    .filter((_, index) => index % step === 0)
    .map((values) => again(text, values));
}

test("every operation of the API is asked for", () => {
  const asked = new Set(REQUESTS.map(({ operation }) => operation));
  expect(operations.filter((operation) => !asked.has(operation))).toEqual([]);
});

test("every statement that was compiled ran", () => {
  const all = [...main.statements, ...writer.statements].filter(([text]) => isOfTables(text));
  const ran = new Set(all.filter(([, noted]) => noted.length > 0).map(([text]) => text));
  expect(all.map(([text]) => text).filter((text) => !ran.has(text))).toEqual([]);
});

test("whatever was done to prints is entered in the journal", () => {
  const database = openForReading(databasePath(folder));
  const silent = database
    .query<{ id: number }, []>(
      "SELECT id FROM print WHERE journal_state IS NULL AND updated_at <> created_at",
    )
    .all();
  const { findings, prints } = verifyTouched(database);
  database.close();
  expect(silent).toEqual([]);
  expect(prints).toBeGreaterThan(20);
  expect(findings).toEqual([]);
});

test("every place in the source that compiles a statement did", async () => {
  const seen = new Map<string, number>();
  for (const place of new Set([first, main, writer].flatMap(({ places }) => [...places]))) {
    const [path = ""] = place.split(":");
    seen.set(path, (seen.get(path) ?? 0) + 1);
  }
  const compiling = await placesThatCompile();
  const missed = [...compiling].filter(([path, count]) => (seen.get(path) ?? 0) < count);
  expect(
    missed.map(([path, count]) => `${path}: ${seen.get(path) ?? 0} of ${count} places were used`),
  ).toEqual([]);
});

describe.each([
  ["the thread that answers", () => main],
  ["the writer's thread", () => writer],
])("a statement of %s", (_name, recorder) => {
  const plans = () => {
    using database = openForWriting(databasePath(folder));
    const statements = [...recorder().statements.keys()].filter(isOfTables);
    const planned = new Map(statements.map((text) => [withoutValues(text), planOf(database, text)]));
    return [...planned].toSorted(([left], [right]) => (left < right ? -1 : 1));
  };

  test("is in the list, with its plan", () => {
    const list = plans().map(([text, plan]) => [text, ...plan.lines.map((line) => `    ${line}`)].join("\n"));
    expect(`\n${list.join("\n\n")}\n`).toMatchSnapshot();
  });

  test("neither goes through a table that grows, nor sorts what is not bounded", () => {
    expect(plans().flatMap(([text, plan]) => plan.faults.map((fault) => `${fault}: ${text}`))).toEqual([]);
  });

  // A plan does not tell how much of an index is walked through; the pages do, where the system counts reads.
  test.skipIf(readCalls() === null)("reads few pages beside those of what it gives", () => {
    const read = [...recorder().statements]
      .filter(([text]) => isOfTables(text))
      .flatMap(([text, noted]) =>
        executions(text, noted).map((one) => ({ text: withoutValues(text), ...one })),
      );
    expect(
      read
        .filter(isFar)
        .map(
          ({ text, values, reads, rows }) =>
            `${reads} pages for ${rows} rows: ${text} ${JSON.stringify(values)}`,
        ),
    ).toEqual([]);
  });
});
