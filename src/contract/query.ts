import type { Static, TObject, TSchema } from "@sinclair/typebox";
import { read } from "./check.ts";

/** Named texts, each of which may be given several times. */
export interface Parameters {
  readonly names: readonly string[];
  /** The last value given; `null` for none. */
  last(name: string): string | null;
  all(name: string): readonly string[];
}

/**
 * Reads query parameters; of one given twice the last counts. Those that the schema does not name are ignored, unless it
 * refuses them.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readQuery<Schema extends TObject>(schema: Schema, query: Parameters): Static<Schema> {
  const names = schema.additionalProperties === false ? query.names : Object.keys(schema.properties);
  const given = names.flatMap((name) => {
    const text = query.last(name);
    return text === null ? [] : [[name, valueOf(text, schema.properties[name])] as const];
  });
  return read(schema, Object.fromEntries(given));
}

/** A parameter as JSON has it; a text that is none stays a text, which the field's check refuses. */
export function valueOf(text: string, schema: TSchema | undefined): unknown {
  const type: unknown = schema?.["type"];
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("integer") && /^\d{1,16}$/.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}
