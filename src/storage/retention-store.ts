import type { Database } from "bun:sqlite";
import { notFound, TillrollError } from "../domain/errors.ts";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import {
  type GivenRetentionRule,
  type RetentionReport,
  type RetentionRule,
  type RetentionRun,
  type RetentionSettings,
  SERVICE_LIMITS,
  type ServiceLimit,
  type ServiceLimitName,
} from "../domain/retention.ts";
import { columnName, selectList } from "./column-name.ts";
import { type HoldChange, HoldStore } from "./hold-store.ts";
import { ALL_POLICIES, notePolicyChange } from "./policy-version.ts";

/** A change of how long prints stay, as data: it goes to the writer's Worker. */
export type RetentionChange =
  | { readonly do: "create"; readonly workspaceId: number; readonly given: GivenRetentionRule }
  | {
      readonly do: "update";
      readonly workspaceId: number;
      readonly id: number;
      readonly given: GivenRetentionRule;
    }
  | { readonly do: "remove"; readonly workspaceId: number; readonly id: number }
  /** A rule deletes from now on, although it would delete prints at once. */
  | { readonly do: "confirm"; readonly workspaceId: number; readonly id: number }
  /** The same for the limits of the service; and a leap of the clock, if there was one, is a right one. */
  | { readonly do: "confirmLimits" }
  /** What a rule would delete has been looked at, when the workspace's rules and holds were of this version. */
  | ({ readonly do: "looked"; readonly id: number; readonly version: number } & Looked)
  /** The same of a limit, as of the `policies` of all workspaces. */
  | ({
      readonly do: "lookedAtLimit";
      readonly name: ServiceLimitName;
      readonly value: string;
      readonly version: number;
    } & Looked)
  /** The limits that the service was started with; others are forgotten. */
  | { readonly do: "limits"; readonly values: Readonly<Partial<Record<ServiceLimitName, string>>> }
  | ({ readonly do: "note" } & RetentionRun)
  | HoldChange;

interface Looked {
  readonly wouldDelete: number;
  readonly appliesFrom: number;
}

type RuleRow = Omit<RetentionRule, "enabled"> & { readonly enabled: number };

const SETTINGS = [
  "name",
  "condition",
  "maxAge",
  "maxPrints",
  "maxSize",
  "enabled",
] as const satisfies readonly (keyof RetentionSettings)[];

/** The settings that decide what is deleted. */
const DECIDING = SETTINGS.filter((name) => name !== "name");

const RULE_COLUMNS = selectList([
  "id",
  "workspaceId",
  "position",
  ...SETTINGS,
  "appliesFrom",
  "wouldDelete",
  "createdAt",
  "updatedAt",
] satisfies readonly (keyof RetentionRule)[]);

/** Reads and changes how long prints stay: rules, holds, the limits of the service, and what the last run has done. */
export class RetentionStore {
  readonly holds: HoldStore;

  constructor(private readonly database: Database) {
    this.holds = new HoldStore(database);
  }

  /** The rules of a workspace, in their order. */
  list(workspaceId: number): RetentionRule[] {
    return this.database
      .query<RuleRow, [number]>(
        `SELECT ${RULE_COLUMNS} FROM retention_rule WHERE workspace_id = ? ORDER BY position, id`,
      )
      .all(workspaceId)
      .map((row) => ({ ...row, enabled: row.enabled !== 0 }));
  }

  /** A rule of a workspace. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, id: number): RetentionRule {
    const rule = this.list(workspaceId).find((known) => known.id === id);
    if (rule === undefined) throw notFound("rule", id);
    return rule;
  }

  /** The limits of the service. */
  limits(): ServiceLimit[] {
    return this.database
      .query<ServiceLimit, []>(
        `SELECT ${selectList(["name", "value", "appliesFrom", "wouldDelete"])} FROM retention_limit ORDER BY name`,
      )
      .all();
  }

  /** Whether there are rules of which it was not looked at yet what they would delete. */
  hasNewRules(): boolean {
    const first = "SELECT 1 AS one FROM retention_rule WHERE enabled = 1 AND applies_from IS NULL LIMIT 1";
    return this.database.query<{ one: number }, []>(first).get() !== null;
  }

  /** Which rules and holds all workspaces have; see {@link ALL_POLICIES}. */
  policies(): number {
    return this.database.query<{ version: number }, []>(ALL_POLICIES).get()?.version ?? 0;
  }

  /** The last run; `null` when there was none. */
  lastRun(): RetentionRun | null {
    const row = this.database
      .query<Omit<RetentionRun, "report"> & { readonly report: string }, []>(
        `SELECT ${selectList(["endedAt", "resumesAt", "report"])} FROM retention_run WHERE id = 1`,
      )
      .get();
    return row === null ? null : { ...row, report: JSON.parse(row.report) as RetentionReport };
  }

