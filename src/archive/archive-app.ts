import { mkdirSync } from "node:fs";
import { hostname } from "node:os";
import { listenHttp, listenHttps } from "../app/listening.ts";
import { NO_SETTINGS } from "../configuration/configuration-settings.ts";
import { monotonicClock, systemClock } from "../domain/clock.ts";
import { machineNames, plainHost } from "../domain/host-name.ts";
import { hashSecret, newSecret, SIGN_IN_PATH } from "../domain/token.ts";
import { Authentication } from "../http/authentication.ts";
import { TrustedProxies } from "../http/forwarded.ts";
import { HostPolicy } from "../http/host-policy.ts";
import type { HttpService } from "../http/http-service.ts";
import { HttpsPolicy } from "../http/https-policy.ts";
import { requestLog } from "../http/request-log.ts";
import { storeTokenUses } from "../http/token-uses.ts";
import type { HealthReport } from "../operations/health.ts";
import { standardErrorPlace } from "../operations/logs/log-place.ts";
import { ServiceLog } from "../operations/logs/service-log.ts";
import { makeArchiveSignInCode, makeFirstArchiveToken } from "../storage/postgres/first-start.ts";
import { VERSION } from "../version.ts";
import { createArchiveHttp } from "./archive-http.ts";
import type { ArchiveOptions } from "./archive-options.ts";
import { ArchiveExports } from "./archive-exports.ts";
import { ArchiveRemovals } from "./archive-removals.ts";
import { showArchiveMetrics } from "./archive-metrics.ts";
import { archiveControllers } from "./archive-controllers.ts";
import { startArchivePrints } from "./archive-prints.ts";
import { startArchiveStorage } from "./archive-storage.ts";
import { startArchiveTasks } from "./archive-tasks.ts";
import { forgetInstance, noteInstance } from "./instance-note.ts";
import { enrolledAmong } from "./upstream/shop-row.ts";

export type { ArchiveOptions } from "./archive-options.ts";

/** An archive that runs. */
export interface ArchiveApp {
  readonly port: number;
  /** Base address for this machine. */
  readonly address: string;
  /** The same by HTTPS; `null` where there is none. */
  readonly secureAddress: string | null;
  /** The first token's text when this was the first start, else `null`: it cannot be shown again. */
  readonly firstToken: string | null;
  /** Makes a one-time link for signing in to the dashboard. @throws what the database does */
  signInLink(): Promise<string>;
  /** Takes an error that nobody else took. @returns whether the archive can go on: it is about the database */
  noteFault(error: unknown): boolean;
  /** How each part is. */
  health(): HealthReport;
  /** Stops taking requests, finishes those under way, and what was taken is written. */
  stop(): Promise<void>;
}

/**
 * Builds an instance of a chain's archive and starts it; it is stopped in the opposite order. Others may run on the same
 * database.
 * @throws TillrollError STORAGE_UNAVAILABLE when the database cannot be used; what listening throws, such as EADDRINUSE.
 *   Whatever was started by then has been stopped again
 */
export async function startArchive(options: ArchiveOptions): Promise<ArchiveApp> {
  await using started = new AsyncDisposableStack();
  const { log = new ServiceLog([standardErrorPlace("text")]) } = options;
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 });
  const storage = await startArchiveStorage(options, log, started);
  const { database, writer, stores } = storage;
  const { firstToken: chosen = null, withToken = true } = options;
  // Programs that wait for the archive use a chosen token at once; one that is shown is made last.
  if (chosen !== null) await makeFirstArchiveToken(database, systemClock(), chosen);
  const authentication = new Authentication(stores, hashSecret(newSecret()), systemClock, monotonicClock, {
    isArchive: true,
  });
  storeTokenUses(authentication, writer, storage.patientLog, started);
  const prints = startArchivePrints(options, storage, started);
  showArchiveMetrics(storage, prints, started);
  const service: HttpService = {
    ...storage,
    ...prints,
    authentication,
    clock: systemClock,
    removals: new ArchiveRemovals(writer),
    deliveries: { list: () => [] },
    scrub: null,
    workspacesOfShops: (ids) => enrolledAmong(database, ids),
    doesWrite: (kind) => writer.does(kind),
    ...settingsOf(options, authentication, log),
  };
  const exports = new ArchiveExports({ ...storage, ...prints, cards: stores.cards });
  started.defer(() => exports.close());
  const http = (leaving?: Parameters<typeof createArchiveHttp>[2]) =>
    createArchiveHttp(
      service,
      () => archiveControllers(service, storage, { exports, search: prints.search }),
      leaving,
    );
  const { port, address } = listenHttp(service, http(), options, started);
  // Before the port closes, whoever waits for the next print is told to go.
  started.defer(() => prints.events.feed.close());
  const securePort = listenHttps(service, http, options, started);
  startArchiveTasks(options, storage, started);
  const firstToken =
    chosen === null && withToken ? await makeFirstArchiveToken(database, systemClock()) : null;
  const secureAddress =
    securePort === 0 ? null : address.replace(/^http:(.*):\d+$/, `https:$1:${securePort}`);
  const pageAddress = (options.requireHttps === true ? secureAddress : null) ?? address;
  // Last: what stops a start leaves no note.
  noteInstance(options.dataFolder, pageAddress);
  started.defer(() => forgetInstance(options.dataFolder));
  const running = started.move();
  return {
    port,
    address,
    secureAddress,
    firstToken,
    signInLink: async () =>
      `${pageAddress}${SIGN_IN_PATH}${await makeArchiveSignInCode(database, systemClock())}`,
    noteFault: (error) => writer.noteFault(error),
    health: () => storage.health.report(),
    stop: () => running.disposeAsync(),
  };
}

/** What the HTTP side goes by beside the parts of the archive. */
function settingsOf(options: ArchiveOptions, authentication: Authentication, log: HttpService["log"]) {
  const { host, hostNames = [], trustedProxies = [] } = options;
  const names = [...[...hostNames, host].map(plainHost), ...machineNames(hostname())];
  return {
    version: VERSION,
    isArchive: true,
    dataFolder: options.dataFolder,
    host,
    hosts: new HostPolicy(() => names),
    configuration: options.configuration ?? {},
    settings: options.settings ?? NO_SETTINGS,
    requestsUnderWay: 0,
    ...(options.logRequests === true && { requestLog: requestLog(log) }),
    proxies: trustedProxies.length > 0 ? new TrustedProxies(trustedProxies) : null,
    https: new HttpsPolicy(options.requireHttps === true, (request) => authentication.isLocal(request)),
    secure: null,
  };
}
