import type { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_FIELDS } from "../../src/contract/print-fields.ts";
import type { Print } from "../../src/domain/print.ts";
import { PRINTER_DEFAULTS, type PrinterSettings } from "../../src/contract/printer-settings.ts";
import { readNewRule } from "../../src/contract/rule.ts";
import type { GivenRule, Rule } from "../../src/domain/rule.ts";
import { RuleEngine, type RuleWrites } from "../../src/rules/rule-engine.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { PrintReader } from "../../src/storage/print-reader.ts";
import { type RuleApplication, RuleApplications } from "../../src/storage/rule-applications.ts";
import { type RuleChange, RuleStore } from "../../src/storage/rule-store.ts";
import type { CreateOperation, WriteOperation, WriteSuccess } from "../../src/storage/write-operation.ts";

/** What a print is made of; by default it came in by printer 1. */
export interface GivenPrint {
  readonly workspaceId?: number;
  readonly printerId?: number | null;
  readonly label?: string | null;
  readonly tag?: Readonly<Record<string, string>>;
  readonly raw?: Uint8Array<ArrayBuffer>;
}

/** An operation that stores a print with some lines. */
export function printOperation(lines: string | readonly string[], given: GivenPrint = {}): CreateOperation {
  const text = typeof lines === "string" ? lines : lines.join("\n");
  return {
    ...NO_FIELDS,
    kind: "create",
    workspaceId: given.workspaceId ?? 1,
    userId: 1,
    label: given.label ?? null,
    tag: JSON.stringify(given.tag ?? {}),
    defaultWidth: 48,
    testPrint: false,
    raw: given.raw ?? Uint8Array.from(Buffer.from(`${text}\n`, "latin1")),
    idempotencyKey: null,
    printQuota: null,
    printerId: given.printerId === undefined ? 1 : given.printerId,
    isDelivered: false,
    spoolKey: null,
  };
}

/** A rule from what the API takes. */
export function givenRule(pattern: string, label: string | null, more: object = {}): GivenRule {
  return readNewRule({ name: pattern, pattern, label, ...more });
}

/** A database with the writer's own code and a rule engine on it, all in one thread and at the caller's word. */
export class RulesService {
  readonly folder = mkdtempSync(join(tmpdir(), "tillroll-rules-"));
  readonly path = join(this.folder, "tillroll.sqlite");
  readonly database: Database;
  readonly rules: RuleStore;
  engine: RuleEngine;
  now = 1_000_000;
  /** Called before what the engine found is written; may throw, as when the writer cannot take it. */
  beforeWrite: (writes: RuleWrites) => void = () => {};
  private readonly applications: RuleApplications;
  private readonly writer: BatchWriter;
  private readonly reader: Database;
  private readonly prints: PrintReader;

  constructor() {
    this.database = openForWriting(this.path);
    this.database.run("PRAGMA synchronous = OFF");
    migrate(this.database);
    ensureAdministrator(this.database, 0);
    this.database.run(
      "INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('other', 'other', 48, 0)",
    );
    this.writer = new BatchWriter(this.database, () => this.now);
    this.reader = openForReading(this.path);
    this.rules = new RuleStore(this.reader);
    this.applications = new RuleApplications(this.reader);
    this.prints = new PrintReader(this.reader);
    this.engine = this.openEngine();
  }

  write(operation: WriteOperation): WriteSuccess {
    const [result] = this.writer.write([operation]).results;
    if (result?.ok !== true) throw new Error(result?.message);
    return result;
  }

  /** Stores a print. @returns its id */
  store(lines: string | readonly string[], given: GivenPrint = {}): number {
    return this.write(printOperation(lines, given)).id;
  }

  change(change: RuleChange): number {
    return this.write({ kind: "rule", change }).id;
  }

  addRule(pattern: string, label: string | null, more: object = {}, workspaceId = 1): Rule {
    const id = this.change({ do: "create", workspaceId, given: givenRule(pattern, label, more) });
    return this.rules.get(workspaceId, id);
  }

  addPrinter(settings: Partial<PrinterSettings> = {}): number {
    const name = settings.name ?? `printer-${this.now++}`;
    const change = {
      do: "create",
      settings: { ...PRINTER_DEFAULTS, ...settings, name },
      owner: { workspaceId: 1, userId: 1 },
    } as const;
    return this.write({ kind: "printer", change }).id;
  }

  read(printId: number, workspaceId = 1): Print {
    return this.prints.read(workspaceId, printId);
  }

  /** What a print has got. */
  got(printId: number, workspaceId = 1): { label: string | null; tag: unknown } {
    const { label, tag } = this.read(printId, workspaceId);
    return { label, tag: JSON.parse(tag) };
  }

  /** How far the rules have been applied. */
  progress(workspaceId = 1): number | null {
    const row = this.reader
      .query<{ next: number }, [number]>(
        "SELECT next_ordinal AS next FROM rule_progress WHERE workspace_id = ?",
      )
      .get(workspaceId);
    return row?.next ?? null;
  }

  /** Has the rules applied to old prints again. @returns to how many */
  reapply(from: number | null, to: number | null, workspaceId = 1): number {
    this.change({ do: "reapply", workspaceId, from, to });
    const { firstOrdinal = 0, endOrdinal = 0 } = this.reapplication(workspaceId) ?? {};
    return endOrdinal - firstOrdinal;
  }

  /** How far that has got. */
  reapplication(workspaceId = 1): RuleApplication | null {
    return this.applications.find(workspaceId);
  }

  /** Applies rules until there is nothing left to do. @returns how many steps that took */
  async settle(): Promise<number> {
    for (let steps = 0; ; steps++) {
      if (steps > 1000) throw new Error("the rules never end");
      const prints = (await this.engine.advance()) || (await this.engine.advanceAgain());
      if (prints === 0) return steps;
    }
  }

  /** Another engine in the place of one that was cut off. */
  restart(): void {
    this.engine.close();
    this.engine = this.openEngine();
  }

  close(): void {
    this.engine.close();
    this.reader.close();
    this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private openEngine(): RuleEngine {
    return new RuleEngine(this.path, async (writes) => {
      this.beforeWrite(writes);
      this.write({ kind: "background", step: null, ...writes });
    });
  }
}
