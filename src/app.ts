import { auditService, expireAudit } from "./app/audit-stage.ts";
import { addHealth, beginTelling, catchUp, createPrinting } from "./app/printing-stage.ts";
import type { AppOptions } from "./app/app-options.ts";
import { makeChosenToken, makeShownToken } from "./app/first-token.ts";
import { showMetrics } from "./app/metrics-stage.ts";
import { startJournal } from "./app/journal-stage.ts";
import { type PrintsStage, startPrints } from "./app/prints-stage.ts";
import { listenHttp, listenHttps, openTextFeed } from "./app/listening.ts";
import { startStorage, type StorageStage } from "./app/storage-stage.ts";
import { beginTasks, startTasks } from "./app/tasks-stage.ts";
import { beginShipping, createUpstreams } from "./app/upstream-stage.ts";
import { NO_SETTINGS } from "./configuration/configuration-settings.ts";
import { TillrollError } from "./domain/errors.ts";
import { hashSecret, newSecret, SIGN_IN_PATH, writeToken } from "./domain/token.ts";
import { NO_SHOPS } from "./domain/workspace.ts";
import { Authentication, LOCAL_TOKEN_ID } from "./http/authentication.ts";
import { TrustedProxies } from "./http/forwarded.ts";
import { createHttp } from "./http/http.ts";
import type { ShopHttpService } from "./http/http-service.ts";
import { HttpsPolicy } from "./http/https-policy.ts";
import { httpPorts } from "./http/protocol-controller.ts";
import { requestLog } from "./http/request-log.ts";
import { storeTokenUses } from "./http/token-uses.ts";
import type { HealthReport } from "./operations/health.ts";
import type { Log } from "./operations/log.ts";
import { standardErrorPlace } from "./operations/logs/log-place.ts";
import { ServiceLog } from "./operations/logs/service-log.ts";
import type { Printing } from "./printing.ts";
import { announceService, withdrawService } from "./platform/running-service.ts";
import { makeSignInCode } from "./storage/data-folder.ts";
import { storageReason } from "./storage/storage-error.ts";
import type { Ports } from "./storage/ports/ports.ts";
import type { BatchOutcome } from "./storage/write-operation.ts";
import { VERSION } from "./version.ts";

export type { AppOptions } from "./app/app-options.ts";

/** A service that runs. */
export interface App {
  readonly port: number;
  /** Base address for this machine. */
  readonly address: string;
  /** The same by HTTPS; `null` where there is none. */
  readonly secureAddress: string | null;
  /** The first token's text when this was the first start, else `null`: it cannot be shown again. */
  readonly firstToken: string | null;
  /** The printers with a raw port that is open, by name. */
  readonly rawPorts: ReadonlyMap<string, number>;
  /** Makes a one-time link for signing in to the dashboard. @throws what the database does when it cannot be written */
  signInLink(): string;
  /** Takes an error that nobody else took. @returns whether the service can go on: it is about the disk or the database */
  noteFault(error: unknown): boolean;
  /** How each part is. */
  health(): HealthReport;
  /** Why nothing can be stored, in a sentence; `null` when prints can be. */
  readonly trouble: string | null;
  /**
   * Stops taking requests, finishes those under way, and leaves one database file behind.
   * @throws TillrollError STORAGE_UNAVAILABLE when the disk does not let it: the process should end at once then
   */
  stop(): Promise<void>;
}

/**
 * Builds the whole service and starts it, stage upon stage; it is stopped in the opposite order. Tests boot exactly this.
 * @throws TillrollError STORAGE_UNAVAILABLE when the data folder cannot be used or another service has it; what
 *   listening throws, such as EADDRINUSE. Whatever was started by then has been stopped again.
 */
