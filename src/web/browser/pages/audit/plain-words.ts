import { formatFullTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";

/** A point in time as the service writes it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * A value as the service has it, in words as far as it has any: lists and settings by name are written out, points in time are as
 * the reader writes them, and what is deeper is JSON.
 */
export function plainWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
  if (typeof value === "string" && INSTANT.test(value)) return formatFullTime(value);
  if (typeof value !== "object") return String(value);
  const entries = Array.isArray(value) ? value.map(partWords) : Object.entries(value).map(namedWords);
  return entries.join(", ");
}

function namedWords([name, value]: [name: string, value: unknown]): string {
  return `${name}: ${Array.isArray(value) ? value.map(partWords).join(", ") : partWords(value)}`;
}

function partWords(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : plainWords(value);
}
