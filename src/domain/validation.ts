import type { Issue } from "./errors.ts";

/** The faults of one request, so that its sender sees all of them at once. */
export class IssueList {
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

/** A JSON type's name with its article, for messages. */
export function nameOfType(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}
