import type { Background } from "../background/background.ts";
import type { Backups } from "../backup/backups.ts";
import type { Clock } from "../domain/clock.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import type { LargeDocuments } from "../documents/large-documents.ts";
import type { Events } from "../events/events.ts";
import type { Exports } from "../export/exports.ts";
import type { Intake } from "../intake/intake.ts";
import type { ClockWatch } from "../operations/clock-watch.ts";
import type { DiskSpace } from "../operations/disk-space.ts";
import type { Health } from "../operations/health.ts";
import type { Log } from "../operations/log.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { Printing } from "../printing.ts";
import type { Preview } from "../preview/preview.ts";
import type { Recognition } from "../recognition/recognition.ts";
import type { Retention } from "../retention/retention.ts";
import type { Removals } from "../removal/removals.ts";
import type { IndexStatusReader } from "../search/index-status.ts";
import type { Search } from "../search/search.ts";
import type { AuditStore } from "../storage/audit-store.ts";
import type { PrintReader } from "../storage/print-reader.ts";
import type { PrinterStore } from "../storage/printer-store.ts";
import type { RuleStore } from "../storage/rule-store.ts";
import type { WebhookStore } from "../storage/webhook-store.ts";
import type { Writer } from "../storage/writer.ts";
import type { NightlyDrill } from "../restore/nightly-drill.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { Authentication, AuthenticationStores } from "./authentication.ts";
import type { TrustedProxies } from "./forwarded.ts";
import type { HostPolicy } from "./host-policy.ts";
import type { HttpsPolicy } from "./https-policy.ts";
import type { RequestLog } from "./request-log.ts";
import type { Certificates } from "../certificates/certificates.ts";
import type { SecurePorts } from "./secure-ports.ts";

/** The parts of the service that answer HTTP requests. */
export interface HttpService {
  readonly stores: AuthenticationStores & {
    readonly printers: PrinterStore;
    readonly webhooks: WebhookStore;
    readonly rules: RuleStore;
    readonly audit: AuditStore;
  };
  readonly authentication: Authentication;
  readonly intake: Intake;
  readonly writer: Writer;
  readonly reader: PrintReader;
  readonly search: Search;
  readonly background: Background;
  readonly indexStatus: IndexStatusReader;
  readonly preview: Preview;
  readonly exports: Exports;
  /** What reads pictures; `null` where they are not read. */
  readonly recognition: Recognition | null;
  readonly documents: LargeDocuments;
  readonly removals: Removals;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly printing: Printing;
  readonly retention: Retention;
  readonly deliveries: Deliveries;
  readonly disk: DiskSpace;
  readonly health: Health;
  readonly metrics: Metrics;
  /** The trusted time. */
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
  readonly backups: Backups;
  /** What tries backups; `null` where none are made by themselves. */
  readonly drill: NightlyDrill | null;
  readonly log: Log;
  /** Told of each answered request; not there where requests are not logged. */
  readonly requestLog?: RequestLog;
  readonly hosts: HostPolicy;
  /** The proxies whose word about clients counts; `null` where there are none. */
  readonly proxies: TrustedProxies | null;
  readonly https: HttpsPolicy;
  /** What HTTPS stands on; `null` where the service has no port for it. */
  secure: { readonly certificates: Certificates; readonly ports: SecurePorts } | null;
  readonly version: string;
  readonly dataFolder: string;
  /** The settings that the service was started with, as they may be shown. */
  readonly configuration: Readonly<Record<string, string>>;
  /** Requests that are being answered now. */
  requestsUnderWay: number;
}
