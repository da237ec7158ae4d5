import type { Socket } from "bun";

/** What becomes of a COMMIT, and of the connection that it came by. */
export type CommitFate = "passes" | "is cut before" | "is cut after" | "comes late";

/** How long a COMMIT is kept that comes late, milliseconds: longer than whoever sent it takes to try again. */
const LATE_MILLISECONDS = 150;

/** A query that is this word alone (PostgreSQL, message formats): others have it in theirs. */
const COMMIT = "COMMIT\0";

interface Pair {
  client: Socket<Pair> | null;
  server: Socket<Pair> | null;
  /** What came before the server's side was there. */
  readonly early: Buffer[];
  isSilent: boolean;
}

/** Stands between a client and a server of PostgreSQL, and cuts connections in the middle of their COMMIT. */
export class CuttingProxy implements Disposable {
  /** How many COMMITs met each fate. */
  readonly met = new Map<CommitFate, number>();
  private readonly listener;

  /** @param fate asked at each COMMIT */
  constructor(
    private readonly target: URL,
    private readonly fate: () => CommitFate,
  ) {
    this.listener = Bun.listen<Pair>({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        open: (client) => void this.connect(client),
        data: (client, bytes) => this.forward(client.data, Buffer.from(bytes)),
        close: (client) => void (client.data.isSilent || client.data.server?.end()),
      },
    });
  }

  /** The address of the same database by way of this. */
  get address(): string {
    return Object.assign(new URL(this.target), { host: `127.0.0.1:${this.listener.port}` }).href;
  }

  [Symbol.dispose](): void {
    this.listener.stop(true);
  }

  private async connect(client: Socket<Pair>): Promise<void> {
    const pair: Pair = { client, server: null, early: [], isSilent: false };
    client.data = pair;
    try {
      pair.server = await Bun.connect<Pair>({
        hostname: this.target.hostname,
        port: Number(this.target.port),
        data: pair,
        socket: {
          data: (_server, bytes) => void (pair.isSilent || client.write(bytes)),
          close: () => void client.end(),
        },
      });
      for (const bytes of pair.early.splice(0)) pair.server.write(bytes);
    } catch {
      client.end();
    }
  }

  private forward(pair: Pair, bytes: Buffer): void {
    if (pair.server === null) return void pair.early.push(bytes);
    if (!bytes.includes(COMMIT)) return void pair.server.write(bytes);
    const fate = this.fate();
    this.met.set(fate, (this.met.get(fate) ?? 0) + 1);
    if (fate === "passes") return void pair.server.write(bytes);
    if (fate === "is cut before") {
      pair.server.end();
    } else {
      // The server's side stays open until it has taken the COMMIT, and nobody hears what it says.
      pair.isSilent = true;
      const { server } = pair;
      const send = () => void (server.write(bytes), server.flush());
      if (fate === "is cut after") send();
      else setTimeout(send, LATE_MILLISECONDS);
      setTimeout(() => server.end(), 2 * LATE_MILLISECONDS);
    }
    pair.client?.terminate();
  }
}
