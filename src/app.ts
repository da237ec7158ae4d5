import type { Server } from "bun";
import { systemClock } from "./domain/clock.ts";
import { CLIENT_LIMITS, MINIMUM_FREE_DISK_BYTES, PRINT_LIMITS } from "./domain/limits.ts";
import { hashSecret, newSecret, writeToken } from "./domain/token.ts";
import { Authentication, LOCAL_TOKEN_ID } from "./http/authentication.ts";
import { createHttp } from "./http/http.ts";
import { httpPorts } from "./http/http-ports.ts";
import type { HttpService } from "./http/http-service.ts";
import { storeTokenUses } from "./http/token-uses.ts";
import { Deliveries } from "./delivery/deliveries.ts";
import { DeliveryReader } from "./delivery/delivery-reader.ts";
import { LargeDocuments } from "./documents/large-documents.ts";
import { Events } from "./events/events.ts";
import { ClientRate } from "./intake/client-rate.ts";
import { Intake } from "./intake/intake.ts";
import { DiskSpace } from "./operations/disk-space.ts";
import { Health } from "./operations/health.ts";
import { type Log, standardErrorLog } from "./operations/log.ts";
import { Metrics } from "./operations/metrics.ts";
import { batchNotes, crowdNotes } from "./operations/write-notes.ts";
import { databasePath } from "./platform/data-folder.ts";
import { announceService, withdrawService } from "./platform/running-service.ts";
import { Preview } from "./preview/preview.ts";
import { IndexStatusReader, isBehind } from "./search/index-status.ts";
import { Indexing } from "./search/indexer/indexing.ts";
import { Search } from "./search/search.ts";
import { INDEX_CACHE_BYTES } from "./search/segment-limits.ts";
import { closeReader, openForReading } from "./storage/database.ts";
import { foldLog, makeCredentials, openDataFolder } from "./storage/data-folder.ts";
import { PrintReader } from "./storage/print-reader.ts";
import { PrinterStore } from "./storage/printer-store.ts";
import { RuleStore } from "./storage/rule-store.ts";
import { outdatedSqlite } from "./storage/sqlite-library.ts";
import { SessionStore } from "./storage/session-store.ts";
import { TokenStore } from "./storage/token-store.ts";
import { WebhookStore } from "./storage/webhook-store.ts";
import { WorkspaceStore } from "./storage/workspace-store.ts";
import { Writer } from "./storage/writer.ts";
import { Printing, type PrintingOptions } from "./printing.ts";
import { Applying } from "./rules/applying.ts";
import { VERSION } from "./version.ts";
import { Webhooks } from "./webhooks/webhooks.ts";

export interface AppOptions {
  readonly dataFolder: string;
  /** Address to listen on, such as `0.0.0.0`. */
  readonly host: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
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
  /** A one-time code for `/sign-in?code=`. */
  readonly signInCode: string;
  /** Stops taking requests, finishes those under way, and leaves one database file behind. */
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
  const lock = openDataFolder(dataFolder, systemClock(), options.printing ?? null);
  started.defer(() => lock.release());
  started.defer(() => foldLog(path));

  const disk = new DiskSpace(dataFolder, options.minimumFreeDiskBytes ?? MINIMUM_FREE_DISK_BYTES);
  started.defer(() => disk.close());
  const health = new Health();
  const metrics = new Metrics({ queueDepth: () => writer.depth, freeDiskBytes: () => disk.freeBytes });
  const noteBatch = batchNotes(metrics, log, systemClock);
  let wake: (prints: number) => void = () => {};
  // Its Worker starts beside all that follows, and is waited for before the first request.
  const writer = Writer.start(path, {
    onBatch: (outcome) => {
      noteBatch(outcome);
      // Steps of the index leave no print: it would wake itself for ever.
      const prints = outcome.results.filter((result) => result.ok && result.json !== "").length;
      if (prints > 0) wake(prints);
    },
    onDeath: (reason) => {
      log.write("error", "the writer has stopped; no print can be stored", { reason });
      options.onFatal?.(reason);
    },
  });
  // The writer's connection closes last: no other may fold the WAL into the database and remove it.
  started.defer(() => writer.close());

