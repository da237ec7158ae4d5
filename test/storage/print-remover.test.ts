import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import type { TillrollError } from "../../src/domain/errors.ts";
import { MEBIBYTE } from "../../src/domain/limits.ts";
import { REMOVAL_LIMITS } from "../../src/domain/retention-limits.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { PrintReader } from "../../src/storage/print-reader.ts";
import type { RemovedPiece, RemoveOperation } from "../../src/storage/print-remover.ts";
import {
  KEPT_COLUMNS,
  KEPT_BY_PURGING,
  KEPT_TABLES,
  prepareRemoval,
  readColumns,
} from "../../src/storage/removal-statements.ts";
import type { WriteOperation, WriteResult, WriteSuccess } from "../../src/storage/write-operation.ts";
import { createOperation } from "../create-operation.ts";

const NOW = 5000;

let database: Database;
let writer: BatchWriter;

beforeEach(() => {
  database = new Database(":memory:", { strict: true });
  database.run("PRAGMA foreign_keys = ON");
  migrate(database);
  ensureAdministrator(database, 0);
  writer = new BatchWriter(database, () => NOW);
});
afterEach(() => database.close());

function write(operation: WriteOperation): WriteResult {
  const [result] = writer.write([operation]).results;
  if (result === undefined) throw new Error("no result");
  return result;
}

function done(operation: WriteOperation): WriteSuccess {
  const result = write(operation);
  if (!result.ok) throw new Error(result.message);
  return result;
}

const removal = (how: RemoveOperation["how"], ...printIds: number[]): RemoveOperation => ({
  kind: "remove",
  how,
  workspaceId: 1,
  printIds,
  userId: 1,
  reason: "asked for",
  removalId: null,
  isLast: true,
});

const piece = (operation: RemoveOperation) => JSON.parse(done(operation).json) as RemovedPiece;
const remove = (how: RemoveOperation["how"], ...printIds: number[]) => piece(removal(how, ...printIds));
const count = (table: string) =>
  database.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows;

/** A print with a row in every table that knows of prints. @returns its id */
function knownPrint(): number {
  const { id } = done(
    createOperation({
      printKey: "key-secret",
      label: "label-secret",
      deviceId: "device-secret",
      tag: '{"tag-secret":"value-secret"}',
      raw: new Uint8Array(Buffer.from("raw-secret")),
      idempotencyKey: "idempotency-secret",
      quantity: 3,
    }),
  );
  done({ kind: "update", workspaceId: 1, printId: id, patch: { label: "other label-secret" } });
  done({ kind: "delivery", change: { do: "queue", workspaceId: 1, printId: id, printerId: 1 } });
  const text = {
    do: "text",
    workspaceId: 1,
    version: 1,
    texts: [{ ordinal: 0, lines: "line-secret" }],
  } as const;
  const charsets = { do: "charsets", workspaceId: 1, nextOrdinal: 1, devices: [] } as const;
  const background = { kind: "background", fills: [], progress: [] } as const;
  done({ ...background, step: text, pictures: [id] });
  done({ ...background, step: { ...charsets, prints: [{ printId: id, charset: "china" }] } });
  done({ kind: "recognition", change: { do: "store", ...recognised(id) } });
  done({ ...background, step: null, pictures: [id] });
  const approval = { printer: {}, ignore: ["ignored-secret"], tolerance: 0, by: "test" };
  done({
    kind: "reference",
    change: { do: "approve", workspaceId: 1, name: "label-secret", printId: id, ...approval },
  });
  database.run("INSERT INTO recognition_queue (print_id) VALUES (?)", [id]);
  return id;
}

const recognised = (printId: number) => ({
  workspaceId: 1,
  printId,
  patch: { label: "label-secret" },
  summary: '{"found":"summary-secret"}',
  content: new Uint8Array(Buffer.from("picture-secret")),
  lines: "picture-secret",
  readings: [{ hash: new Uint8Array([1]), number: 0 }],
  foundLanguages: ["eng"],
});

