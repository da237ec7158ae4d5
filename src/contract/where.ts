import type { TProperties, TSchema } from "@sinclair/typebox";
import { parseInstant } from "../domain/instant.ts";
import { SEARCH_LIMITS } from "../domain/limits.ts";
import type { StringFilter } from "../domain/search-query.ts";
import { isJsonObject, IssueList, nameOfType, pathOf } from "../domain/validation.ts";
import { PRINT_STATES, type PrintState, type Where as DomainWhere } from "../domain/where.ts";
import { readInto } from "./check.ts";
import { FILTERED_FIELDS, type FilteredField } from "./print-fields.ts";
import * as t from "./schema.ts";
import { type GivenTagQuery, tagQueryOf } from "./tag-query.ts";
import { type GivenText, textPartsOf } from "./text-filter.ts";

const { whereConditions, whereEntries, whereLevels } = SEARCH_LIMITS;

type GivenFields = { [Name in FilteredField]?: string | StringFilter };

interface GivenCondition extends GivenFields {
  tag?: GivenTagQuery;
  text?: GivenText;
  from?: string;
  to?: string;
  is?: PrintState;
}

/** A `where` as clients give it. */
export type GivenWhere = GivenCondition | { and: GivenWhere[] } | { or: GivenWhere[] } | { not: GivenWhere };

const is = t.choice(
  PRINT_STATES,
  "deleted: marked so, which needs deleted to be true or any; test: a test print; waiting: it waits for a real printer; " +
    "held: it waits for a person who decides; failed: a real printer did not take it; kept: under a legal hold.",
);

/** The name of a `where` in the reference, which contains itself. */
const NAME = "Where";

const JOINS = ["and", "or", "not"] as const;

/**
 * The schema of `where`. It is read by hand: a compiled check of so many levels would have the condition in each of them.
 * @param filters the fields of a search that a condition may have
 */
export function whereOf(filters: TProperties) {
  const condition = t.strict(
    { ...filters, ...t.optional({ is }) },
    {
      name: "SearchCondition",
      description: "Filters as those of a search, all of which must hold.",
      examples: [{ deviceId: "till-2", from: "2026-01-31" }],
    },
  );
  const faultsOf = (where: unknown) => {
    const issues = new IssueList();
    const conditions = addFaults(where, { condition, path: "", level: 1, issues });
    if (conditions > whereConditions) issues.add("", `must have at most ${whereConditions} conditions.`);
    return issues.issues.map(({ path, message }) => ({ field: path === "" ? null : path, message }));
  };
  const itself = { $ref: `#/components/schemas/${NAME}` };
  const group = (join: string, entry: object) => ({
    type: "object",
    properties: { [join]: entry },
    required: [join],
    additionalProperties: false,
  });
  const entries = { type: "array", items: itself, maxItems: whereEntries };
  return t.checked<GivenWhere>(
    {
      ...t.keywordsOf({
        name: NAME,
        description:
          `A condition, {"not": …} of one, or a group with "and" or "or" of at most ${whereEntries} entries; they nest at ` +
          `most ${whereLevels} levels deep, and there are at most ${whereConditions} conditions. "and" of nothing holds ` +
          'for all, "or" of nothing for none. "not" holds for prints without the field too.',
      }),
      anyOf: [condition, group("and", entries), group("or", entries), group("not", itself)],
    },
    (where) => faultsOf(where).length === 0,
    faultsOf,
  );
}

/** Where a part of a `where` is. */
interface Place {
  /** The schema of a condition. */
  readonly condition: TSchema;
  readonly path: string;
  readonly level: number;
  readonly issues: IssueList;
}

/** Finds what is wrong. @returns how many conditions there are */
function addFaults(where: unknown, place: Place): number {
  const { condition, path, level, issues } = place;
  const fault = groupFault(where, level);
  if (fault !== null) {
    issues.add(path, fault);
    return 1;
  }
  const [join = null] = isJsonObject(where) ? Object.entries(where).filter(([name]) => isJoin(name)) : [];
  if (join === null) {
    const inner = new IssueList();
    readInto(condition, where, inner);
    for (const issue of inner.issues) issues.add(within(path, issue.path), issue.message);
    return inner.issues.length === 0 && isJsonObject(where) ? tagConditionsIn(where["tag"]) : 1;
  }
  const [name, inner] = join;
  if (name === "not") return addFaults(inner, { ...place, path: within(path, name), level: level + 1 });
  if (!Array.isArray(inner) || inner.length > whereEntries) {
    const form = Array.isArray(inner) ? `${inner.length}` : nameOfType(inner);
    issues.add(within(path, name), `must be an array of at most ${whereEntries} conditions, not ${form}.`);
    return 1;
  }
  // A group of nothing counts as a condition: there would be no end of them otherwise.
  return inner.reduce<number>(
    (sum, entry, index) =>
      sum + addFaults(entry, { ...place, path: within(path, `${name}.${index}`), level: level + 1 }),
    inner.length === 0 ? 1 : 0,
  );
}

/** Of the conditions on tags each counts: there may be a thousand in one query. @returns at least 1 */
function tagConditionsIn(tag: unknown): number {
  const entries = isJsonObject(tag) ? (tag["and"] ?? tag["or"]) : undefined;
  if (!Array.isArray(entries)) return 1;
  return Math.max(
    1,
    entries.reduce<number>((sum, entry) => sum + tagConditionsIn(entry), 0),
  );
}

function isJoin(name: string): boolean {
  return JOINS.some((join) => join === name);
}

function within(path: string, field: string): string {
  return field === "" ? path : pathOf(path, field);
}

/** What is wrong with what was meant to be a group, or is nothing like a condition. */
function groupFault(where: unknown, level: number): string | null {
  if (!isJsonObject(where))
    return `must be a condition such as {"deviceId": "till-2"}, {and}, {or} or {not}, not ${nameOfType(where)}.`;
  const fields = Object.keys(where);
  if (!fields.some(isJoin)) return null;
  if (fields.length !== 1) return 'A group must have exactly one field, "and", "or" or "not".';
  return level > whereLevels ? `Groups nest at most ${whereLevels} levels deep.` : null;
}

/** A `where` as searches know it. */
export function domainWhereOf(given: GivenWhere): DomainWhere {
  if ("and" in given) return { join: "and", entries: given.and.map(domainWhereOf) };
  if ("or" in given) return { join: "or", entries: given.or.map(domainWhereOf) };
  return "not" in given ? { not: domainWhereOf(given.not) } : domainConditionOf(given);
}

function domainConditionOf(given: GivenCondition): DomainWhere {
  const { tag, text, from, to, is: state } = given;
  const fields = FILTERED_FIELDS.flatMap((name) => {
    const wanted = given[name];
    return wanted === undefined ? [] : [[name, stringFilterOf(wanted)] as const];
  });
  return {
    ...Object.fromEntries(fields),
    ...(tag !== undefined && { tag: tagQueryOf(tag) }),
    ...(text !== undefined && { text: textPartsOf(text) }),
    ...(from !== undefined && { from: parseInstant(from) ?? 0 }),
    ...(to !== undefined && { to: parseInstant(to) ?? 0 }),
    ...(state !== undefined && { is: state }),
  };
}

/** A filter on a field; a string alone means exactly that. */
export function stringFilterOf(given: string | StringFilter): StringFilter {
  return typeof given === "string" ? { op: "eq", value: given } : given;
}
