import type { Server } from "bun";
import { type Clock, systemClock } from "./domain/clock.ts";
import { MILLISECONDS_PER_MINUTE, MINIMUM_FREE_DISK_BYTES, PRINT_LIMITS } from "./domain/limits.ts";
import { hashSecret, newSecret, writeToken } from "./domain/token.ts";
import { Authentication, LOCAL_TOKEN_ID } from "./http/authentication.ts";
import { createHttp } from "./http/http.ts";
import type { HttpService } from "./http/http-service.ts";
import { Intake } from "./intake/intake.ts";
import { DiskSpace } from "./operations/disk-space.ts";
import { type Log, standardErrorLog } from "./operations/log.ts";
import { Metrics } from "./operations/metrics.ts";
import { databasePath } from "./platform/data-folder.ts";
import { announceService, withdrawService } from "./platform/running-service.ts";
import { Preview } from "./preview/preview.ts";
import { IndexStatusReader, isBehind } from "./search/index-status.ts";
import { Indexing } from "./search/indexer/indexing.ts";
import { Search } from "./search/search.ts";
import { INDEX_CACHE_BYTES } from "./search/segment-limits.ts";
import { closeReader, openForReading } from "./storage/database.ts";
import { makeCredentials, openDataFolder } from "./storage/data-folder.ts";
import { PrintReader } from "./storage/print-reader.ts";
import { outdatedSqlite } from "./storage/sqlite-library.ts";
import { SessionStore } from "./storage/session-store.ts";
import { TokenStore } from "./storage/token-store.ts";
import type { BatchOutcome } from "./storage/write-operation.ts";
import { WorkspaceStore } from "./storage/workspace-store.ts";
import { Writer } from "./storage/writer.ts";
import { VERSION } from "./version.ts";

export interface AppOptions {
  readonly dataFolder: string;
  /** Address to listen on, such as `0.0.0.0`. */
  readonly host: string;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  readonly maximumPrintBytes?: number;
  readonly minimumFreeDiskBytes?: number;
  /** Memory for the search index, bytes. */
  readonly searchCacheBytes?: number;
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
  /** A one-time code for `/sign-in?code=`. */
  readonly signInCode: string;
  /** Stops taking requests, finishes those under way, and leaves one database file behind. */
  stop(): Promise<void>;
}

/** How often the tokens' last uses are stored, milliseconds. */
const TOKEN_USE_INTERVAL_MILLISECONDS = 10_000;

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
  const lock = openDataFolder(dataFolder, systemClock());
  started.defer(() => lock.release());

  const disk = new DiskSpace(dataFolder, options.minimumFreeDiskBytes ?? MINIMUM_FREE_DISK_BYTES);
  started.defer(() => disk.close());
  const metrics = new Metrics({ queueDepth: () => writer.depth, freeDiskBytes: () => disk.freeBytes });
  const noteBatch = batchNotes(metrics, log, systemClock);
  let wakeIndexing: (operations: number) => void = () => {};
  const writer = await Writer.open(path, {
    onBatch: (outcome) => {
      noteBatch(outcome);
      // Steps of the index leave no print: it would wake itself for ever.
      const prints = outcome.results.filter((result) => result.ok && result.json !== "").length;
      if (prints > 0) wakeIndexing(prints);
    },
    onDeath: (reason) => {
      log.write("error", "the writer has stopped; no print can be stored", { reason });
      options.onFatal?.(reason);
    },
  });
  // The writer's connection closes last: it alone can fold the WAL into the database and remove it.
  started.defer(() => writer.close());

  const database = openForReading(path);
  started.defer(() => closeReader(database));
  const outdated = outdatedSqlite(database);
  if (outdated !== null) log.write("warning", outdated);
  const stores = {
    tokens: new TokenStore(database),
    sessions: new SessionStore(database),
    workspaces: new WorkspaceStore(database),
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

  const service: HttpService = {
    stores,
    authentication,
    writer,
    search,
    indexing,
    indexStatus,
    preview,
    disk,
    metrics,
    log,
    reader: new PrintReader(database),
    intake: new Intake(
      ...([writer, disk, options.maximumPrintBytes ?? PRINT_LIMITS.rawBytes] as const),
      crowdNotes(log, systemClock),
    ),
    version: VERSION,
    requestsUnderWay: 0,
  };
  const server = createHttp(service).listen({ hostname: options.host, port: options.port }).server;
  if (server === null) throw new Error("the server did not start");
  started.defer(() => stopListening(server, service));
  const port = server.port ?? options.port;
  const address = `http://${localHost(options.host)}:${port}`;
  const localToken = writeToken(LOCAL_TOKEN_ID, localSecret);
  announceService(dataFolder, { address, processId: process.pid, localToken });
  started.defer(() => withdrawService(dataFolder));

  // Last, when nothing can fail any more: the first token is shown once, and a failed start would lose it.
  const credentials = makeCredentials(path, systemClock());
  wakeIndexing = (operations) => indexing.wake(operations);
  // What the last run left to do; without any, the Worker's memory is saved until there is.
  if (stores.workspaces.list().some((workspace) => isBehind(indexStatus.read(workspace)))) indexing.wake(0);
  const running = started.move();
  return { port, address, ...credentials, stop: () => running.disposeAsync() };
}

/** Lets requests under way finish, and closes all connections then, idle ones too. */
async function stopListening(server: Server<unknown>, service: HttpService): Promise<void> {
  void server.stop();
  const deadline = performance.now() + STOP_GRACE_MILLISECONDS;
  while (service.requestsUnderWay > 0 && performance.now() < deadline) await Bun.sleep(5);
  await Bun.sleep(ANSWER_GRACE_MILLISECONDS);
  await server.stop(true);
}

/** Stores from time to time when tokens were last used, and once more at the end. */
function storeTokenUses(
  authentication: Authentication,
  writer: Writer,
  log: Log,
  started: AsyncDisposableStack,
): void {
  const store = async () => {
    const usedAt = authentication.takeUses();
    if (usedAt.size === 0) return;
    try {
      await writer.submit({ kind: "tokenUse", usedAt });
    } catch (error) {
      log.write("warning", "the last uses of tokens were not stored", { error: String(error) });
    }
  };
  const timer = setInterval(store, TOKEN_USE_INTERVAL_MILLISECONDS);
  started.defer(async () => {
    clearInterval(timer);
    await store();
  });
}

/** What is noted of every batch; a clock that jumped back is told once a minute, not once a print. */
function batchNotes(metrics: Metrics, log: Log, clock: Clock): (outcome: BatchOutcome) => void {
  let toldAt = 0;
  return (outcome) => {
    metrics.noteBatch(outcome);
    for (const fault of outcome.faults) log.write("error", "the database refused to write", { fault });
    const milliseconds = outcome.clockHeldBackMilliseconds;
    if (milliseconds > 0 && Math.abs(clock() - toldAt) > MILLISECONDS_PER_MINUTE) {
      toldAt = clock();
      log.write("warning", "the clock is behind the last print; createdAt is held at its time", {
        milliseconds,
      });
    }
  };
}

/** Tells once a minute that requests are refused because too much waits for the disk. */
function crowdNotes(log: Log, clock: Clock): () => void {
  let toldAt = 0;
  return () => {
    if (Math.abs(clock() - toldAt) <= MILLISECONDS_PER_MINUTE) return;
    toldAt = clock();
    log.write("warning", "requests are refused: more prints wait for the disk than it can take");
  };
}

/** A name under which this machine reaches an address that the service listens on. */
function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