export async function startApp(options: AppOptions): Promise<App> {
  await using started = new AsyncDisposableStack();
  const { dataFolder, log = new ServiceLog([standardErrorPlace("text")]) } = options;
  const storage = startStorage(options, log, started);
  const { writer, clock } = storage;
  tryOnDisk(log, "no token could be made", () => makeChosenToken(options, storage, log));
  const localSecret = newSecret();
  const { between = (given) => given } = options;
  const { stores } = between({ stores: storage.stores });
  const authentication = new Authentication(stores, hashSecret(localSecret), clock.now);
  storeTokenUses(authentication, writer, storage.patientLog, started);
  const prints = startPrints(options, storage, started);
  const printingStage = createPrinting(options, storage, prints);
  const { printing } = printingStage;
  addHealth(storage, prints, printing);
  showMetrics(dataFolder, storage, prints, printing, started);
  const tasks = startTasks(options, storage, started);
  const journal = startJournal(options, storage, tasks, started);
  expireAudit(storage, tasks, options.auditMaximumAge ?? null);
  const upstreams = createUpstreams(storage, prints, printingStage, started);
  const parts = {
    upstreams,
    ...storage,
    ...prints,
    ...tasks,
    ...journal,
    ...printingStage,
    authentication,
    clock: clock.now,
  };
  const ofHttp = { ...between(portsOf(parts)), stores, ...settingsOf(options, authentication, log) };
  const service: ShopHttpService = { ...parts, ...ofHttp };
  const { port, address } = await openHttp(service, parts, options, started);
  const localToken = writeToken(LOCAL_TOKEN_ID, localSecret);
  const ports = printing.portsBeside(port, options.https?.port ?? 0);
  announce(dataFolder, { address, processId: process.pid, localToken, ports }, log, started);
  storage.batchListeners.add((outcome) => wake(prints, outcome));
  started.defer(() => printing.close());
  // Whoever waits for the service already is answered before the rest is made ready.
  await Bun.sleep(0);
  const securePort = listenHttps(service, (leaving) => createHttp(service, leaving), options, started);
  await printing.open(httpPorts(service, port));
  beginTelling(storage, printingStage, started);
  await openTextFeed({ ...storage, ...prints }, options, started);
  checkWebPorts(options, printing);

  // Last, when nothing can fail any more: the first token is shown once, and a failed start would lose it.
  const { path } = storage.storage;
  const firstToken = tryOnDisk(log, "no token could be made", () => makeShownToken(options, storage));
  auditService(storage, service.configuration, started);
  catchUp(storage, prints);
  beginTasks(tasks, storage, prints, started);
  beginShipping(upstreams, storage);
  const secureAddress =
    securePort === 0 ? null : address.replace(/^http:(.*):\d+$/, `https:$1:${securePort}`);
  const pageAddress = (options.requireHttps === true ? secureAddress : null) ?? address;
  const running = started.move();
  return {
    port,
    address,
    secureAddress,
    rawPorts: printing.printers.rawPorts(),
    trouble: storage.storage.trouble?.message ?? null,
    firstToken,
    signInLink: () => `${pageAddress}${SIGN_IN_PATH}${makeSignInCode(path, clock.now())}`,
    health: () => storage.health.report(),
    noteFault: (error) => writer.noteFault(error),
    stop: () => running.disposeAsync(),
  };
}

/** Opens the HTTP port once the writer takes prints. @throws what listening throws */
async function openHttp(
  service: ShopHttpService,
  { writer, events, removals }: Pick<StorageStage & PrintsStage, "writer" | "events" | "removals">,
  options: AppOptions,
  started: AsyncDisposableStack,
): Promise<ReturnType<typeof listenHttp>> {
  const http = createHttp(service);
  await writer.ready();
  const place = listenHttp(service, http, options, started);
  // Before the port closes, whoever waits for the next print is told to go.
  started.defer(() => events.close());
  started.defer(() => removals.close());
  return place;
}

/** What the API reads and writes through, beside the stores. */
function portsOf({ reader, writer, search, indexStatus, events, background }: Omit<Ports, "stores">) {
  return { reader, writer, search, indexStatus, events, background };
}

/** What the HTTP side goes by beside the parts of the service. */
function settingsOf(options: AppOptions, authentication: Authentication, log: Log) {
  return {
    version: VERSION,
    isArchive: false,
    workspacesOfShops: () => NO_SHOPS,
    doesWrite: () => true,
    dataFolder: options.dataFolder,
    host: options.host,
    configuration: options.configuration ?? {},
    settings: options.settings ?? NO_SETTINGS,
    requestsUnderWay: 0,
    ...(options.logRequests === true && { requestLog: requestLog(log) }),
    proxies: options.trustedProxies?.length ? new TrustedProxies(options.trustedProxies) : null,
    https: new HttpsPolicy(options.requireHttps === true, (request) => authentication.isLocal(request)),
    secure: null,
  };
}

/** @throws TillrollError STORAGE_UNAVAILABLE when a port for web pages that the owner asked for is not open */
function checkWebPorts({ printing: options }: AppOptions, { printers }: Printing): void {
  const closed = printers.webPorts.find(({ isOpen }) => !isOpen);
  if (closed === undefined) return;
  const option = options?.webPorts?.find(({ port }) => port === closed.port)?.isSecure
    ? "epos-https-port"
    : "epos-http-port";
  const message = `Port ${closed.port}, which --${option} asks for, cannot be opened: ${closed.reason} Choose another, or 0.`;
  throw new TillrollError("STORAGE_UNAVAILABLE", message);
}

/** Tells commands on this machine where the service is, as long as it runs. */
function announce(
  dataFolder: string,
  note: Parameters<typeof announceService>[1],
  log: Log,
  started: AsyncDisposableStack,
): void {
  tryOnDisk(log, "other commands cannot find this service", () => announceService(dataFolder, note));
  started.defer(
    () => void tryOnDisk(log, "the note of this service stays behind", () => withdrawService(dataFolder)),
  );
}

/** Wakes what waits for new prints. */
function wake({ background, events, recognition }: PrintsStage, { results }: BatchOutcome): void {
  // Steps of the index leave no print: it would wake itself for ever.
  const prints = results.filter((result) => result.ok && result.json !== "").length;
  if (prints === 0) return;
  background.wake(prints);
  recognition?.standBack();
  events.feed.notify();
}

/** Does what a disk that is full or read-only must not keep the service from starting for. */
function tryOnDisk<Result>(log: Log, without: string, work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (storageReason(error) === null) throw error;
    log.write("warning", without, { error: String(error) });
    return null;
  }
}
