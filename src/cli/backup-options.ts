import { BACKUP_LIMITS } from "../backup/backup-limits.ts";
import type { BackupOptions } from "../backup/backup-options.ts";
import { isBucket } from "../backup/backup-place.ts";
import { duration, integer, text } from "../configuration/value-kinds.ts";
import { MEBIBYTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { readTimeOfDay } from "../operations/timetable.ts";
import { resolve } from "node:path";
import type { GivenOptions, Option } from "./options.ts";

const DEFAULT_TIME = "03:00";
const DEFAULT_KEPT = 14;
const MOST_KEPT = 10_000;
const SHORTEST_AGE_SECONDS = 3600;
const LONGEST_AGE_SECONDS = 100 * 366 * 86_400;
const LARGEST_RATE_MEBIBYTES = 10_000;

/** Where the regular backups go. */
export const BACKUP_TO = {
  name: "backup-to",
  value: "PLACE",
  help: "Where backups go: a folder on another disk, or s3://bucket/prefix.",
  kind: text("a folder, or s3://bucket/prefix", "/mnt/backup"),
  default: null,
} as const;

const BACKUP_AT = {
  name: "backup-at",
  value: "HH:MM",
  help: "When a whole backup is made each day, by the clock on the wall; what is new goes out all the time.",
  kind: {
    ...text("a time of day such as 03:00", "04:30"),
    read: (given: string) => (readTimeOfDay(given.trim()) === null ? undefined : given.trim()),
  },
  default: DEFAULT_TIME,
} as const;

const BACKUP_EVERY = {
  name: "backup-every",
  value: "TIME",
  help: "How often what is new goes out between whole backups.",
  kind: duration(1, 3600),
  default: BACKUP_LIMITS.segmentMilliseconds / MILLISECONDS_PER_SECOND,
} as const;

const BACKUP_KEEP = {
  name: "backup-keep",
  value: "N",
  help: "How many whole backups are kept, each with what changed until the next.",
  kind: integer(1, MOST_KEPT),
  default: DEFAULT_KEPT,
} as const;

const BACKUP_MAX_AGE = {
  name: "backup-max-age",
  value: "TIME",
  help: "How old backups may be, such as 90d; the newest stays. Any age if not given.",
  kind: duration(SHORTEST_AGE_SECONDS, LONGEST_AGE_SECONDS),
  default: null,
} as const;

const BACKUP_RATE = {
  name: "backup-rate",
  value: "MIB",
  help: "How fast the database is read for backups, MiB a second. 0: no limit.",
  kind: integer(0, LARGEST_RATE_MEBIBYTES),
  default: BACKUP_LIMITS.bytesPerSecond / MEBIBYTE,
} as const;

const S3_ENDPOINT = {
  name: "backup-bucket-endpoint",
  value: "URL",
  help: "The address of the service that has the bucket; Amazon's if not given.",
  kind: text("an address such as https://s3.example.com", "https://s3.example.com"),
  default: null,
} as const;

const S3_REGION = {
  name: "backup-bucket-region",
  value: "REGION",
  help: "The region of the bucket, such as eu-central-1.",
  kind: text("a region", "eu-central-1"),
  default: null,
} as const;

const S3_KEY_ID = {
  name: "backup-bucket-key-id",
  value: "ID",
  help: "The id of the key for the bucket; AWS_ACCESS_KEY_ID if not given.",
  kind: text("the id of a key", "AKIDEXAMPLE"),
  default: null,
} as const;

const S3_SECRET = {
  name: "backup-bucket-secret",
  value: "SECRET",
  help: "The secret of that key; AWS_SECRET_ACCESS_KEY if not given.",
  kind: text("the secret of a key", "wJalrXUtnFEMI"),
  default: null,
  secret: true,
} as const;

/** How a bucket is reached; also for commands that read backups. */
export const BUCKET_OPTIONS: readonly Option[] = [S3_ENDPOINT, S3_REGION, S3_KEY_ID, S3_SECRET];

export const BACKUP_OPTIONS: readonly Option[] = [
  BACKUP_TO,
  BACKUP_AT,
  BACKUP_EVERY,
  BACKUP_KEEP,
  BACKUP_MAX_AGE,
  BACKUP_RATE,
  ...BUCKET_OPTIONS,
];

/** How a bucket is to be reached. @throws UsageError */
export function bucketAccessOf(given: GivenOptions): BackupOptions["access"] {
  return {
    endpoint: given.value(S3_ENDPOINT),
    region: given.value(S3_REGION),
    keyId: given.value(S3_KEY_ID),
    secret: given.value(S3_SECRET),
  };
}

/** What the owner wants of backups. @throws UsageError */
export function backupsOf(given: GivenOptions): BackupOptions {
  const to = given.value(BACKUP_TO);
  return {
    to: to === null || isBucket(to) ? to : resolve(to),
    at: given.value(BACKUP_AT),
    everyMilliseconds: given.value(BACKUP_EVERY) * MILLISECONDS_PER_SECOND,
    keep: given.value(BACKUP_KEEP),
    maxAgeSeconds: given.value(BACKUP_MAX_AGE),
    access: bucketAccessOf(given),
    bytesPerSecond: given.value(BACKUP_RATE) * MEBIBYTE,
  };
}
