import type { Socket, TCPSocketListener } from "bun";
import { AddressBlocks, plainAddress } from "../domain/address-blocks.ts";
import type { Log } from "../operations/log.ts";
import { ClientConnections } from "../printers/client-connections.ts";
import { TEXT_FEED_LIMITS } from "./text-feed-limits.ts";

interface Reader {
  readonly client: string;
  /** What the operating system has not taken. */
  waiting: Uint8Array[];
  waitingBytes: number;
}

interface FeedReadersOptions {
  readonly host: string;
  readonly port: number;
  /** Addresses that may read; this machine may always. */
  readonly allow: readonly string[];
  readonly log: Log;
  /** The first reader has come, or the last has gone. */
  onChange(): void;
}

/** This machine. */
const OWN = ["127.0.0.0/8", "::1"];

/** Who reads the feed, by TCP: each gets what is told from when it came on. What a reader sends is not read. */
export class FeedReaders {
  readonly port: number;
  private readonly open = new Set<Socket<Reader | undefined>>();
  private readonly clients = new ClientConnections(
    TEXT_FEED_LIMITS.readers,
    TEXT_FEED_LIMITS.readersOfClient,
  );
  private readonly allowed: AddressBlocks;
  private readonly server: TCPSocketListener<Reader | undefined>;

  /** @throws what the system says when the port cannot be opened, such as EADDRINUSE */
  constructor(private readonly options: FeedReadersOptions) {
    const { host, port, allow } = options;
    this.allowed = new AddressBlocks([...OWN, ...allow]);
    this.server = Bun.listen<Reader | undefined>({
      hostname: host,
      port,
      socket: {
        open: (socket) => this.admit(socket),
        data() {},
        drain: (socket) => void this.flush(socket),
        close: (socket) => this.leave(socket),
        error: (socket) => void socket.terminate(),
      },
    });
    this.port = this.server.port;
  }

  get isEmpty(): boolean {
    return this.open.size === 0;
  }

  /** Tells every reader. One that has not taken what it was told before is closed: nobody waits for it. */
  tell(bytes: Uint8Array): void {
    for (const socket of this.open) {
      const { data } = socket;
      if (data === undefined) continue;
      data.waiting.push(bytes);
      data.waitingBytes += bytes.byteLength;
      this.flush(socket);
      if (data.waitingBytes <= TEXT_FEED_LIMITS.waitingBytes) continue;
      this.options.log.write("warning", "a reader of the text feed was too slow and is closed", {
        client: data.client,
      });
      socket.terminate();
    }
  }

  stop(): void {
    this.server.stop(true);
    this.open.clear();
  }

  private admit(socket: Socket<Reader | undefined>): void {
    const client = plainAddress(socket.remoteAddress);
    const isAllowed = this.allowed.have(client);
    if (!isAllowed || this.clients.isFull || this.clients.isFullFor(client)) {
      const why = isAllowed ? "there are too many" : "its address may not (--text-feed-allow)";
      this.options.log.write("warning", `a reader of the text feed was refused: ${why}`, { client });
      socket.terminate();
      return;
    }
    this.clients.enter(client);
    socket.data = { client, waiting: [], waitingBytes: 0 };
    this.open.add(socket);
    if (this.open.size === 1) this.options.onChange();
  }

  private leave(socket: Socket<Reader | undefined>): void {
    if (!this.open.delete(socket)) return;
    this.clients.leave(socket.data?.client ?? "");
    if (this.isEmpty) this.options.onChange();
  }

  private flush(socket: Socket<Reader | undefined>): void {
    const { data } = socket;
    if (data === undefined) return;
    for (let [bytes] = data.waiting; bytes !== undefined; [bytes] = data.waiting) {
      const written = Math.max(socket.write(bytes), 0);
      data.waitingBytes -= written;
      if (written < bytes.byteLength) {
        data.waiting[0] = bytes.subarray(written);
        return;
      }
      data.waiting.shift();
    }
  }
}
