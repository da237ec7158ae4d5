import { toldAddress } from "../audit/told-settings.ts";
import type { Option } from "../configuration/option.ts";
import type { GivenOptions } from "./options.ts";

/** What is shown in the place of a secret. */
export const STRUCK = "(not shown)";

/** The options that were given, by name, as they may be kept and shown: without secrets. */
export function shownConfiguration(given: GivenOptions, options: readonly Option[]): Record<string, string> {
  const shown = options
    .filter(({ name }) => given.has(name))
    .map((option) => [option.name, shownValue(given, option)]);
  return Object.fromEntries(shown) as Record<string, string>;
}

function shownValue(given: GivenOptions, { name, value, secret }: Option): string {
  if (value === undefined) return "true";
  if (secret === true) return STRUCK;
  return given
    .all(name)
    .map((text) => (text.includes("://") ? toldAddress(text) : text))
    .join(", ");
}
