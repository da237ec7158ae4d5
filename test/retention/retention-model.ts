import { momentBefore, readAge } from "../../src/domain/age.ts";
import { RETENTION_LIMITS } from "../../src/domain/retention-limits.ts";
import type { ServiceRetention } from "../../src/domain/retention.ts";
import type { SearchFilter } from "../../src/domain/search-query.ts";
import { type ModelPrint, modelMatches } from "../search/search-model.ts";

/* What is to go, written as plainly as can be over arrays. */

export interface ModelStored extends ModelPrint {
  readonly size: number;
  readonly storedBytes: number;
  readonly waitsForPaper: boolean;
}

export interface ModelRule {
  readonly workspaceId: number;
  readonly filter: SearchFilter;
  readonly maxAge: string | null;
  readonly maxPrints: number | null;
  readonly maxSize: number | null;
  readonly isEnabled: boolean;
  readonly isApplied: boolean;
}

export interface ModelHold {
  readonly workspaceId: number;
  readonly filter: SearchFilter;
  readonly releasedAt: number | null;
}

export interface ModelState {
  readonly prints: readonly ModelStored[];
  /** In their order. */
  readonly rules: readonly ModelRule[];
  readonly holds: readonly ModelHold[];
  readonly limits: ServiceRetention;
  readonly usedBytes: number;
  readonly now: number;
  readonly isNight: boolean;
}

/** The ids of prints that a run marks deleted, and of those that it removes. */
export function modelRun(state: ModelState): {
  readonly deleted: Set<number>;
  readonly removed: Set<number>;
} {
  const { prints, rules, holds, limits, now, isNight } = state;
  const live = prints.filter(({ deletedAt }) => deletedAt === null);
  const ruleOf = (print: ModelStored) =>
    rules.find(
      (rule) => rule.isEnabled && rule.workspaceId === print.workspaceId && isFor(rule.filter, print),
    );
  const isHeld = (print: ModelStored, releasedSince = Infinity) =>
    holds.some(
      ({ workspaceId, filter, releasedAt }) =>
        workspaceId === print.workspaceId &&
        (releasedAt === null || releasedAt >= releasedSince) &&
        isFor(filter, print),
    );
  const isTooOld = ({ createdAt }: ModelStored, age: string | null) => {
    const before = age === null ? -Infinity : moment(now, age);
    return createdAt < before && (isNight || now - before < RETENTION_LIMITS.shortAgeMilliseconds);
  };
  const newestFirst = live.toSorted((one, other) => other.id - one.id);
  const beyond = new Set<ModelStored>();
  for (const rule of rules.filter(({ isApplied }) => isApplied)) {
    const own = newestFirst.filter((print) => ruleOf(print) === rule);
    let size = 0;
    for (const [index, print] of own.entries()) {
      size += print.size;
      if (isTooOld(print, rule.maxAge)) beyond.add(print);
      if (rule.maxPrints !== null && index >= rule.maxPrints) beyond.add(print);
      if (rule.maxSize !== null && size > rule.maxSize) beyond.add(print);
    }
  }
  const unruled = newestFirst.filter((print) => ruleOf(print) === undefined);
  for (const [index, print] of unruled.entries()) {
    if (isTooOld(print, limits.maxAge)) beyond.add(print);
    if (limits.maxPrints !== null && index >= limits.maxPrints) beyond.add(print);
  }
  const isKept = (print: ModelStored) => isHeld(print) || print.waitsForPaper;
  const deleted = new Set([...beyond].filter((print) => !isKept(print)).map(({ id }) => id));
  const removed = new Set<number>();
  if (limits.purgeAfter !== null && isNight) {
    const before = moment(now, limits.purgeAfter);
    for (const print of prints)
      if (print.deletedAt !== null && print.deletedAt < before)
        if (!isHeld(print, before) && !print.waitsForPaper) removed.add(print.id);
  }
  makeRoom(state, deleted, removed, isKept, (print) => ruleOf(print) === undefined);
  return { deleted, removed };
}

/** Deleted prints go first, those deleted first; then the oldest that no rule is for. */
function makeRoom(
  { prints, limits, usedBytes, now }: ModelState,
  deleted: Set<number>,
  removed: Set<number>,
  isKept: (print: ModelStored) => boolean,
  isUnruled: (print: ModelStored) => boolean,
): void {
  if (limits.maxSize === null) return;
  let missing = usedBytes - limits.maxSize;
  const since = (print: ModelStored) => (deleted.has(print.id) ? now : print.deletedAt);
  const trash = prints
    .filter((print) => since(print) !== null && !removed.has(print.id) && !isKept(print))
    .toSorted((one, other) => (since(one) ?? 0) - (since(other) ?? 0) || one.id - other.id);
  const oldest = prints.filter((print) => since(print) === null && isUnruled(print) && !isKept(print));
  for (const print of [...trash, ...oldest.toSorted((one, other) => one.id - other.id)]) {
    if (missing <= 0) return;
    missing -= print.storedBytes + RETENTION_LIMITS.overheadBytes;
    if (print.deletedAt === null) deleted.add(print.id);
    removed.add(print.id);
  }
}

function moment(now: number, text: string): number {
  const age = readAge(text);
  if (age === null) throw new Error(`${text} is no age`);
  return momentBefore(now, age);
}

function isFor(filter: SearchFilter, print: ModelStored): boolean {
  return modelMatches([print], { filter, orderBy: "id.asc", page: 1, pageSize: 1 }).length > 0;
}
