import type { Socket, TCPSocketListener } from "bun";
import { plainAddress } from "../../domain/address-blocks.ts";
import { type MonotonicClock, monotonicClock } from "../../domain/clock.ts";
import type { Log } from "../../operations/log.ts";
import { closeAbruptly } from "../../platform/abrupt-end.ts";
import { ClientConnections } from "../client-connections.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import type { RawSurroundings } from "./connection-context.ts";
import { PrinterMemory } from "../answers/printer-memory.ts";
import { RawSocket } from "./raw-socket.ts";
import { RAW_LIMITS, type RawLimits } from "./raw9100-limits.ts";

interface RawOptions {
  readonly endpoint: PrinterEndpoint;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** One that anybody on the network may be let near, such as a `ThrottledLog`. */
  readonly log: Log;
  readonly clock?: MonotonicClock;
  readonly limits?: Partial<RawLimits>;
}

/** Connections of all printers. */
const allConnections = new ClientConnections(RAW_LIMITS.totalConnections, RAW_LIMITS.connectionsOfClient);

/** An open port for raw printing. Making it throws what the system says when it cannot be opened, such as EADDRINUSE. */
export class RawListener {
  private readonly open = new Set<RawSocket>();
  /** Those whose host has gone before everything that it sent was taken in. */
  private readonly leaving = new Set<RawSocket>();
  readonly port: number;
  private readonly clients: ClientConnections;
  private readonly around: RawSurroundings;
  private readonly server: TCPSocketListener<RawSocket | undefined>;
  private readonly unsubscribe: () => void;
  /** One timer for all connections, and none when there are none. */
  private timer: Timer | undefined;

  constructor({ endpoint, host, port, log, clock = monotonicClock, limits: given }: RawOptions) {
    const limits: RawLimits = { ...RAW_LIMITS, ...given };
    this.clients = new ClientConnections(limits.connections, limits.connectionsOfClient);
    const now = listeningTime(clock, limits.longestStepMilliseconds);
    this.around = { endpoint, memory: new PrinterMemory(), limits, log, now };
    this.server = Bun.listen<RawSocket | undefined>({
      hostname: host,
      port,
      // A host that has sent everything shuts down its side and waits for us to close ours.
      allowHalfOpen: true,
      socket: {
        open: (socket) => this.admit(socket),
        data: (socket, chunk) => socket.data?.data(chunk as Uint8Array<ArrayBuffer>),
        end: (socket) => socket.data?.end(),
        drain: (socket) => socket.data?.drain(),
        close: (socket) => this.closed(socket.data),
        error: (socket, error) => {
          const details = { printer: endpoint.printer.name, error: String(error) };
          log.write("warning", "a connection failed", details);
          socket.terminate();
        },
      },
    });
    this.port = this.server.port;
    this.unsubscribe = endpoint.onChange(() => {
      if (endpoint.isRemoved) void this.stop();
      else for (const socket of this.open) socket.statusChanged();
    });
  }

  /** How many hosts are connected. */
  get connections(): number {
    return this.open.size;
  }

  /** Stores what has come (whole where it ends with a cut), then closes every connection and the port. */
  async stop(): Promise<void> {
    this.unsubscribe();
    this.server.stop();
    await Promise.all([...this.open, ...this.leaving].map((socket) => socket.stop()));
    clearInterval(this.timer);
    this.server.stop(true);
  }

  private admit(socket: Socket<RawSocket | undefined>): void {
    const { endpoint, limits, log } = this.around;
    // A host that has gone by now has no address.
    const client = plainAddress(socket.remoteAddress ?? "");
    const isAdmitted = endpoint.admits(client);
    if (!isAdmitted || !this.makeRoom(client)) {
      const reason = isAdmitted ? "there are too many connections" : "its address is not allowed";
      const details = { printer: endpoint.printer.name, client };
      log.write("warning", `a host was refused: ${reason}`, details);
      socket.terminate();
      return;
    }
    // Our close acknowledges a job; that of a dead process must not look the same.
    closeAbruptly(socket);
    if (this.open.size === 0) closeAbruptly(this.server);
    socket.data = new RawSocket(socket, client, this.around);
    this.open.add(socket.data);
    this.clients.enter(client);
    allConnections.enter(client);
    this.timer ??= setInterval(() => this.tick(), limits.tickMilliseconds);
  }

  private closed(socket: RawSocket | undefined): void {
    if (socket === undefined) return;
    this.leave(socket);
    this.leaving.add(socket);
    socket.closed(() => this.leaving.delete(socket));
  }

  private tick(): void {
    const now = this.around.now();
    for (const socket of this.open) socket.tick(now);
  }

  /**
   * Makes room for one more, if need be at the cost of one that has nothing to do: a client with too many gives up one of
   * its own, and is refused when all of them are at work.
   */
  private makeRoom(client: string): boolean {
    const { limits } = this.around;
    const free = limits.totalConnections - allConnections.count;
    const isFull = this.clients.isFull || free <= 0;
    const hasShare = allConnections.of(client) < Math.max(limits.connectionsOfClient, free);
    const isFullForClient = this.clients.isFullFor(client) || !hasShare;
    if (!isFull && !isFullForClient) return true;
    const evicted = this.idlest(isFullForClient ? client : null);
    if (evicted === undefined) return false;
    this.leave(evicted);
    evicted.evict();
    return true;
  }

  /** The connection that has had nothing to do for longest, and for long enough to give way to another. */
  private idlest(ofClient: string | null): RawSocket | undefined {
    const latest = this.around.now() - this.around.limits.evictableMilliseconds;
    const since = ({ idleSince = Number.POSITIVE_INFINITY }: RawSocket) => idleSince;
    return [...this.open]
      .filter((socket) => (ofClient === null || socket.client === ofClient) && since(socket) <= latest)
      .toSorted((left, right) => since(left) - since(right))[0];
  }

  private leave(socket: RawSocket): void {
    if (this.open.delete(socket)) {
      this.clients.leave(socket.client);
      allConnections.leave(socket.client);
    }
    if (this.open.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/**
 * The time that a service has listened to its hosts, milliseconds from any beginning; it never goes back. While it stood
 * still (a machine that sleeps, or whose clock is set) what hosts sent waits unread: that is no silence of theirs.
 * @param longestStep the most that counts between two looks at the time, milliseconds
 * @returns to be called at least as often as silences are looked at
 */
function listeningTime(clock: MonotonicClock, longestStep: number): () => number {
  let listened = 0;
  let seen: number = clock();
  return () => {
    const before = seen;
    seen = clock();
    listened += Math.min(Math.max(seen - before, 0), longestStep);
    return listened;
  };
}
