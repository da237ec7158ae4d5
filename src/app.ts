import type { Server } from "bun";
import { hostname } from "node:os";
import { Background, TASK_WORDS } from "./background/background.ts";
import { monotonicClock, systemClock } from "./domain/clock.ts";
import { machineNames, plainHost } from "./domain/host-name.ts";
import { CLIENT_LIMITS, MINIMUM_FREE_DISK_BYTES, PRINT_LIMITS } from "./domain/limits.ts";
import { hashSecret, newSecret, SIGN_IN_PATH, writeToken } from "./domain/token.ts";
import { TrustedClock } from "./domain/trusted-clock.ts";
import { Authentication, LOCAL_TOKEN_ID } from "./http/authentication.ts";
import { createHttp } from "./http/http.ts";
import { HostPolicy } from "./http/host-policy.ts";
import { httpPorts } from "./http/http-ports.ts";
import type { HttpService } from "./http/http-service.ts";
import { storeTokenUses } from "./http/token-uses.ts";
import { Deliveries } from "./delivery/deliveries.ts";
import { deliveriesHealth } from "./delivery/deliveries-health.ts";
import { DeliveryReader } from "./delivery/delivery-reader.ts";
import { LargeDocuments } from "./documents/large-documents.ts";
import { Events } from "./events/events.ts";
import { ClientRate } from "./intake/client-rate.ts";
import { Intake } from "./intake/intake.ts";
import { ClockWatch } from "./operations/clock-watch.ts";
import { DiskSpace } from "./operations/disk-space.ts";
import { Health } from "./operations/health.ts";
import { type Log, standardErrorLog } from "./operations/log.ts";
import { Metrics } from "./operations/metrics.ts";
import { ThrottledLog } from "./operations/throttled-log.ts";
import { workerHealth } from "./operations/worker-health.ts";
import { batchNotes, crowdNotes, storageNotes } from "./operations/write-notes.ts";
import { databasePath } from "./platform/data-folder.ts";
import { machineClocks } from "./platform/machine-clocks.ts";
import { announceService, withdrawService } from "./platform/running-service.ts";
import { portsHealth } from "./printers/ports-health.ts";
import { Preview } from "./preview/preview.ts";
import { indexHealth } from "./search/index-health.ts";
import { IndexStatusReader, isBehind } from "./search/index-status.ts";
import { Search } from "./search/search.ts";
import { INDEX_CACHE_BYTES } from "./search/segment-limits.ts";
import { ClockStore } from "./storage/clock-store.ts";
import { DamageWatch } from "./storage/damage-watch.ts";
import { closeReader, openForReading } from "./storage/database.ts";
import { makeFirstToken, makeSignInCode } from "./storage/data-folder.ts";
import { awaitWritable, openStorage, startWriter } from "./storage/opened-storage.ts";
import { PrintReader } from "./storage/print-reader.ts";
import { PrinterStore } from "./storage/printer-store.ts";
import { RuleStore } from "./storage/rule-store.ts";
import { storageReason } from "./storage/storage-error.ts";
import { outdatedSqlite } from "./storage/sqlite-library.ts";
import { SessionStore } from "./storage/session-store.ts";
import { StorageHealth } from "./storage/storage-health.ts";
import { TokenStore } from "./storage/token-store.ts";
import { WebhookStore } from "./storage/webhook-store.ts";
import { WorkspaceStore } from "./storage/workspace-store.ts";
import { Printing, type PrintingOptions } from "./printing.ts";
import { VERSION } from "./version.ts";
import { Webhooks } from "./webhooks/webhooks.ts";

export interface AppOptions {
  readonly dataFolder: string;
  /** Address to listen on, such as `0.0.0.0`. */
  readonly host: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** Names by which this machine is reached, beside its own, such as that of a reverse proxy. */
  readonly hostNames?: readonly string[];
  readonly maximumPrintBytes?: number;
  readonly minimumFreeDiskBytes?: number;
  /** What a client address may bring in for long; 0 for no limit. */
  readonly clientBytesPerSecond?: number;
  /** Memory for the search index, bytes. */
  readonly searchCacheBytes?: number;
  /** The ports for printing; by default none are opened. */
  readonly printing?: PrintingOptions;
  readonly log?: Log;
  /** Called when the service cannot go on: the process should end, so that whatever supervises it starts anew. */
  readonly onFatal?: (reason: string) => void;
  /** Called when the disk could not be written at the start and can be now: a new start would store prints. */
  readonly onWritable?: () => void;
}

/** A service that runs. */
export interface App {
  readonly port: number;
  /** Base address for this machine. */
  readonly address: string;
  /** The first token's text when this was the first start, else `null`: it cannot be shown again. */
  readonly firstToken: string | null;
  /** The printers with a raw port that is open, by name. */
  readonly rawPorts: ReadonlyMap<string, number>;
  /** Makes a one-time link for signing in to the dashboard. @throws what the database does when it cannot be written */
  signInLink(): string;
  /** Takes an error that nobody else took. @returns whether the service can go on: it is about the disk or the database */
  noteFault(error: unknown): boolean;
  /** Why nothing can be stored, in a sentence; `null` when prints can be. */
  readonly trouble: string | null;
  /**
   * Stops taking requests, finishes those under way, and leaves one database file behind.
   * @throws TillrollError STORAGE_UNAVAILABLE when the disk does not let it: the process should end at once then
   */
  stop(): Promise<void>;
}

