import type { SearchBody } from "../contract/search.ts";
import type { TagCondition } from "../contract/tag-query.ts";
import type { GivenWhere } from "../contract/where.ts";
import { FILTERED_FIELDS } from "../contract/print-fields.ts";
import { SEARCH_LIMITS } from "../domain/limits.ts";
import { searchKey } from "./keys.ts";
import type { SearchFault } from "./faults.ts";
import { type Asked, meaningOf, type SearchContext, type TermFault } from "./meaning.ts";
import type { Place } from "./tokens.ts";
import { conjunctsOf, type Node, readTree } from "./tree.ts";
import { writeTerm } from "./write.ts";

/** The fields of a search that say which prints are wanted. */
export type WantedPrints = Omit<SearchBody, "orderBy" | "page" | "pageSize" | "cursor">;

/** What the text of a search means. */
export interface ReadSearch {
  /** What is asked of the service; without what is faulty. */
  readonly wanted: WantedPrints;
  readonly faults: readonly SearchFault[];
  /** What must all hold, as it is written: each can be taken away by itself. */
  readonly parts: readonly SearchPart[];
}

/** One of the conditions that must all hold. */
export interface SearchPart extends Place {
  readonly node: Node;
}

/** Reads the text of a search. Never throws: what is wrong is told. */
export function readSearch(text: string, context: SearchContext): ReadSearch {
  const { tree, faults: treeFaults } = readTree(text);
  const reader = new SearchReader(text, context);
  const parts = conjunctsOf(tree);
  const wanted = reader.read(parts);
  const ofTree = treeFaults.map(({ code, from, to }) => {
    const suggestion = code === "openBracket" ? `${text.trimEnd()})` : null;
    return { code, from, to, isHint: false, values: { text: text.slice(from, to) }, suggestion };
  });
  const faults = [...ofTree, ...reader.faults].toSorted((left, right) => left.from - right.from);
  return { wanted, faults, parts: parts.map((node) => ({ node, from: node.from, to: node.to })) };
}

/** The words that are looked for on receipts, for marking them. */
export function wordsOf(text: string): string[] {
  const { tree } = readTree(text);
  return tree === null ? [] : wordsIn(tree);
}

function wordsIn(node: Node): string[] {
  if (node.kind === "group") return node.entries.flatMap(wordsIn);
  if (node.kind === "not") return [];
  const { kind, key, value } = node.term;
  return value !== "" && (kind === "word" || searchKey(key)?.meaning.kind === "text") ? [value] : [];
}

const { tagGroupEntries, textParts, whereConditions, whereEntries, whereLevels } = SEARCH_LIMITS;

/** Collects what is asked for, and what is wrong. */
class SearchReader {
  readonly faults: SearchFault[] = [];
  private wanted: WantedPrints = {};
  private readonly tags: TagCondition[] = [];
  private readonly texts: string[] = [];
  private readonly rest: GivenWhere[] = [];
  private deleted: boolean | "any" | null = null;
  private asksDeleted = false;
  private terms = 0;

  constructor(
    private readonly text: string,
    private readonly context: SearchContext,
  ) {}

  /** What must all hold goes into the fields of a search as far as there are such, and what is left into `where`. */
  read(parts: readonly Node[]): WantedPrints {
    for (const part of parts) {
      const asked = this.asked(part, true);
      if (asked?.kind === "deleted") this.deleted = asked.deleted;
      else if (asked !== null) this.add(asked.where);
    }
    const { from, to } = this.wanted;
    if (from !== undefined && to !== undefined && from > to)
      this.faults.push({
        code: "endsBeforeBegin",
        ...whole(this.text),
        isHint: true,
        values: {},
        suggestion: null,
      });
    const where = joined("and", this.rest);
    const wanted: WantedPrints = {
      ...(this.texts.length > 0 && { text: this.texts }),
      ...this.wanted,
      ...(this.tags.length > 0 && { tag: { and: this.tags } }),
      ...(where !== null && { where }),
    };
    const deleted = this.deleted ?? (this.asksDeleted ? "any" : false);
    return this.limited(deleted === false ? wanted : { ...wanted, deleted });
  }

  /** What is too much is left out, and told. */
  private limited(wanted: WantedPrints): WantedPrints {
    const { where, ...others } = wanted;
    if (where === undefined) return wanted;
    const { conditions, levels, entries } = sizeOf(where);
    const isTooMuch = conditions > whereConditions || entries > whereEntries;
    if (!isTooMuch && levels <= whereLevels) return wanted;
    const code = isTooMuch ? ("tooMany" as const) : ("tooDeep" as const);
    const most = String(isTooMuch ? whereConditions / 2 : whereLevels);
    this.faults.push({ code, ...whole(this.text), isHint: false, values: { most }, suggestion: null });
    return others;
  }

