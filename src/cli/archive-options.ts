import { join, resolve } from "node:path";
import type { ArchiveOptions, ContentPlace } from "../archive/archive-options.ts";
import { isBucket } from "../backup/backup-place.ts";
import { CONFIGURATION_FILE } from "../configuration/configuration-file.ts";
import { withSecretFiles } from "../configuration/option.ts";
import { text, type ValueKind } from "../configuration/value-kinds.ts";
import { usualDataFolder } from "../service-manager/service-folder.ts";
import { isDatabaseAddress, PASSWORD_FORM } from "../storage/postgres/database-address.ts";
import { DATA_OPTION } from "./command.ts";
import { CONFIG_OPTION } from "./configuration.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";

const DATABASE_ADDRESS: ValueKind<string> = {
  ...text(
    `an address such as postgres://tillroll@db.example/tillroll, ${PASSWORD_FORM}`,
    "postgres://tillroll@db.example/tillroll",
  ),
  read(given) {
    const address = given.trim();
    return isDatabaseAddress(address) ? address : undefined;
  },
};

/** Which database an archive is in. It may have a password in it. */
const DATABASE = {
  name: "database",
  value: "ADDRESS",
  help: "The archive's database, such as postgres://tillroll@db.example/tillroll.",
  kind: DATABASE_ADDRESS,
  default: null,
  secret: true,
} as const;

/** What every command of an archive takes to find its database. */
export const DATABASE_OPTIONS: readonly Option[] = [
  DATABASE,
  {
    name: "database-unverified",
    help: "Take a database over the network whose certificate nobody checks: somebody between may read and change all.",
  },
];

const CONTENT = {
  name: "content",
  value: "PLACE",
  help: "Where the bytes of prints are kept, such as s3://bucket/prefix; in the database if not given.",
  kind: text("an address such as s3://bucket/prefix", "s3://receipts/archive"),
  default: null,
} as const;

const CONTENT_ENDPOINT = {
  name: "content-bucket-endpoint",
  value: "URL",
  help: "The address of the service that has this bucket; Amazon's if not given.",
  kind: text("an address such as https://s3.example.com", "https://s3.example.com"),
  default: null,
} as const;

const CONTENT_REGION = {
  name: "content-bucket-region",
  value: "REGION",
  help: "The region of this bucket, such as eu-central-1.",
  kind: text("a region", "eu-central-1"),
  default: null,
} as const;

const CONTENT_KEY_ID = {
  name: "content-bucket-key-id",
  value: "ID",
  help: "The id of the key for this bucket; AWS_ACCESS_KEY_ID if not given.",
  kind: text("the id of a key", "AKIDEXAMPLE"),
  default: null,
} as const;

const CONTENT_SECRET = {
  name: "content-bucket-secret",
  value: "SECRET",
  help: "The secret of that key; AWS_SECRET_ACCESS_KEY if not given.",
  kind: text("the secret of a key", "wJalrXUtnFEMI"),
  default: null,
  secret: true,
} as const;

/** Where the bytes of prints are kept. */
export const CONTENT_OPTIONS: readonly Option[] = [
  CONTENT,
  CONTENT_ENDPOINT,
  CONTENT_REGION,
  CONTENT_KEY_ID,
  CONTENT_SECRET,
];

/** The folder of an archive's instance. */
export const INSTANCE_FOLDER_OPTION = {
  ...DATA_OPTION,
  help: "Folder of this instance: its certificates, and logs in files.",
} as const;

/** Where the configuration file of an archive is looked for. */
export function archiveConfigurationPlaces(given: GivenOptions): readonly string[] {
  return [join(archiveFolderOf(given), CONFIGURATION_FILE)];
}

/** How a command finds an archive's database: by what is given, or by the configuration of the instance on this machine. */
export const FINDING_DATABASE = {
  options: withSecretFiles([CONFIG_OPTION, ...DATABASE_OPTIONS, INSTANCE_FOLDER_OPTION]),
  configurationPlaces: archiveConfigurationPlaces,
  sharedOptions: withSecretFiles(DATABASE_OPTIONS),
} as const;

/** The database that a command is about. @throws UsageError */
export function databaseOf(given: GivenOptions): Pick<ArchiveOptions, "database" | "allowUnverified"> {
  const database = given.value(DATABASE);
  if (database === null)
    throw new UsageError(
      "Name the archive's database: --database postgres://USER:PASSWORD@HOST/NAME, TILLROLL_DATABASE in the environment, or the setting database in the configuration file.",
    );
  return { database, allowUnverified: given.has("database-unverified") };
}

/** @throws UsageError */
export function contentOf(given: GivenOptions): ContentPlace | null {
  const address = given.value(CONTENT);
  if (address === null) return null;
  if (!isBucket(address))
    throw new UsageError(`--content must be such as s3://bucket/prefix, not "${address}".`);
  return {
    address,
    access: {
      endpoint: given.value(CONTENT_ENDPOINT),
      region: given.value(CONTENT_REGION),
      keyId: given.value(CONTENT_KEY_ID),
      secret: given.value(CONTENT_SECRET),
    },
  };
}

/** The folder of an archive's instance: never that of a shop, which may be on the same machine. */
export function archiveFolderOf(given: GivenOptions): string {
  const folder = given.value(DATA_OPTION);
  return folder === null ? `${usualDataFolder()}-archive` : resolve(folder);
}