const NO_PORTS: PrintingOptions = {
  rawPort: null,
  lpdPort: 0,
  ippPort: 0,
  announce: false,
  epsonDiscovery: false,
};

/** How long a stop waits for requests under way, milliseconds. */
const STOP_GRACE_MILLISECONDS = 2000;

/** How long a stop then leaves the last answers to reach their sockets, milliseconds. */
const ANSWER_GRACE_MILLISECONDS = 50;

/**
 * Builds the whole service and starts it. Tests boot exactly this.
 * @throws TillrollError STORAGE_UNAVAILABLE when the data folder cannot be used or another service has it; what
 *   listening throws, such as EADDRINUSE. Whatever was started by then has been stopped again.
 */
export async function startApp(options: AppOptions): Promise<App> {
  await using started = new AsyncDisposableStack();
  const { dataFolder, log = standardErrorLog } = options;
  const path = databasePath(dataFolder);
  const storage = openStorage(dataFolder, systemClock(), options.printing ?? null, log);
  started.defer(() => storage.release());
  if (storage.trouble !== null) started.use(awaitWritable(dataFolder, () => options.onWritable?.()));

  const disk = new DiskSpace(dataFolder, options.minimumFreeDiskBytes ?? MINIMUM_FREE_DISK_BYTES);
  started.defer(() => disk.close());
  const health = new Health(log);
  const metrics = new Metrics({
    queueDepth: () => writer.depth,
    freeDiskBytes: () => disk.freeBytes,
    health: () => health.report(),
  });
  const noteBatch = batchNotes(metrics, log, monotonicClock);
  // It begins once the database can be read, before anything is stored.
  const clock = new TrustedClock(machineClocks);
  let wake: (prints: number) => void = () => {};
  // Its Worker starts beside all that follows, and is waited for before the first request.
  const writer = startWriter(storage, {
    clock: clock.memory,
    onBatch: (outcome) => {
      noteBatch(outcome);
      clockWatch.noteBatch(outcome);
      // Steps of the index leave no print: it would wake itself for ever.
      const prints = outcome.results.filter((result) => result.ok && result.json !== "").length;
      if (prints > 0) wake(prints);
    },
    onDeath: (reason) => {
      log.write("error", "the writer has stopped; no print can be stored", { reason });
      options.onFatal?.(reason);
    },
    onStateChange: storageNotes(log),
  });
  disk.keepReserve();
  // The writer's connection closes last: no other may fold the WAL into the database and remove it.
  started.defer(() => writer.close());

  const database = openForReading(storage.readingPath);
  // While it is open, the writer's connection cannot fold its log into a file that is another one now.
  started.defer(() => (writer.state.isSameFile ? closeReader(database) : undefined));
  const outdated = outdatedSqlite(database);
  if (outdated !== null) log.write("warning", outdated);
  const clockStore = new ClockStore(database);
  clock.begin(clockStore.read(), clockStore.newestPrintAt());
  const stores = {
    tokens: new TokenStore(database),
    sessions: new SessionStore(database),
    workspaces: new WorkspaceStore(database),
    printers: new PrinterStore(database),
    webhooks: new WebhookStore(database),
    rules: new RuleStore(database),
  };
  // For what tries again by itself: on a full disk that is for long.
  const patientLog = new ThrottledLog(log, monotonicClock);
  const localSecret = newSecret();
  const authentication = new Authentication(stores, hashSecret(localSecret), clock.now);
  storeTokenUses(authentication, writer, patientLog, started);
  const indexStatus = new IndexStatusReader(database);
  const { readingPath } = storage;
  const background = new Background({ databasePath: readingPath, database, writer, log: patientLog });
  started.defer(() => background.close());
  const search = new Search({
    databasePath: storage.readingPath,
    cacheBytes: options.searchCacheBytes ?? INDEX_CACHE_BYTES,
    background,
    log,
  });
  started.defer(() => search.close());
  const preview = new Preview();
  started.defer(() => preview.close());
  const documents = new LargeDocuments();
  started.defer(() => documents.close());

  const intake = new Intake(
    ...([writer, disk, options.maximumPrintBytes ?? PRINT_LIMITS.rawBytes] as const),
    crowdNotes(log, monotonicClock),
    new ClientRate({ bytesPerSecond: options.clientBytesPerSecond ?? CLIENT_LIMITS.bytesPerSecond }),
  );
  const reader = new PrintReader(database);
  const events = new Events(database);
  const webhooks = new Webhooks({
    store: stores.webhooks,
    events,
    writer,
    clock: clock.now,
    log: patientLog,
  });
  started.defer(() => webhooks.close());
  const clockWatch = new ClockWatch({
    clock,
    store: clockStore,
    writer,
    background,
    log,
    onRepaired: () => webhooks.reload(),
  });
  health.add(clockWatch);
  started.defer(() => clockWatch.close());
  const deliveries = new Deliveries({
    writer,
    deliveries: new DeliveryReader(database),
    prints: reader,
    clock: clock.now,
    log: patientLog,
  });
  started.defer(() => deliveries.close());
  const damageWatch = new DamageWatch(database, writer);
  started.defer(() => damageWatch.close());
  const storageHealth = new StorageHealth(writer, disk);
  health.add(storageHealth);
  // What is left to do; without any, the Worker's memory is saved until there is.
  const catchUp = () => {
    const isIndexBehind = stores.workspaces.list().some((workspace) => isBehind(indexStatus.read(workspace)));
    if (background.areRulesBehind || isIndexBehind) background.wake(0);
  };
  const hosts: HostPolicy = new HostPolicy(() => ownNames(options, printing.announcedHost));
  const printing = new Printing({
    deliveries,
    options: options.printing ?? NO_PORTS,
    host: options.host,
    database,
    stores,
    intake,
    writer,
    storageTrouble: () => storageHealth.trouble,
    documents,
    log,
    isOwnOrigin: (origin) => hosts.isOwnOrigin(origin),
    onOriginRefused: (name) => metrics.noteRefusedOrigin(name),
    clock: clock.now,
    // At the start too, for what the last run left; with another charset or profile the text of prints is another.
    onChange: catchUp,
  });

  health.add(portsHealth(printing.printers));
  health.add(deliveriesHealth(deliveries, clock.now));
  health.add(indexHealth({ workspaces: stores.workspaces, indexStatus, background }));
  for (const task of ["indexing", "rules"] as const)
    health.add(workerHealth(TASK_WORDS[task], () => background.faultOf(task)));

  const service: HttpService = {
    stores,
    authentication,
    writer,
    search,
    background,
    indexStatus,
    preview,
    documents,
    disk,
    health,
    metrics,
    clock: clock.now,
    clockWatch,
    log,
    reader,
    deliveries,
    intake,
    events,
    webhooks,
    printing,
    hosts,
    version: VERSION,
    requestsUnderWay: 0,
  };
  const http = createHttp(service);
  await writer.ready();
  const server = http.listen({ hostname: options.host, port: options.port }).server;
  if (server === null) throw new Error("the server did not start");
  started.defer(() => stopListening(server, service));
  // First of all, when it ends: whoever waits for the next print need not wait any longer.
  started.defer(() => events.close());
  const port = server.port ?? options.port;
  const address = `http://${localHost(options.host)}:${port}`;
  const localToken = writeToken(LOCAL_TOKEN_ID, localSecret);
  const ports = printing.portsBeside(port);
  tryOnDisk(log, "other commands cannot find this service", () =>
    announceService(dataFolder, { address, processId: process.pid, localToken, ports }),
  );
  started.defer(
    () => void tryOnDisk(log, "the note of this service stays behind", () => withdrawService(dataFolder)),
  );
  wake = (prints) => {
    background.wake(prints);
    events.feed.notify();
  };
  started.defer(() => printing.close());
  // Whoever waits for the service already is answered before the rest is made ready.
  await Bun.sleep(0);
  await printing.open(httpPorts(service, port));

  // Last, when nothing can fail any more: the first token is shown once, and a failed start would lose it.
  const firstToken = tryOnDisk(log, "no token could be made", () => makeFirstToken(path, clock.now()));
  clockWatch.start();
  catchUp();
  const running = started.move();
  const rawPorts = printing.printers.rawPorts();
  const trouble = storage.trouble?.message ?? null;
  const signInLink = () => `${address}${SIGN_IN_PATH}${makeSignInCode(path, clock.now())}`;
  const noteFault = (error: unknown) => writer.noteFault(error);
  const stop = () => running.disposeAsync();
  return { port, address, rawPorts, trouble, firstToken, signInLink, noteFault, stop };
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

/** Lets requests under way finish, and closes all connections then, idle ones too. */
async function stopListening(server: Server<unknown>, service: HttpService): Promise<void> {
  void server.stop();
  const deadline = performance.now() + STOP_GRACE_MILLISECONDS;
  while (service.requestsUnderWay > 0 && performance.now() < deadline) await Bun.sleep(5);
  await Bun.sleep(ANSWER_GRACE_MILLISECONDS);
  await server.stop(true);
}

/** All names of this machine, in their plain form; on the network it may have been given another than it calls itself. */
function ownNames({ host, hostNames = [] }: AppOptions, announced: string | null): string[] {
  return [...[...hostNames, host, announced ?? ""].map(plainHost), ...machineNames(hostname())];
}

/** A name under which this machine reaches an address that the service listens on. */
function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
