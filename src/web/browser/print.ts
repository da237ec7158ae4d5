import type { PrintAnswer, PrintPatchBody } from "../../contract/print.ts";

export type Print = PrintAnswer;

/** What a person can change, as it stands in the form. */
interface EditedPrint {
  readonly label: string;
  readonly deviceId: string;
  /** In the order of the form; of a repeated key the last counts. */
  readonly tags: readonly (readonly [key: string, value: string])[];
}

export type PrintPatch = Pick<PrintPatchBody, "label" | "deviceId" | "tag">;

/** The patch that makes a print what the form says; only what differs is in it, so that other changes stay. */
export function patchOf(print: Print, edited: EditedPrint): PrintPatch {
  const patch: PrintPatch = {};
  if (edited.label !== (print.label ?? "")) patch.label = edited.label === "" ? null : edited.label;
  if (edited.deviceId !== (print.deviceId ?? ""))
    patch.deviceId = edited.deviceId === "" ? null : edited.deviceId;
  const before = new Map(Object.entries(print.tag));
  const after = new Map(edited.tags.filter(([key]) => key !== ""));
  const changes = new Map<string, string | null>();
  for (const key of before.keys()) if (!after.has(key)) changes.set(key, null);
  for (const [key, value] of after) if (before.get(key) !== value) changes.set(key, value);
  // Object.fromEntries makes own properties, so that a tag named __proto__ is a tag like any other.
  if (changes.size > 0) patch.tag = Object.fromEntries(changes);
  return patch;
}
