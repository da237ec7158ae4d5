import type { AppOptions } from "../app/app-options.ts";
import type { S3Access } from "../backup/s3-place.ts";

/** Where the bytes of prints are kept, where that is not the database. */
export interface ContentPlace {
  /** As `s3://bucket/prefix`. */
  readonly address: string;
  readonly access: S3Access;
}

/** How an archive is started, beside what it has in common with a shop. Any number of them may run on one database. */
export interface ArchiveOptions extends CommonOptions {
  /** The database, as `postgres://user:password@host:5432/name`. It is in no log. */
  readonly database: string;
  /** Whether a database over the network may be one whose certificate is not checked. */
  readonly allowUnverified?: boolean;
  /** Where the bytes of prints are kept; in the database if not given. */
  readonly content?: ContentPlace | null;
}

/** What a service of a shop takes too. Of an archive, `dataFolder` is an instance's own: certificates, and logs in files. */
type CommonOptions = Pick<
  AppOptions,
  | "dataFolder"
  | "host"
  | "port"
  | "hostNames"
  | "https"
  | "requireHttps"
  | "trustedProxies"
  | "maximumPrintBytes"
  | "clientBytesPerSecond"
  | "firstToken"
  | "withToken"
  | "auditMaximumAge"
  | "log"
  | "logRequests"
  | "slowQueries"
  | "configuration"
  | "settings"
>;
