import { badRequest, throwIfAny } from "./errors.ts";
import { PRINT_LIMITS } from "./limits.ts";
import { type Print, printFields, tagFromJson, tagToJson } from "./print.ts";
import { checkTagCount, checkTags } from "./tag.ts";
import {
  fieldOf,
  isJsonObject,
  IssueList,
  type JsonObject,
  nameOfType,
  refuseUnknownFields,
} from "./validation.ts";

/**
 * A JSON merge patch (RFC 7396) over the fields that can change. A field that is absent stays; `null` removes.
 * In `tag`, a `null` value removes that key, and `tag: null` removes all.
 */
export interface PrintPatch {
  readonly label?: string | null;
  readonly deviceId?: string | null;
  readonly printKey?: string;
  readonly quantity?: number | null;
  readonly width?: number;
  readonly tag?: ReadonlyMap<string, string | null> | null;
}

const FIELDS = ["label", "deviceId", "printKey", "quantity", "width", "tag"];

/**
 * Reads the body of "Update print metadata" (contract, section 4.4). An unknown or read-only field is a fault.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readPrintPatch(body: unknown): PrintPatch {
  if (!isJsonObject(body)) {
    const message = `The body must be a JSON object (a merge patch, RFC 7396), not ${nameOfType(body)}.`;
    throw badRequest([{ path: "", message }]);
  }
  const list = new IssueList();
  refuseUnknownFields(body, "", FIELDS, list);
  const patch: { -readonly [Field in keyof PrintPatch]: PrintPatch[Field] } = {};
  const { label, deviceId, printKey, quantity, width } = printFields;
  if (has(body, "label")) patch.label = body["label"] === null ? null : label(body["label"], list);
  if (has(body, "deviceId")) {
    patch.deviceId = body["deviceId"] === null ? null : deviceId(body["deviceId"], list);
  }
  if (has(body, "quantity")) {
    patch.quantity = body["quantity"] === null ? null : quantity(body["quantity"], list);
  }
  // A print always has a key and a width, so `null`, which would remove them, is a fault.
  if (has(body, "printKey")) patch.printKey = printKey(body["printKey"], list) ?? "";
  if (has(body, "width")) patch.width = width(body["width"], list) ?? 0;
  if (has(body, "tag")) patch.tag = readTagPatch(fieldOf(body, "tag"), list);
  throwIfAny(list.issues);
  return patch;
}

function has(body: JsonObject, name: string): boolean {
  return Object.hasOwn(body, name);
}

function readTagPatch(value: unknown, list: IssueList): Map<string, string | null> | null {
  if (value === null) return null;
  const patch = new Map<string, string | null>();
  if (!isJsonObject(value)) {
    list.add("tag", `must be an object of strings and nulls, or null, not ${nameOfType(value)}.`);
    return patch;
  }
  const entries = Object.entries(value);
  const set = new Map<string, string>();
  checkTags(
    entries.filter(([, entry]) => entry !== null),
    set,
    list,
  );
  for (const [key, entry] of entries) if (entry === null) patch.set(key.toWellFormed(), null);
  for (const [key, entry] of set) patch.set(key, entry);
  return patch;
}

/** What a patch makes of a print, and whether that differs from what it was. */
export interface PatchedPrint {
  readonly print: Print;
  readonly changed: boolean;
}

/**
 * Applies a patch. `updatedAt` moves to `now` only when something differs: `{}` changes nothing.
 * @throws TillrollError BAD_REQUEST when the merged tags have more keys than a print may have
 */
export function applyPatch(print: Print, patch: PrintPatch, now: number): PatchedPrint {
  const merged: Print = {
    ...print,
    label: patch.label === undefined ? print.label : patch.label,
    deviceId: patch.deviceId === undefined ? print.deviceId : patch.deviceId,
    quantity: patch.quantity === undefined ? print.quantity : patch.quantity,
    printKey: patch.printKey ?? print.printKey,
    width: patch.width ?? print.width,
    tag: patch.tag === undefined ? print.tag : mergeTags(print.tag, patch.tag),
  };
  const changed =
    merged.label !== print.label ||
    merged.deviceId !== print.deviceId ||
    merged.quantity !== print.quantity ||
    merged.printKey !== print.printKey ||
    merged.width !== print.width ||
    merged.tag !== print.tag;
  return changed
    ? { print: { ...merged, updatedAt: Math.max(now, print.createdAt) }, changed }
    : { print, changed };
}

/**
 * The part of a patch that takes nothing away from a print: a label, deviceId or quantity that it has none of, tags with
 * keys that it lacks, as many as a print may have. What somebody gave in between stays as it is.
 */
export function missingOnly(print: Print, patch: PrintPatch): PrintPatch {
  const missing: { -readonly [Field in keyof PrintPatch]: PrintPatch[Field] } = {};
  if (print.label === null && patch.label !== undefined) missing.label = patch.label;
  if (print.deviceId === null && patch.deviceId !== undefined) missing.deviceId = patch.deviceId;
  if (print.quantity === null && patch.quantity !== undefined) missing.quantity = patch.quantity;
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
  const list = new IssueList();
  checkTagCount(merged.size, list);
  throwIfAny(list.issues);
  return tagToJson(merged);
}
