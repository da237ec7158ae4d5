import type { Database } from "bun:sqlite";
import { asc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { notFound, TillrollError } from "../domain/errors.ts";
import { RULE_LIMITS } from "../domain/limits.ts";
import type { GivenRule, Rule } from "../domain/rule.ts";
import { type RuleApplicationChange, RuleApplications } from "./rule-applications.ts";
import { rules, workspaces } from "./schema.ts";

/** A change of the rules, as data: it goes to the writer's Worker. */
export type RuleChange =
  | RuleApplicationChange
  | { readonly do: "create"; readonly workspaceId: number; readonly given: GivenRule }
  | {
      readonly do: "update";
      readonly workspaceId: number;
      readonly id: number;
      readonly given: GivenRule;
    }
  | { readonly do: "remove"; readonly workspaceId: number; readonly id: number }
  | { readonly do: "defaults"; readonly workspaceId: number; readonly enabled: boolean }
  /** The rules have been applied to the prints before this ordinal. */
  | { readonly do: "progress"; readonly workspaceId: number; readonly nextOrdinal: number }
  /** The first time of all: the prints that are there were stored before there were rules. */
  | { readonly do: "begin" };

/** Never back: two may have looked at the same prints. */
const PROGRESS =
  "INSERT INTO rule_progress (workspace_id, next_ordinal) VALUES (?, ?) " +
  "ON CONFLICT (workspace_id) DO UPDATE SET next_ordinal = max(next_ordinal, excluded.next_ordinal)";

const BEGIN =
  "INSERT INTO rule_progress (workspace_id, next_ordinal) SELECT id, " +
  "coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = workspace.id), 0) FROM workspace " +
  "WHERE NOT EXISTS (SELECT 1 FROM rule_progress)";

/** Reads and changes the rules of workspaces. */
export class RuleStore {
  private readonly drizzle;
  private readonly applications: RuleApplications;

  constructor(private readonly database: Database) {
    this.drizzle = drizzle({ client: database });
    this.applications = new RuleApplications(database);
  }

  /** The rules of a workspace, in their order. */
  list(workspaceId: number): Rule[] {
    return this.drizzle
      .select()
      .from(rules)
      .where(eq(rules.workspaceId, workspaceId))
      .orderBy(asc(rules.position), asc(rules.id))
      .all();
  }

  /** A rule of a workspace. @throws TillrollError NOT_FOUND */
  get(workspaceId: number, id: number): Rule {
    const rule = this.list(workspaceId).find((known) => known.id === id);
    if (rule === undefined) throw notFound("rule", id);
    return rule;
  }

  /** Whether the rules that come with Tillroll count in a workspace. */
  areDefaultsEnabled(workspaceId: number): boolean {
    const enabled = this.drizzle.select({ enabled: workspaces.defaultRules }).from(workspaces);
    return enabled.where(eq(workspaces.id, workspaceId)).get()?.enabled ?? false;
  }

  /**
   * Makes a change.
   * @returns the rule's id, or 0
   * @throws TillrollError NOT_FOUND, WORKSPACE_LIMIT_EXCEEDED when there are as many rules as there may be, CONFLICT
   *   when rules are to be applied again while they are
   */
  apply(change: RuleChange, now: number): number {
    switch (change.do) {
      case "create":
        return this.create(change.workspaceId, change.given, now);
      case "update":
        return this.update(change.workspaceId, change.id, change.given, now);
      case "remove":
        return this.remove(change.workspaceId, change.id);
      case "defaults": {
        const isIt = eq(workspaces.id, change.workspaceId);
        this.drizzle.update(workspaces).set({ defaultRules: change.enabled }).where(isIt).run();
        return 0;
      }
      case "progress":
        this.database.query<unknown, number[]>(PROGRESS).run(change.workspaceId, change.nextOrdinal);
        return 0;
      case "begin":
        this.database.query(BEGIN).run();
        return 0;
      case "reapply":
      case "reapplied":
        this.applications.apply(change);
        return 0;
    }
  }

  private create(workspaceId: number, { settings, position }: GivenRule, now: number): number {
    const ids = this.ids(workspaceId);
    if (ids.length >= RULE_LIMITS.rules) throw tooManyRules();
    const values = { ...settings, workspaceId, position: ids.length, createdAt: now, updatedAt: now };
    const { id } = this.drizzle.insert(rules).values(values).returning({ id: rules.id }).get();
    if (position !== null) this.number(ids.toSpliced(position, 0, id));
    return id;
  }

  private update(workspaceId: number, id: number, { settings, position }: GivenRule, now: number): number {
    const others = this.othersThan(workspaceId, id);
    const set = { ...settings, updatedAt: now };
    this.drizzle.update(rules).set(set).where(eq(rules.id, id)).run();
    if (position !== null) this.number(others.toSpliced(position, 0, id));
    return id;
  }

  private remove(workspaceId: number, id: number): number {
    const others = this.othersThan(workspaceId, id);
    this.drizzle.delete(rules).where(eq(rules.id, id)).run();
    this.number(others);
    return id;
  }

  private ids(workspaceId: number): number[] {
    return this.list(workspaceId).map(({ id }) => id);
  }

  /** The other rules of a rule's workspace, in their order. @throws TillrollError NOT_FOUND when it is not there */
  private othersThan(workspaceId: number, id: number): number[] {
    const ids = this.ids(workspaceId);
    if (!ids.includes(id)) throw notFound("rule", id);
    return ids.filter((other) => other !== id);
  }

  private number(ids: readonly number[]): void {
    for (const [position, id] of ids.entries())
      this.drizzle.update(rules).set({ position }).where(eq(rules.id, id)).run();
  }
}

function tooManyRules(): TillrollError {
  const maximum = RULE_LIMITS.rules;
  return new TillrollError(
    "WORKSPACE_LIMIT_EXCEEDED",
    `The workspace has ${maximum} rules, which is as many as there may be; remove one first.`,
    { rules: maximum },
  );
}
