import type { HttpsPort } from "../app/app-options.ts";
import type { S3Access } from "../backup/s3-place.ts";
import type { ConfigurationSettings } from "../configuration/configuration-settings.ts";
import type { Age } from "../domain/age.ts";
import type { ChosenToken } from "../domain/token.ts";
import type { Log } from "../operations/log.ts";
import type { SlowQueries } from "../search/search-effort.ts";

/** Where the bytes of prints are kept, where that is not the database. */
export interface ContentPlace {
  /** As `s3://bucket/prefix`. */
  readonly address: string;
  readonly access: S3Access;
}

/** How an archive is started. Any number of them may run on one database. */
export interface ArchiveOptions {
  /** The database, as `postgres://user:password@host:5432/name`. It is in no log. */
  readonly database: string;
  /** Whether a database over the network may be one whose certificate is not checked. */
  readonly allowUnverified?: boolean;
  /** Where the bytes of prints are kept; in the database if not given. */
  readonly content?: ContentPlace | null;
  /** A folder of this instance's own: certificates, and logs in files. */
  readonly dataFolder: string;
  /** Address to listen on, such as `0.0.0.0`. */
  readonly host: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** Names by which the archive is reached, such as that of a load balancer. */
  readonly hostNames?: readonly string[];
  /** The port for HTTPS; without it, none. */
  readonly https?: HttpsPort;
  /** Whether the dashboard and the API are answered by HTTPS alone. */
  readonly requireHttps?: boolean;
  /** Addresses, and blocks of them, of proxies that say who their clients are. */
  readonly trustedProxies?: readonly string[];
  readonly maximumPrintBytes?: number;
  /** What a client address may bring in for long; 0 for no limit. */
  readonly clientBytesPerSecond?: number;
  /** The text of the first token, where somebody chose it: an archive that is thrown away after a test. */
  readonly firstToken?: ChosenToken | null;
  /** Whether a first start makes a token for the person who started it; it does if not given. */
  readonly withToken?: boolean;
  /** How old entries of the audit log may become; for ever if not given. */
  readonly auditMaximumAge?: Age | null;
  readonly log?: Log;
  /** Whether each HTTP request is logged. */
  readonly logRequests?: boolean;
  /** Which searches are logged because they took long; `null`, and without it, none. */
  readonly slowQueries?: SlowQueries | null;
  /** The settings that were given, by name, as they may be shown: without secrets. */
  readonly configuration?: Readonly<Record<string, string>>;
  /** The same with where each comes from; nothing if not given. */
  readonly settings?: ConfigurationSettings;
}
