import type { Setting } from "../../../contract/settings.ts";
import { readSeconds } from "../../../domain/duration.ts";

/** How a setting is filled in. What a person writes is text; `flag`, `choice` and `choices` are chosen. */
export type SettingKind =
  | { readonly kind: "flag" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "choices"; readonly values: readonly string[] }
  | { readonly kind: "integer"; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: "duration" | "list" | "pairs" | "secret" | "text" };

/** What of a JSON Schema tells how a setting is filled in. */
interface Described {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Described;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** How a setting is filled in, by its row. */
export function kindOf({ schema, option, isSecret }: Setting): SettingKind {
  const described = schema as Described;
  const types = new Set([described.type ?? []].flat());
  if (isSecret === true) return { kind: "secret" };
  if (described.enum !== undefined) return { kind: "choice", values: textsIn(described.enum) };
  if (types.has("boolean")) return { kind: "flag" };
  if (types.has("array")) {
    const values = textsIn(described.items?.enum ?? []);
    return values.length === 0 ? { kind: "list" } : { kind: "choices", values };
  }
  if (types.has("object")) return { kind: "pairs" };
  if (!types.has("integer")) return { kind: "text" };
  if (option?.isDuration === true) return { kind: "duration" };
  const { minimum, maximum } = described;
  return {
    kind: "integer",
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

function textsIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}

/** The units of durations and their seconds, the longest first, as `readSeconds` reads them. */
const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
] as const;

/** A value as it stands in a field; entries of lists stand in lines of their own. */
export function writeSetting({ kind }: SettingKind, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (kind === "duration") return writeSeconds(Number(value));
  if (kind === "pairs")
    return Object.entries(value)
      .map(([name, entry]) => `${name}=${String(entry)}`)
      .join("\n");
  return Array.isArray(value) ? value.join("\n") : String(value);
}

function writeSeconds(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ["s", 1];
  return `${seconds / length}${unit}`;
}

/**
 * The value of what stands in a field. An empty one is `null`, or no entries.
 * @returns what cannot be read as it stands: the service says what is wrong with it
 */
export function readSetting({ kind }: SettingKind, text: string): unknown {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (kind === "list") return lines;
  if (kind === "pairs") return Object.fromEntries(lines.map(pairOf));
  const given = text.trim();
  if (given === "") return null;
  if (kind === "integer") return /^\d+$/.test(given) ? Number(given) : given;
  if (kind === "duration") return readSeconds(given) ?? given;
  return given;
}

function pairOf(line: string): [name: string, value: string] {
  const split = line.indexOf("=");
  return split < 0 ? [line, ""] : [line.slice(0, split).trim(), line.slice(split + 1).trim()];
}
