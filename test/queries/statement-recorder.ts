import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";

const SOURCE = join(import.meta.dir, "..", "..", "src");

/** The methods that run a statement. */
const RUNNING = ["get", "all", "values", "raw", "run", "iterate"] as const;

/** One time that a statement ran. */
export interface Execution {
  readonly values: readonly SQLQueryBindings[];
  /** Calls of the system that read, such as of a database page that was not in memory; `null` where it is not told. */
  readonly reads: number | null;
  readonly rows: number;
  readonly milliseconds: number;
}

/** How often this process has read so far, as Linux counts; `null` elsewhere. */
export function readCalls(): number | null {
  try {
    const counted = /^syscr: (\d+)$/m.exec(readFileSync("/proc/self/io", "latin1"));
    return counted === null ? null : Number(counted[1]);
  } catch {
    return null;
  }
}

/** Reads between two calls of {@link readCalls} that are its own. */
const OWN_READS = (() => {
  const [first, second] = [readCalls(), readCalls()];
  return first === null || second === null ? 0 : second - first;
})();

/** Runs something. @returns what it returns, how long it took, and how often it read */
export function measured<Result>(run: () => Result) {
  const before = readCalls();
  const start = performance.now();
  const result = run();
  const milliseconds = performance.now() - start;
  const after = readCalls();
  const reads = before === null || after === null ? null : Math.max(0, after - before - OWN_READS);
  return { result, milliseconds, reads };
}

/**
 * Notes every statement that this thread compiles from now on, whoever does: it stands between the code and SQLite, so
 * that nothing need be registered and nothing can be left out. Workers have a world of their own, and are not heard.
 */
export class StatementRecorder {
  /** Each statement with the times it ran. */
  readonly statements = new Map<string, Execution[]>();
  /** The places in `src/` that compiled any, as `path:line:column`. */
  readonly places = new Set<string>();
  private readonly seen = new WeakSet<object>();
  private readonly restore: () => void;

  /** @param isMeasuring whether reads are counted, which means nothing beside threads that read */
  constructor(private readonly isMeasuring = false) {
    const { query, prepare, run, exec } = Database.prototype;
    const note = this.note.bind(this);
    const notePlace = this.notePlace.bind(this);
    const watch = this.watch.bind(this);
    Database.prototype.query = function (this: Database, text: string) {
      note(text);
      return watch(text, query.call(this, text));
    } as typeof query;
    Database.prototype.prepare = function (this: Database, text: string, ...rest: never[]) {
      note(text);
      return watch(text, prepare.call(this, text, ...rest));
    } as typeof prepare;
    Database.prototype.run = function (this: Database, text: string, ...values: never[]) {
      note(text);
      return run.call(this, text, ...values);
    } as typeof run;
    Database.prototype.exec = Database.prototype.run;
    const { select, insert, update, delete: remove } = BaseSQLiteDatabase.prototype;
    const begun = { select, insert, update, delete: remove };
    for (const [name, begin] of Object.entries(begun)) {
      const noted = (self: unknown, values: unknown[]) => {
        notePlace();
        return Reflect.apply(begin, self, values) as unknown;
      };
      Object.assign(BaseSQLiteDatabase.prototype, {
        [name](this: unknown, ...values: unknown[]) {
          return noted(this, values);
        },
      });
    }
    this.restore = () => {
      Object.assign(Database.prototype, { query, prepare, run, exec });
      Object.assign(BaseSQLiteDatabase.prototype, begun);
    };
  }

  /** Ends it. */
  [Symbol.dispose](): void {
    this.restore();
  }

  private note(text: string): void {
    if (!this.statements.has(text)) this.statements.set(text, []);
    if (!/^\s*(?:PRAGMA|BEGIN|COMMIT|ROLLBACK)\b/i.test(text)) this.notePlace();
  }

  /** Notes which place of the source is at work; what Drizzle compiles was noted when the statement was begun. */
  private notePlace(): void {
    const place = /\((\/[^)]*):(\d+:\d+)\)|at (\/\S*):(\d+:\d+)$/;
    for (const line of (new Error().stack ?? "").split("\n")) {
      if (line.includes("/drizzle-orm/")) return;
      const found = place.exec(line);
      const path = relative(SOURCE, found?.[1] ?? found?.[3] ?? "/");
      if (found === null || path.startsWith("..")) continue;
      this.places.add(`${path}:${found[2] ?? found[4]}`);
      return;
    }
  }

  private watch<Watched extends Statement>(text: string, statement: Watched): Watched {
    if (this.seen.has(statement)) return statement;
    this.seen.add(statement);
    for (const name of RUNNING) {
      const original = (...values: never[]): unknown => Reflect.apply(method, statement, values);
      const method = statement[name];
      if (typeof method !== "function") continue;
      const record = (...values: never[]) => {
        const { result, reads, milliseconds } = this.isMeasuring
          ? measured(() => original(...values))
          : { result: original(...values), reads: null, milliseconds: 0 };
        const rows = Array.isArray(result) ? result.length : 1;
        this.statements.get(text)?.push({ values: structuredClone(values), reads, rows, milliseconds });
        return result;
      };
      Object.defineProperty(statement, name, { value: record, writable: true, configurable: true });
    }
    return statement;
  }
}