  /**
   * Makes a change, inside a transaction that the caller begins and commits.
   * @returns the id of the rule or hold, or 0
   * @throws TillrollError NOT_FOUND, WORKSPACE_LIMIT_EXCEEDED, CONFLICT for a hold that is released already
   */
  apply(change: RetentionChange, now: number): number {
    switch (change.do) {
      case "create":
        return this.create(change.workspaceId, change.given, now);
      case "update":
        return this.update(change.workspaceId, change.id, change.given, now);
      case "remove":
        return this.remove(change.workspaceId, change.id);
      case "confirm":
        this.get(change.workspaceId, change.id);
        this.run("UPDATE retention_rule SET applies_from = ? WHERE id = ?", now, change.id);
        return change.id;
      case "confirmLimits":
        this.run("UPDATE retention_limit SET applies_from = ?", now);
        this.run("UPDATE retention_run SET resumes_at = NULL, ended_at = ?", now);
        return 0;
      case "looked":
        return this.noteLook(change);
      case "lookedAtLimit":
        this.run(
          "UPDATE retention_limit SET applies_from = ?, would_delete = ? WHERE name = ? AND value = ? AND applies_from IS NULL " +
            `AND ? = (${ALL_POLICIES})`,
          change.appliesFrom,
          change.wouldDelete,
          change.name,
          change.value,
          change.version,
        );
        return 0;
      case "limits":
        return this.setLimits(change.values);
      case "note":
        this.run(
          "INSERT OR REPLACE INTO retention_run (id, ended_at, resumes_at, report) VALUES (1, ?, ?, ?)",
          change.endedAt,
          change.resumesAt,
          JSON.stringify(change.report),
        );
        return 0;
      case "hold":
      case "release":
        return this.holds.apply(change, now);
    }
  }

  private create(workspaceId: number, { settings, position }: GivenRetentionRule, now: number): number {
    const ids = this.ids(workspaceId);
    const most = RETENTION_LIMITS.rules;
    if (ids.length >= most) {
      const message = `The workspace has ${most} rules of retention, which is as many as there may be; remove one first.`;
      throw new TillrollError("WORKSPACE_LIMIT_EXCEEDED", message, { rules: most });
    }
    const columns = ["workspaceId", "position", ...SETTINGS, "createdAt", "updatedAt"].map(columnName);
    const insert = `INSERT INTO retention_rule (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
    const id = this.run(insert, workspaceId, ids.length, ...valuesOf(settings), now, now);
    if (position !== null) this.number(ids.toSpliced(position, 0, id));
    this.noteChange(workspaceId);
    return id;
  }

  private update(workspaceId: number, id: number, given: GivenRetentionRule, now: number): number {
    const before = this.get(workspaceId, id);
    const others = this.ids(workspaceId).filter((other) => other !== id);
    const set = SETTINGS.map((name) => `${columnName(name)} = ?`).join(", ");
    this.run(
      `UPDATE retention_rule SET ${set}, updated_at = ? WHERE id = ?`,
      ...valuesOf(given.settings),
      now,
      id,
    );
    const { settings, position } = given;
    if (position !== null) this.number(others.toSpliced(position, 0, id));
    const isMoved = this.get(workspaceId, id).position !== before.position;
    if (isMoved || DECIDING.some((name) => settings[name] !== before[name])) this.noteChange(workspaceId);
    return id;
  }

  private remove(workspaceId: number, id: number): number {
    this.get(workspaceId, id);
    this.run("DELETE FROM retention_rule WHERE id = ?", id);
    this.number(this.ids(workspaceId));
    this.noteChange(workspaceId);
    return id;
  }

  /** A change of one rule may have others delete more: what each would delete is looked at anew. */
  private noteChange(workspaceId: number): void {
    notePolicyChange(this.database, workspaceId);
    this.run("UPDATE retention_rule SET applies_from = NULL WHERE workspace_id = ?", workspaceId);
    this.run("UPDATE retention_limit SET applies_from = NULL WHERE name <> ?", SERVICE_LIMITS.purgeAfter);
  }

  private noteLook({ id, version, appliesFrom, wouldDelete }: Extract<RetentionChange, { do: "looked" }>) {
    this.run(
      "UPDATE retention_rule SET applies_from = ?, would_delete = ? WHERE id = ? AND applies_from IS NULL AND ? = " +
        "coalesce((SELECT version FROM retention_version WHERE workspace_id = retention_rule.workspace_id), 0)",
      appliesFrom,
      wouldDelete,
      id,
      version,
    );
    return id;
  }

  private setLimits(values: Readonly<Partial<Record<ServiceLimitName, string>>>): number {
    const known = new Map(this.limits().map(({ name, value }) => [name, value]));
    for (const [name, value] of known)
      if (values[name] !== value) this.run("DELETE FROM retention_limit WHERE name = ?", name);
    for (const [name, value] of Object.entries(values))
      this.run("INSERT OR IGNORE INTO retention_limit (name, value) VALUES (?, ?)", name, value);
    return 0;
  }

  private ids(workspaceId: number): number[] {
    return this.list(workspaceId).map(({ id }) => id);
  }

  private number(ids: readonly number[]): void {
    for (const [position, id] of ids.entries())
      this.run("UPDATE retention_rule SET position = ? WHERE id = ?", position, id);
  }

  /** @returns the id of the row that was inserted last */
  private run(statement: string, ...values: (string | number | null)[]): number {
    const { lastInsertRowid } = this.database
      .query<unknown, (string | number | null)[]>(statement)
      .run(...values);
    return Number(lastInsertRowid);
  }
}

function valuesOf(settings: RetentionSettings): (string | number | null)[] {
  return SETTINGS.map((name) => {
    const value = settings[name];
    return typeof value === "boolean" ? Number(value) : value;
  });
}
