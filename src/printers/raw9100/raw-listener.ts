import { plainAddress } from "../../domain/address-blocks.ts";
import { type MonotonicClock, monotonicClock } from "../../domain/clock.ts";
import type { Log } from "../../operations/log.ts";
import { closeAbruptly } from "../../platform/abrupt-close.ts";
import { hostWork } from "../../platform/time-slices.ts";
import { ClientConnections } from "../client-connections.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import { ListeningTime } from "./listening-time.ts";
import { PrinterMemory } from "../answers/printer-memory.ts";
import { RawSocket, type RawSurroundings } from "./raw-socket.ts";
import { RAW_LIMITS, type RawLimits } from "./raw9100-limits.ts";

export interface RawOptions {
  readonly endpoint: PrinterEndpoint;
  /** The address to listen on. */
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** One that anybody on the network may be let near, such as a `ThrottledLog`. */
  readonly log: Log;
  readonly clock?: MonotonicClock;
  readonly limits?: Partial<RawLimits>;
}

/** A raw printing port that is open. */
export interface RawListener {
  readonly port: number;
  /** How many hosts are connected. */
  readonly connections: number;
  /** Stores what has come (whole where it ends with a cut), then closes every connection and the port. */
  stop(): Promise<void>;
}

/** Connections of all printers. */
const allConnections = new ClientConnections(RAW_LIMITS.totalConnections, RAW_LIMITS.connectionsOfClient);

/**
 * Opens a port for raw printing, with replies, as a network receipt printer has on 9100.
 * @throws what the system says when the port cannot be opened, such as EADDRINUSE
 */
export function listenRaw(options: RawOptions): RawListener {
  const { endpoint, host, port, log, clock = monotonicClock } = options;
  const limits: RawLimits = { ...RAW_LIMITS, ...options.limits };
  const open = new Set<RawSocket>();
  const connections = new ClientConnections(limits.connections, limits.connectionsOfClient);
  /** Those whose host has gone before everything that it sent was taken in. */
  const leaving = new Set<RawSocket>();
  const time = new ListeningTime(clock, limits.longestStepMilliseconds);
  const around: RawSurroundings = {
    endpoint,
    memory: new PrinterMemory(),
    limits,
    log,
    slices: hostWork,
    now: () => time.now(),
  };

  /** The connection that has had nothing to do for longest, and for long enough to give way to another. */
  const idlest = (ofClient: string | null): RawSocket | undefined => {
    let found: RawSocket | undefined;
    let foundSince = around.now() - limits.evictableMilliseconds;
    for (const socket of open) {
      if (ofClient !== null && socket.client !== ofClient) continue;
      const since = socket.idleSince;
      if (since === undefined || since > foundSince) continue;
      found = socket;
      foundSince = since;
    }
    return found;
  };

  /**
   * Makes room for one more, if need be at the cost of one that has nothing to do: a client with too many gives up one of
   * its own, and is refused when all of them are at work.
   */
  const makeRoom = (client: string): boolean => {
    const isFull = connections.isFull || allConnections.count >= limits.totalConnections;
    const free = limits.totalConnections - allConnections.count;
    const hasShare = allConnections.of(client) < Math.max(limits.connectionsOfClient, free);
    const isFullForClient = connections.isFullFor(client) || !hasShare;
    if (!isFull && !isFullForClient) return true;
    const evicted = idlest(isFullForClient ? client : null);
    if (evicted === undefined) return false;
    leave(evicted);
    evicted.evict();
    return true;
  };

  const leave = (socket: RawSocket): void => {
    if (open.delete(socket)) {
      connections.leave(socket.client);
      allConnections.leave(socket.client);
    }
    if (open.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };

  /** One timer for all connections, and none when there are none. */
  let timer: Timer | undefined;
  const tick = (): void => {
    const now = around.now();
    for (const socket of open) socket.tick(now);
  };

  const server = Bun.listen<RawSocket | undefined>({
    hostname: host,
    port,
    // A host that has sent everything shuts down its side and waits for us to close ours.
    allowHalfOpen: true,
    socket: {
      open(socket) {
        // A host that has gone by now has no address.
        const client = plainAddress(socket.remoteAddress ?? "");
        const isAdmitted = endpoint.admits(client);
        if (!isAdmitted || !makeRoom(client)) {
          const reason = isAdmitted ? "there are too many connections" : "its address is not allowed";
          const details = { printer: endpoint.printer.name, client };
          log.write("warning", `a host was refused: ${reason}`, details);
          socket.terminate();
          return;
        }
        // Our close acknowledges a job; that of a dead process must not look the same.
        closeAbruptly(socket);
        if (open.size === 0) closeAbruptly(server);
        const raw = new RawSocket(socket, client, around);
        socket.data = raw;
        open.add(raw);
        connections.enter(client);
        allConnections.enter(client);
        timer ??= setInterval(tick, limits.tickMilliseconds);
      },
      data(socket, chunk) {
        socket.data?.data(chunk as Uint8Array<ArrayBuffer>);
      },
      end(socket) {
        socket.data?.end();
      },
      drain(socket) {
        socket.data?.drain();
      },
      close(socket) {
        const raw = socket.data;
        if (raw === undefined) return;
        leave(raw);
        leaving.add(raw);
        raw.closed(() => leaving.delete(raw));
      },
      error(socket, error) {
        log.write("warning", "a connection failed", { printer: endpoint.printer.name, error: String(error) });
        socket.terminate();
      },
    },
  });

  const stop = async (): Promise<void> => {
    unsubscribe();
    server.stop();
    await Promise.all([...open, ...leaving].map((socket) => socket.stop()));
    clearInterval(timer);
    server.stop(true);
  };
  const unsubscribe = endpoint.onChange(() => {
    if (endpoint.isRemoved) void stop();
    else for (const socket of open) socket.statusChanged();
  });

  return {
    port: server.port,
    get connections() {
      return open.size;
    },
    stop,
  };
}
