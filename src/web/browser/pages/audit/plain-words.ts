import { t } from "../../texts/texts.ts";

/** A value as the service has it, in words as far as it has any: lists and settings by name are written out, what is deeper is JSON. */
export function plainWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return t(value ? "audit.yes" : "audit.no");
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
