import { integer, type ValueKind } from "../configuration/value-kinds.ts";
import { AGE_EXAMPLES, readAge } from "../domain/age.ts";
import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import { DEFAULT_RETENTION, SERVICE_LIMITS, type ServiceRetention } from "../domain/retention.ts";
import { readSize, SIZE_EXAMPLES, sizeInWords } from "../domain/size.ts";
import type { GivenOptions, Option } from "./options.ts";

/** What is written where there is to be no age. */
const NEVER = "never";

/** An age, as it is written. */
const AGE: ValueKind<string> = {
  form: `an age such as ${AGE_EXAMPLES} (mo: months)`,
  written: "string",
  example: "2y",
  read: (given) => (readAge(given) === null ? undefined : given.trim()),
};

const AGE_OR_NEVER: ValueKind<string> = {
  ...AGE,
  form: `${AGE.form}, or ${NEVER}`,
  read: (given) => (given.trim() === NEVER ? NEVER : AGE.read(given)),
};

/** A size; its value is in bytes. One that no database is smaller than would have each print removed as it comes. */
const SIZE: ValueKind<number> = {
  form: `a size such as ${SIZE_EXAMPLES}, from ${sizeInWords(RETENTION_LIMITS.leastSizeBytes)} up`,
  written: "string",
  example: "20GB",
  read(given) {
    const bytes = readSize(given);
    return bytes === null || bytes < RETENTION_LIMITS.leastSizeBytes ? undefined : bytes;
  },
};

const MAX_AGE = {
  name: SERVICE_LIMITS.maxAge,
  value: "AGE",
  help: `Delete prints that are older, such as ${AGE_EXAMPLES}.`,
  kind: AGE,
  default: null,
} as const;

const MAX_PRINTS = {
  name: SERVICE_LIMITS.maxPrints,
  value: "N",
  help: "Keep the newest N prints of all workspaces, and delete the others.",
  kind: integer(1, Number.MAX_SAFE_INTEGER),
  default: null,
} as const;

const MAX_SIZE = {
  name: SERVICE_LIMITS.maxSize,
  value: "SIZE",
  help: `Remove deleted prints, then the oldest, when the database takes more of the disk, such as ${SIZE_EXAMPLES}.`,
  kind: SIZE,
  default: null,
} as const;

const PURGE_AFTER = {
  name: SERVICE_LIMITS.purgeAfter,
  value: "AGE",
  help: `Remove deleted prints for good after so long; until then they can be restored. "${NEVER}" keeps them.`,
  kind: AGE_OR_NEVER,
  default: DEFAULT_RETENTION.purgeAfter ?? NEVER,
} as const;

export const RETENTION_OPTIONS: readonly Option[] = [MAX_AGE, MAX_PRINTS, MAX_SIZE, PURGE_AFTER];

/** How long prints stay. @throws UsageError */
export function retentionOf(given: GivenOptions): ServiceRetention {
  const purgeAfter = given.value(PURGE_AFTER);
  return {
    maxAge: given.value(MAX_AGE),
    maxPrints: given.value(MAX_PRINTS),
    maxSize: given.value(MAX_SIZE),
    purgeAfter: purgeAfter === NEVER ? null : purgeAfter,
  };
}
