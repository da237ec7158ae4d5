import type { PrinterSettings } from "../contract/printer-settings.ts";
import { TillrollError } from "../domain/errors.ts";
import { readTarget, targetFacts } from "../domain/target.ts";
import type { Access } from "./authentication.ts";

type Settings = Partial<Pick<PrinterSettings, "target" | "pollAuthority">>;

/** Settings of a printer that name files of this machine, and whether a value does. */
const NAMES_FILES: { readonly [Name in keyof Settings]-?: (value: string) => boolean } = {
  target(value) {
    const target = readTarget(value);
    return typeof target !== "string" && targetFacts(target.kind).isFiles === true;
  },
  pollAuthority: () => true,
};

/**
 * Makes sure that a token of one workspace does not choose which files of this machine the service reads or writes: they
 * are no workspace's. What the administrator has chosen may stay.
 * @param given settings that are to be set @param current those that are set; empty for a new printer
 * @throws TillrollError API_TOKEN_SCOPE_INSUFFICIENT
 */
export function requireOwnFiles({ workspaceId }: Access, given: Settings, current: Settings = {}): void {
  if (workspaceId === null) return;
  for (const name of ["target", "pollAuthority"] as const) {
    const value = given[name] ?? null;
    if (value === null || value === current[name] || !NAMES_FILES[name](value)) continue;
    const message =
      `The ${name} "${value}" is in the files of this machine, which only its administrator chooses; use "tillroll printer" ` +
      'there, or sign in to the dashboard by "tillroll sign-in".';
    throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin", setting: name });
  }
}
