import { OPTIONAL_FIELDS, PRINT_FIELD_NAMES, type PrintFields } from "../contract/print-fields.ts";
import { badRequest } from "./errors.ts";
import { PRINT_LIMITS } from "./limits.ts";
import { type Print, tagFromJson, tagToJson } from "./print.ts";

/**
 * A JSON merge patch (RFC 7396) over the fields that can change. A field that is absent stays; `null` removes.
 * In `tag`, a `null` value removes that key, and `tag: null` removes all.
 */
export interface PrintPatch extends Partial<PrintFields> {
  readonly tag?: ReadonlyMap<string, string | null> | null;
}

/**
 * When a change of a print happens, epoch milliseconds: later than what it changes, though the clock was set back or has not
 * moved. Of two states of a print an archive keeps the later.
 */
export function changeTime({ updatedAt }: Pick<Print, "updatedAt">, now: number): number {
  return Math.max(now, updatedAt + 1);
}

/**
 * Applies a patch. `updatedAt` moves to `now` only when something differs: `{}` changes nothing.
 * @throws TillrollError BAD_REQUEST when the merged tags have more keys than a print may have
 */
export function applyPatch(
  print: Print,
  patch: PrintPatch,
  now: number,
): { readonly print: Print; readonly changed: boolean } {
  const { tag, ...fields } = patch;
  const merged: Print = {
    ...print,
    ...fields,
    tag: tag === undefined ? print.tag : mergeTags(print.tag, tag),
  };
  const changed = merged.tag !== print.tag || PRINT_FIELD_NAMES.some((name) => merged[name] !== print[name]);
  return changed ? { print: { ...merged, updatedAt: changeTime(print, now) }, changed } : { print, changed };
}

/**
 * The part of a patch that takes nothing away from a print: fields that it has none of, tags with keys that it lacks, as many as a print may have. What somebody gave in between stays as it is.
 */
export function missingOnly(print: Print, patch: PrintPatch): PrintPatch {
  const lacking = OPTIONAL_FIELDS.filter((name) => print[name] === null && patch[name] !== undefined);
  const missing: PrintPatch = Object.fromEntries(lacking.map((name) => [name, patch[name]]));
  if (patch.tag === undefined || patch.tag === null) return missing;
  const present = tagFromJson(print.tag);
  const added = [...patch.tag].filter(([key, value]) => value !== null && !present.has(key));
  const room = Math.max(0, PRINT_LIMITS.tagKeys - present.size);
  return added.length === 0 ? missing : { ...missing, tag: new Map(added.slice(0, room)) };
}

function mergeTags(tag: string, patch: ReadonlyMap<string, string | null> | null): string {
  if (patch === null) return "{}";
  const merged = tagFromJson(tag);
  for (const [key, value] of patch) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > PRINT_LIMITS.tagKeys) {
    const message = `must have at most ${PRINT_LIMITS.tagKeys} keys, not ${merged.size}.`;
    throw badRequest([{ path: "tag", message }]);
  }
  return tagToJson(merged);
}