describe("what is removed", () => {
  test("no row of any table has anything of it, but what is to be told elsewhere", () => {
    const known = new Set(readColumns(database).map(({ table }) => table));
    knownPrint();
    remove("erased", 1);
    const left: string[] = [];
    for (const table of known)
      for (const row of database.query<Record<string, unknown>, []>(`SELECT * FROM ${table}`).all())
        for (const [column, value] of Object.entries(row)) {
          const text = value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
          if (text.includes("secret")) left.push(`${table}.${column}: ${text}`);
        }
    expect(left).toEqual([]);
    for (const table of ["print_data", "idempotency_key", "delivery", "print_charset", "print_recognition"])
      expect([table, count(table)]).toEqual([table, 0]);
    for (const table of ["recognition_queue", "picture_reading", "recognition_text", "print_reference"])
      expect([table, count(table)]).toEqual([table, 0]);
  });

  test("a table that comes later is not forgotten", () => {
    database.run("CREATE TABLE later (print_id INTEGER NOT NULL REFERENCES print (id), text TEXT) STRICT");
    database.run("CREATE TABLE later_text (workspace_id INTEGER, ordinal INTEGER, text TEXT) STRICT");
    writer = new BatchWriter(database, () => NOW);
    done(createOperation());
    done(createOperation());
    database.run("INSERT INTO later VALUES (1, 'secret'), (2, 'kept')");
    database.run("INSERT INTO later_text VALUES (1, 0, 'secret'), (1, 1, 'kept'), (2, 0, 'kept')");
    remove("erased", 1);
    expect(database.query("SELECT text FROM later UNION ALL SELECT text FROM later_text").values()).toEqual([
      ["kept"],
      ["kept"],
      ["kept"],
    ]);
  });

  test("whatever refers to a print does so by a column that is found", () => {
    const columns = readColumns(database);
    for (const { table } of columns) {
      const references = database
        .query<{ table: string; from: string }, []>(
          `SELECT "table", "from" FROM pragma_foreign_key_list('${table}')`,
        )
        .all();
      for (const reference of references)
        if (reference.table === "print") expect([table, reference.from]).toEqual([table, "print_id"]);
    }
    // A name that is none any more would keep nothing.
    for (const table of [...Object.keys(KEPT_TABLES), ...Object.keys(KEPT_BY_PURGING)])
      expect(columns.some((column) => column.table === table)).toBe(true);
    const ofPrint = new Set(columns.filter(({ table }) => table === "print").map(({ name }) => name));
    expect(KEPT_COLUMNS.filter((name) => !ofPrint.has(name))).toEqual([]);
  });

  test("each row is found by an index", () => {
    const { byPrint, byErasedPrint, byOrdinal, emptyText, empty } = prepareRemoval(database);
    for (const statement of [...byPrint, ...byErasedPrint, ...byOrdinal, emptyText, empty]) {
      const plan = database.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${statement.toString()}`).all();
      expect(plan.map(({ detail }) => detail).filter((detail) => detail.startsWith("SCAN"))).toEqual([]);
    }
    expect(byPrint.length).toBeGreaterThan(5);
  });
});

describe("what stays of it", () => {
  test("its id, its place and when it was made; it answers GONE, with when and why", () => {
    const id = knownPrint();
    remove("erased", id);
    const row = database.query<Record<string, unknown>, []>("SELECT * FROM print").get() ?? {};
    expect(row).toMatchObject({
      id,
      workspace_id: 1,
      ordinal: 0,
      user_id: 1,
      created_at: NOW,
      updated_at: NOW,
    });
    expect(row).toMatchObject({ deleted_at: NOW, removal_id: 1, tag: "{}", print_key: "", width: 0 });
    for (const name of Object.keys(NO_FIELDS).filter((field) => field === "label" || field === "quantity"))
      expect(row[name]).toBeNull();
    const reader = new PrintReader(database);
    expect(reader.find(1, id)).toBeNull();
    const error = errorOf(() => reader.read(1, id));
    expect([error.code, error.data]).toEqual([
      "GONE",
      { printId: id, how: "erased", removedAt: new Date(NOW).toISOString(), reason: "asked for" },
    ]);
    expect(errorOf(() => reader.read(2, id)).code).toBe("NOT_FOUND");
  });

  test("nothing changes it, brings it back, or gives its id or its ordinal again", () => {
    const id = knownPrint();
    remove("erased", id);
    const of = { workspaceId: 1, printId: id };
    for (const kind of ["delete", "restore"] as const)
      expect(write({ kind, ...of })).toMatchObject({ code: "GONE" });
    expect(write({ kind: "update", ...of, patch: { label: "x" } })).toMatchObject({ code: "GONE" });
    expect(done(createOperation()).id).toBe(id + 1);
    expect(database.query("SELECT ordinal FROM print").values()).toEqual([[0], [1]]);
  });

  test("what had read it before does not write it back", () => {
    const id = knownPrint();
    remove("erased", id);
    const background = { kind: "background", progress: [] } as const;
    const texts = [{ ordinal: 0, lines: "line-secret" }];
    const fills = [{ workspaceId: 1, printId: id, patch: { label: "label-secret" } }];
    done({ ...background, step: { do: "text", workspaceId: 1, version: 2, texts }, fills });
    done({ kind: "recognition", change: { do: "store", ...recognised(id) } });
    expect(database.query("SELECT label, recognised FROM print").values()).toEqual([[null, null]]);
    expect(database.query("SELECT lines FROM print_text").values()).toEqual([[""]]);
    expect([count("print_recognition"), count("recognition_text")]).toEqual([0, 0]);
  });

  test("a quota has room again", () => {
    const within = createOperation({ printQuota: 1 });
    done(within);
    expect(write(within)).toMatchObject({ code: "WORKSPACE_LIMIT_EXCEEDED" });
    remove("erased", 1);
    remove("erased", 1);
    done(within);
    expect(write(within)).toMatchObject({ code: "WORKSPACE_LIMIT_EXCEEDED" });
  });
});

describe("erasing", () => {
  test("cancels what waits for the paper; what is being sent refuses it, and nothing is written", () => {
    const id = knownPrint();
    done({ kind: "delivery", change: { do: "begin", id: 1, printerId: 1 } });
    expect(write(removal("erased", id))).toMatchObject({
      code: "CONFLICT",
      data: { reason: "BEING_PRINTED" },
    });
    expect(count("removal")).toBe(0);
    const again = { do: "requeue", id: 1, reason: null, nextAttemptAt: null } as const;
    done({ kind: "delivery", change: again });
    expect(remove("erased", id)).toMatchObject({ prints: 1, bytes: 10, cancelledDeliveries: 1 });
    // The queue that had it in mind goes on.
    expect(done({ kind: "delivery", change: { do: "begin", id: 1, printerId: 1 } }).id).toBe(0);
  });

  test("again changes nothing; what is not there, or is another workspace's, is not found", () => {
    done(createOperation());
    remove("erased", 1);
    expect(remove("erased", 1)).toMatchObject({ prints: 0, bytes: 0 });
    expect(count("removal")).toBe(1);
    expect(write(removal("erased", 2))).toMatchObject({ code: "NOT_FOUND" });
    expect(write({ ...removal("erased", 1), workspaceId: 2 })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("what was purged is erased: the index is to forget it at once", () => {
    done(createOperation());
    done({ kind: "delete", workspaceId: 1, printId: 1 });
    remove("purged", 1);
    const urgent = () => database.query("SELECT kind, urgent FROM index_removal ORDER BY sequence").values();
    expect(urgent()).toEqual([
      [0, 0],
      [1, 0],
    ]);
    remove("erased", 1);
    expect(urgent().slice(2)).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(database.query("SELECT prints FROM removal_count").values()).toEqual([[1]]);
    // It is of the later decision now; what the first one did stays told.
    expect(database.query("SELECT prints FROM removal ORDER BY id").values()).toEqual([[1], [1]]);
    expect(database.query("SELECT removal_id FROM print").values()).toEqual([[2]]);
  });

  test("is told to listeners, and what they were to be told of it is not any more", () => {
    const id = knownPrint();
    remove("erased", id);
    const events = database.query("SELECT kind, print_id, data FROM event").values();
    const data = { id, removedAt: new Date(NOW).toISOString(), reason: "asked for" };
    expect(events).toEqual([["print.erased", id, JSON.stringify(data)]]);
  });
});

describe("purging", () => {
  test("takes what is deleted and waits for no paper, and says what it left", () => {
    for (let left = 5; left > 0; left--) done(createOperation());
    for (const printId of [1, 2, 4, 5]) done({ kind: "delete", workspaceId: 1, printId });
    done({ kind: "delivery", change: { do: "queue", workspaceId: 1, printId: 4, printerId: 1 } });
    expect(remove("purged", 1, 2, 3, 4, 5, 99)).toMatchObject({
      prints: 3,
      bytes: 9,
      skipped: [3, 4],
      left: 0,
    });
    const runs = "SELECT first_ordinal, print_count FROM index_removal WHERE kind = 0 ORDER BY sequence";
    expect(database.query(runs).values()).toEqual([
      [0, 2],
      [4, 1],
    ]);
  });

  test("a decision is one, of however many pieces, and is told once", () => {
    for (const printId of [1, 2, 3]) {
      done(createOperation());
      done({ kind: "delete", workspaceId: 1, printId });
    }
    const { id } = done({ ...removal("purged", 1, 2), isLast: false });
    done({ ...removal("purged", 3), removalId: id });
    expect(database.query("SELECT kind, reason, prints, bytes FROM removal").values()).toEqual([
      ["purged", "asked for", 3, 9],
    ]);
    const told = database
      .query<{ data: string }, []>("SELECT data FROM event WHERE kind = 'print.purged'")
      .all();
    expect(told.map(({ data }) => JSON.parse(data))).toEqual([
      { removedAt: new Date(NOW).toISOString(), reason: "asked for", prints: 3, bytes: 9 },
    ]);
  });

  test("a piece ends where its prints have many bytes", () => {
    const raw = crypto.getRandomValues(new Uint8Array(MEBIBYTE / 16)) as Uint8Array<ArrayBuffer>;
    for (let printId = 1; printId <= 40; printId++) {
      done(createOperation({ raw }));
      done({ kind: "delete", workspaceId: 1, printId });
    }
    const ids = Array.from({ length: 40 }, (_, index) => index + 1);
    const prints = REMOVAL_LIMITS.pieceBytes / raw.byteLength;
    expect(remove("purged", ...ids)).toMatchObject({ prints, left: 40 - prints });
  });
});

function errorOf(work: () => unknown): TillrollError {
  try {
    work();
  } catch (error) {
    return error as TillrollError;
  }
  throw new Error("nothing was thrown");
}