  const database = openForReading(path);
  started.defer(() => closeReader(database));
  const outdated = outdatedSqlite(database);
  if (outdated !== null) log.write("warning", outdated);
  const stores = {
    tokens: new TokenStore(database),
    sessions: new SessionStore(database),
    workspaces: new WorkspaceStore(database),
    printers: new PrinterStore(database),
    webhooks: new WebhookStore(database),
    rules: new RuleStore(database),
  };
  const localSecret = newSecret();
  const authentication = new Authentication(stores, hashSecret(localSecret), systemClock);
  storeTokenUses(authentication, writer, log, started);
  const indexStatus = new IndexStatusReader(database);
  const indexing = new Indexing({ databasePath: path, writer, log });
  started.defer(() => indexing.close());
  const search = new Search({
    databasePath: path,
    cacheBytes: options.searchCacheBytes ?? INDEX_CACHE_BYTES,
    indexing,
    log,
  });
  started.defer(() => search.close());
  const preview = new Preview();
  started.defer(() => preview.close());
  const documents = new LargeDocuments();
  started.defer(() => documents.close());

  const intake = new Intake(
    ...([writer, disk, options.maximumPrintBytes ?? PRINT_LIMITS.rawBytes] as const),
    crowdNotes(log, systemClock),
    new ClientRate({ bytesPerSecond: options.clientBytesPerSecond ?? CLIENT_LIMITS.bytesPerSecond }),
  );
  const reader = new PrintReader(database);
  const events = new Events(database);
  const webhooks = new Webhooks({ store: stores.webhooks, events, writer, log });
  started.defer(() => webhooks.close());
  const applying = new Applying({ databasePath: path, database, writer, log });
  started.defer(() => applying.close());
  const deliveries = new Deliveries({
    writer,
    deliveries: new DeliveryReader(database),
    prints: reader,
    log,
  });
  started.defer(() => deliveries.close());
  // What is left to index; without any, the Worker's memory is saved until there is.
  const catchUp = () => {
    if (stores.workspaces.list().some((workspace) => isBehind(indexStatus.read(workspace)))) indexing.wake(0);
  };
  const printing = new Printing({
    deliveries,
    options: options.printing ?? NO_PORTS,
    host: options.host,
    database,
    stores,
    intake,
    disk,
    writer,
    documents,
    log,
    // At the start too, for what the last run left; with another charset or profile the text of prints is another.
    onChange: catchUp,
  });

  const service: HttpService = {
    stores,
    authentication,
    writer,
    search,
    indexing,
    indexStatus,
    preview,
    documents,
    disk,
    health,
    metrics,
    log,
    reader,
    deliveries,
    applying,
    intake,
    events,
    webhooks,
    printing,
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
  announceService(dataFolder, { address, processId: process.pid, localToken });
  started.defer(() => withdrawService(dataFolder));
  wake = (prints) => {
    indexing.wake(prints);
    applying.wake(prints);
    events.feed.notify();
  };
  started.defer(() => printing.close());
  // Whoever waits for the service already is answered before the rest is made ready.
  await Bun.sleep(0);
  await printing.open(httpPorts(service, port));

  // Last, when nothing can fail any more: the first token is shown once, and a failed start would lose it.
  const credentials = makeCredentials(path, systemClock());
  applying.wake(0);
  const running = started.move();
  const rawPorts = printing.printers.rawPorts();
  return { port, address, rawPorts, ...credentials, stop: () => running.disposeAsync() };
}

/** Lets requests under way finish, and closes all connections then, idle ones too. */
async function stopListening(server: Server<unknown>, service: HttpService): Promise<void> {
  void server.stop();
  const deadline = performance.now() + STOP_GRACE_MILLISECONDS;
  while (service.requestsUnderWay > 0 && performance.now() < deadline) await Bun.sleep(5);
  await Bun.sleep(ANSWER_GRACE_MILLISECONDS);
  await server.stop(true);
}

/** A name under which this machine reaches an address that the service listens on. */
function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
