import { integer } from "../configuration/value-kinds.ts";
import { MEBIBYTE, MILLISECONDS_PER_DAY } from "../domain/limits.ts";
import { SCRUB_LIMITS } from "../scrub/scrub-limits.ts";
import type { ScrubOptions } from "../scrub/scrub-options.ts";
import type { GivenOptions, Option } from "./options.ts";

const MOST_DAYS = 365;
const LARGEST_RATE_MEBIBYTES = 10_000;

const SCRUB_DAYS = {
  name: "scrub-days",
  value: "N",
  help: "How often all that is stored is checked, days. 0: only when somebody asks for it.",
  kind: { ...integer(0, MOST_DAYS), example: "30" },
  default: SCRUB_LIMITS.everyMilliseconds / MILLISECONDS_PER_DAY,
} as const;

const SCRUB_RATE = {
  name: "scrub-rate",
  value: "MIB",
  help: "How fast it is read for that at most, MiB a second; slower where there is time.",
  kind: integer(1, LARGEST_RATE_MEBIBYTES),
  default: SCRUB_LIMITS.bytesPerSecond / MEBIBYTE,
} as const;

export const SCRUB_OPTIONS: readonly Option[] = [SCRUB_DAYS, SCRUB_RATE];

/** How what is stored is to be checked. @throws UsageError */
export function scrubOf(given: GivenOptions): ScrubOptions {
  const days = given.value(SCRUB_DAYS);
  return {
    everyMilliseconds: days === 0 ? null : days * MILLISECONDS_PER_DAY,
    bytesPerSecond: given.value(SCRUB_RATE) * MEBIBYTE,
  };
}
