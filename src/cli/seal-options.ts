import { resolve } from "node:path";
import { isBucket } from "../backup/backup-place.ts";
import { text, type ValueKind } from "../configuration/value-kinds.ts";
import type { SealOptions } from "../seals/seal-options.ts";
import { bucketAccessOf } from "./backup-options.ts";
import type { GivenOptions, Option } from "./options.ts";

const AUTHORITY: ValueKind<string> = {
  ...text("an address such as https://freetsa.org/tsr", "https://freetsa.org/tsr"),
  read: (given) => (/^https?:$/.test(URL.parse(given.trim())?.protocol ?? "") ? given.trim() : undefined),
};

/** Where seals are kept elsewhere. */
export const JOURNAL_SEALS = {
  name: "journal-seals",
  value: "PLACE",
  help: "Where seals of the journal are kept too: a folder elsewhere, or s3://bucket/prefix, reached as for backups.",
  kind: text("a folder, or s3://bucket/prefix", "/mnt/seals"),
  default: null,
} as const;

const TIME_STAMP = {
  name: "time-stamp",
  value: "URL",
  help: "A time-stamping authority (RFC 3161) that dates each seal of the journal; it is sent a hash alone.",
  kind: AUTHORITY,
  default: null,
} as const;

export const SEAL_OPTIONS: readonly Option[] = [JOURNAL_SEALS, TIME_STAMP];

/** Where seals are kept elsewhere, made whole; `null` for nowhere. */
export function sealPlaceOf(given: GivenOptions): string | null {
  const to = given.value(JOURNAL_SEALS);
  return to === null || isBucket(to) ? to : resolve(to);
}

/** What the owner wants of seals. @throws UsageError */
export function sealsOf(given: GivenOptions): SealOptions {
  return { to: sealPlaceOf(given), access: bucketAccessOf(given), timeStamp: given.value(TIME_STAMP) };
}
