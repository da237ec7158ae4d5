import type { ServiceRetention } from "../domain/retention.ts";
import type { ChosenToken } from "../domain/token.ts";
import type { ScrubOptions } from "../scrub/scrub-options.ts";
import type { SlowQueries } from "../search/search-effort.ts";
import type { Age } from "../domain/age.ts";
import type { ConfigurationSettings } from "../configuration/configuration-settings.ts";
import type { BackupOptions } from "../backup/backup-options.ts";
import type { Log } from "../operations/log.ts";
import type { MailOptions } from "../notifications/sending.ts";
import type { PrintingOptions } from "../printing.ts";
import type { Ports } from "../storage/ports/ports.ts";
import type { SealOptions } from "../seals/seal-options.ts";
import type { TextFeedOptions } from "../text-feed/text-feed.ts";

/** Where a service answers by HTTPS. */
export interface HttpsPort {
  /** 0 for none. */
  readonly port: number;
  /** Whether the owner asked for it: else it is opened where it is free. */
  readonly isAsked: boolean;
}

/** How a service is started. */
export interface AppOptions {
  readonly dataFolder: string;
  /** Address to listen on, such as `0.0.0.0`. */
  readonly host: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** Names by which this machine is reached, beside its own, such as that of a reverse proxy. */
  readonly hostNames?: readonly string[];
  /** The port for HTTPS; without it, none. */
  readonly https?: HttpsPort;
  /** Whether the dashboard and the API are answered by HTTPS alone. */
  readonly requireHttps?: boolean;
  /** Addresses, and blocks of them, of proxies that say who their clients are. */
  readonly trustedProxies?: readonly string[];
  readonly maximumPrintBytes?: number;
  readonly minimumFreeDiskBytes?: number;
  /** What a client address may bring in for long; 0 for no limit. */
  readonly clientBytesPerSecond?: number;
  /** Memory for the search index, bytes. */
  readonly searchCacheBytes?: number;
  /** Whether the pictures of prints are read; they are if not given. */
  readonly recognition?: boolean;
  /** Where models of other languages for that are. */
  readonly recognitionModels?: string | null;
  /** The ports for printing; by default none are opened. */
  readonly printing?: PrintingOptions;
  /** Where backups go, and when; only those that are asked for if not given. */
  readonly backups?: BackupOptions;
  /** Where seals of the journal are kept elsewhere, and who dates them; nowhere and nobody if not given. */
  readonly seals?: SealOptions;
  /** What mail is sent with; by default by no server of the service. */
  readonly mail?: MailOptions;
  /** Where the text of prints is told as lines; nowhere if not given. */
  readonly textFeed?: TextFeedOptions | null;
  /** The text of the first token, where somebody chose it: a service that is thrown away after a test. */
  readonly firstToken?: ChosenToken | null;
  /** What stands between the API and what it reads and writes through; nothing if not given. */
  readonly between?: <Some extends Partial<Ports>>(ports: Some) => Some;
  /** Whether a first start makes a token for the person who started it; it does if not given. */
  readonly withToken?: boolean;
  /** How long prints stay; all of them for ever, and deleted ones for a month, if not given. */
  readonly retention?: ServiceRetention;
  /** How what is stored is checked; once a week if not given. */
  readonly scrub?: ScrubOptions;
  readonly log?: Log;
  /** How old entries of the audit log may become; for ever if not given. */
  readonly auditMaximumAge?: Age | null;
  /** The configuration file that was read; none if not given. */
  readonly configurationFile?: string | null;
  /** The settings that were given, by name, as they may be shown: without secrets. */
  readonly configuration?: Readonly<Record<string, string>>;
  /** The same with where each comes from, and what may be in a configuration file; nothing if not given. */
  readonly settings?: ConfigurationSettings;
  /** Whether each HTTP request is logged. */
  readonly logRequests?: boolean;
  /** Searches that are logged, because they take long; `null` for none. */
  readonly slowQueries?: SlowQueries | null;
  /** Called when the service cannot go on: the process should end, so that whatever supervises it starts anew. */
  readonly onFatal?: (reason: string) => void;
  /** Called when the disk could not be written at the start and can be now: a new start would store prints. */
  readonly onWritable?: () => void;
}