  /** Adds what must hold to the fields where there is room in one. */
  private add(where: GivenWhere): void {
    const fields = Object.keys(where);
    const [only = ""] = fields;
    if (fields.every((field) => field === "from" || field === "to"))
      this.addTime(where as Pick<WantedPrints, "from" | "to">);
    else if (fields.length !== 1) this.rest.push(where);
    else if ("tag" in where && where.tag !== undefined) this.addTag(where.tag, where);
    else if ("text" in where && typeof where.text === "string" && this.texts.length < textParts)
      this.texts.push(where.text);
    else if (FILTERED_FIELDS.some((name) => name === only) && !(only in this.wanted))
      this.wanted = { ...this.wanted, ...where };
    else if ("is" in where && where.is === "deleted") this.deleted = this.deleted === "any" ? "any" : true;
    else this.rest.push(where);
  }

  /** Of several bounds the narrowest hold; texts of instants in UTC are in their order. */
  private addTime({ from, to }: Pick<WantedPrints, "from" | "to">): void {
    const { from: first, to: last } = this.wanted;
    if (from !== undefined && (first === undefined || from > first)) this.wanted = { ...this.wanted, from };
    if (to !== undefined && (last === undefined || to < last)) this.wanted = { ...this.wanted, to };
  }

  private addTag(tag: NonNullable<WantedPrints["tag"]>, where: GivenWhere): void {
    const conditions = "op" in tag ? [tag] : "and" in tag ? (tag.and as TagCondition[]) : null;
    if (conditions === null || this.tags.length + conditions.length > tagGroupEntries) this.rest.push(where);
    else this.tags.push(...conditions);
  }

  /** What a part of the tree asks for; `null` where it asks for nothing. @param isTop whether all of it must hold */
  private asked(node: Node, isTop: boolean): Asked | null {
    if (node.kind === "term") return this.askedByTerm(node, isTop);
    if (node.kind === "not") {
      const entry = this.asked(node.entry, false);
      if (entry === null) return null;
      // Deleted prints are not found anyway.
      if (entry.kind === "deleted") return null;
      return { kind: "where", where: { not: entry.where } };
    }
    const entries = node.entries.flatMap((entry) => {
      const asked = this.asked(entry, false);
      if (asked?.kind !== "deleted") return asked === null ? [] : [asked.where];
      this.deleted = asked.deleted;
      return [];
    });
    const where = joined(node.join, entries);
    return where === null ? null : { kind: "where", where };
  }

  private askedByTerm(node: Extract<Node, { kind: "term" }>, isTop: boolean): Asked | null {
    const { term, from, to, isBare } = node;
    this.terms++;
    const { asked, faults } = meaningOf(term, this.text.slice(from, to), isBare, this.context);
    this.faults.push(...faults.map((fault) => this.placed(fault, { from, to })));
    if (!isTop && asked?.kind === "where" && "is" in asked.where && asked.where.is === "deleted")
      this.asksDeleted = true;
    return asked;
  }

  private placed({ meant, ...fault }: TermFault, { from, to }: Place): SearchFault {
    const suggestion =
      meant === null ? null : this.text.slice(0, from) + writeTerm(meant) + this.text.slice(to);
    return { ...fault, from, to, suggestion };
  }
}

function whole(text: string): Place {
  return { from: 0, to: text.length };
}

function joined(join: "and" | "or", entries: readonly GivenWhere[]): GivenWhere | null {
  const [first] = entries;
  if (first === undefined || entries.length === 1) return first ?? null;
  return join === "and" ? { and: [...entries] } : { or: [...entries] };
}

/** How many conditions there are, how deep they are, and how many the largest group has. */
function sizeOf(where: GivenWhere): { conditions: number; levels: number; entries: number } {
  const inner = "and" in where ? where.and : "or" in where ? where.or : "not" in where ? [where.not] : null;
  if (inner === null) return { conditions: 1, levels: 0, entries: 0 };
  const sizes = inner.map(sizeOf);
  return {
    conditions: sizes.reduce((sum, { conditions }) => sum + conditions, 0),
    levels: 1 + Math.max(0, ...sizes.map(({ levels }) => levels)),
    entries: Math.max(inner.length, ...sizes.map(({ entries }) => entries)),
  };
}
