import type { Backups } from "../backup/backups.ts";
import type { Awaitable } from "../domain/awaitable.ts";
import type { Clock } from "../domain/clock.ts";
import type { ConfigurationSettings } from "../configuration/configuration-settings.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import type { LargeDocuments } from "../documents/large-documents.ts";
import type { Exports } from "../export/exports.ts";
import type { Intake } from "../intake/intake.ts";
import type { ClockWatch } from "../operations/clock-watch.ts";
import type { Notifications } from "../notifications/notifications.ts";
import type { DiskSpace } from "../operations/disk-space.ts";
import type { Health } from "../operations/health.ts";
import type { Log } from "../operations/log.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { Printing } from "../printing.ts";
import type { Situations } from "../printers/situations.ts";
import type { Preview } from "../preview/preview.ts";
import type { Recognition } from "../recognition/recognition.ts";
import type { Retention } from "../retention/retention.ts";
import type { Removals } from "../removal/removals.ts";
import type { Scrub } from "../scrub/scrub.ts";
import type { Seals } from "../seals/seals.ts";
import type { JournalVerification } from "../seals/verification.ts";
import type { NightlyDrill } from "../restore/nightly-drill.ts";
import type { Upstreams } from "../upstream/upstreams.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { Ports, Stores } from "../storage/ports/ports.ts";
import type { ShopDatabase, ShopStores } from "../storage/shop-stores.ts";
import type { WriteOperation } from "../storage/write-operation.ts";
import type { Authentication } from "./authentication.ts";
import type { TrustedProxies } from "./forwarded.ts";
import type { HostPolicy } from "./host-policy.ts";
import type { HttpsPolicy } from "./https-policy.ts";
import type { RequestLog } from "./request-log.ts";
import type { Certificates } from "../certificates/certificates.ts";
import type { SecurePorts } from "./secure-ports.ts";

/** The parts of a service that answer HTTP requests, wherever its prints are: in a shop, or in an archive. */
export interface HttpService extends Ports {
  readonly authentication: Authentication;
  readonly intake: Intake;
  readonly preview: Preview;
  readonly documents: LargeDocuments;
  readonly removals: Pick<Removals, "erase" | "elsewhere">;
  /** What became of prints on paper; nothing where there are no printers. */
  readonly deliveries: Pick<Deliveries, "list">;
  readonly health: Health;
  readonly metrics: Metrics;
  /** The trusted time. */
  readonly clock: Clock;
  /** Told of what a request met in what is stored; `null` where nothing checks that. */
  readonly scrub: Pick<Scrub, "noteError"> | null;
  readonly log: Log;
  /** Told of each answered request; not there where requests are not logged. */
  readonly requestLog?: RequestLog;
  /** The host that the service listens on, such as `0.0.0.0`. */
  readonly host: string;
  readonly hosts: HostPolicy;
  /** The proxies whose word about clients counts; `null` where there are none. */
  readonly proxies: TrustedProxies | null;
  readonly https: HttpsPolicy;
  /** What HTTPS stands on; `null` where the service has no port for it. */
  secure: { readonly certificates: Certificates; readonly ports: SecurePorts } | null;
  readonly version: string;
  /** Whether it is the archive of a chain. */
  readonly isArchive: boolean;
  /** Those of some workspaces, by their ids, whose prints shops send here; none but in an archive. */
  workspacesOfShops(ids: readonly number[]): Awaitable<ReadonlySet<number>>;
  /** Whether it does writes of a kind: an archive refuses those that are its shops' own. */
  doesWrite(kind: WriteOperation["kind"]): boolean;
  readonly dataFolder: string;
  /** The settings that the service was started with, as they may be shown. */
  readonly configuration: Readonly<Record<string, string>>;
  /** The same with where each comes from. */
  readonly settings: ConfigurationSettings;
  /** Requests that are being answered now. */
  requestsUnderWay: number;
}

/** The same of a shop, which has printers, and its prints in a database of its own. */
export interface ShopHttpService extends HttpService {
  readonly stores: Stores & ShopStores;
  /** A reading connection, for what is told of the database itself. */
  readonly database: ShopDatabase;
  readonly exports: Exports;
  /** What reads pictures; `null` where they are not read. */
  readonly recognition: Recognition | null;
  readonly removals: Removals;
  readonly webhooks: Webhooks;
  readonly notifications: Notifications;
  readonly printing: Printing;
  readonly situations: Situations;
  readonly retention: Retention;
  readonly deliveries: Deliveries;
  readonly disk: DiskSpace;
  readonly clockWatch: ClockWatch;
  readonly backups: Backups;
  readonly seals: Seals;
  readonly verification: JournalVerification;
  /** What sends prints to archives. */
  readonly upstreams: Upstreams;
  /** What checks all that is stored; `null` where nothing can be written. */
  readonly scrub: Scrub | null;
  /** What tries backups; `null` where none are made by themselves. */
  readonly drill: NightlyDrill | null;
}
