import type { Issue } from "./errors.ts";
import { hasMoreCodePoints } from "./text.ts";

/*
 * Checks of single values. TypeBox describes the same fields in the API reference, but it counts UTF-16 units where
 * the contract counts code points, and names one fault of a union where the contract wants all of them with a path.
 */

/** Where the faults of one request go, so that its sender sees all of them at once. */
export interface IssueSink {
  add(path: string, message: string): void;
}

/** Collects the faults of one request. */
export class IssueList implements IssueSink {
  readonly issues: Issue[] = [];

  add(path: string, message: string): void {
    this.issues.push({ path, message });
  }

  /** Whether a field, or something in it, has a fault. */
  has(field: string): boolean {
    return this.issues.some(({ path }) => path === field || path.startsWith(`${field}.`));
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object: neither `null` nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Puts a field behind a path: `tag` and `and` make `tag.and`. */
export function pathOf(parent: string, field: string | number): string {
  return parent === "" ? String(field) : `${parent}.${field}`;
}

/**
 * A field of an object that came from JSON. Only its own: `constructor` and its kin must not come out of
 * `Object.prototype`.
 */
export function fieldOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export interface TextLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * Checks a string's length in code points. A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD here, so that
 * the answer shows what is stored.
 */
export function checkText(value: unknown, path: string, limits: TextLimits, list: IssueSink): string | null {
  if (typeof value !== "string") {
    list.add(path, `must be a string, not ${nameOfType(value)}.`);
    return null;
  }
  if (value.length < limits.minimum || hasMoreCodePoints(value, limits.maximum)) {
    const range =
      limits.minimum === 0 ? `at most ${limits.maximum}` : `from ${limits.minimum} to ${limits.maximum}`;
    list.add(path, `must have ${range} characters.`);
    return null;
  }
  return value.toWellFormed();
}

/** Checks an integer against inclusive bounds. */
export function checkInteger(
  value: unknown,
  path: string,
  minimum: number,
  maximum: number,
  list: IssueSink,
): number | null {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < minimum || value > maximum) {
    const range =
      maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} up` : `from ${minimum} to ${maximum}`;
    list.add(path, `must be an integer ${range}.`);
    return null;
  }
  return value;
}

/** Adds an issue for each field that is not among the known ones. */
export function refuseUnknownFields(
  object: JsonObject,
  path: string,
  known: readonly string[],
  list: IssueSink,
): void {
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) {
      list.add(pathOf(path, name), `is not a field here; the fields are ${known.join(", ")}.`);
    }
  }
}

/** A JSON type's name with its article, for messages. */
export function nameOfType(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}
