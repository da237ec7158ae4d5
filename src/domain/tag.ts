import { PRINT_LIMITS } from "./limits.ts";
import { checkText, type IssueSink } from "./validation.ts";

const KEY = { minimum: 1, maximum: PRINT_LIMITS.tagKeyCharacters };
const VALUE = { minimum: 0, maximum: PRINT_LIMITS.tagValueCharacters };

/** A tag key in an issue's path; a key that is too long is the very fault, so it is cut. */
function tagPath(key: string): string {
  return `tag.${key.slice(0, PRINT_LIMITS.tagKeyCharacters).toWellFormed()}`;
}

/**
 * Checks tags against the limits of the contract (section 4.1) and adds them to `target`; of a repeated key the
 * last counts.
 */
export function checkTags(
  entries: Iterable<readonly [string, unknown]>,
  target: Map<string, string>,
  list: IssueSink,
): void {
  for (const [rawKey, rawValue] of entries) {
    const path = tagPath(rawKey);
    const key = checkText(rawKey, path, KEY, {
      add: (_path, message) => list.add(path, `the key ${message}`),
    });
    const value = checkText(rawValue, path, VALUE, list);
    if (key !== null && value !== null) target.set(key, value);
  }
}

/** Adds an issue when there are more tag keys than a print may have. */
export function checkTagCount(count: number, list: IssueSink): void {
  if (count > PRINT_LIMITS.tagKeys) {
    list.add("tag", `must have at most ${PRINT_LIMITS.tagKeys} keys, not ${count}.`);
  }
}
