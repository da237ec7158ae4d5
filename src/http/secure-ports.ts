import type { Server } from "bun";
import type { AnyElysia } from "elysia";
import type { ShownCertificate } from "../certificates/certificate-text.ts";
import type { Certificates } from "../certificates/certificates.ts";
import { leadToSecond } from "../platform/newest-listener.ts";
import { reasonOf, systemCode } from "../platform/system-error.ts";
import type { Log } from "../operations/log.ts";
import type { Listener } from "../printers/listeners.ts";
import { type Leaving, listenAt } from "./http-port.ts";

/** Makes what answers at a port. */
export type CreatePort = (port: Leaving) => AnyElysia;

/**
 * How long a port with an old certificate tells its clients to connect anew, before connections that say nothing are closed,
 * milliseconds.
 */
const LEAVE_MILLISECONDS = 2000;

/** How often, and after how long, a port is opened again that another has taken in the moment between, milliseconds. */
const REOPEN_TIMES = 50;
const REOPEN_MILLISECONDS = 100;

/** The ports of the service that speak HTTPS. Each goes on with another certificate when there is one. */
export class SecurePorts {
  private readonly ports = new Set<SecurePort>();

  constructor(
    private readonly certificates: Certificates,
    private readonly log: Log,
    /** Whether a second listener may have a port while the first ends: elsewhere than on Linux that is refused, or undefined. */
    private readonly canOverlap = process.platform === "linux",
  ) {
    certificates.onChange(() => {
      for (const port of this.ports) void port.replace();
    });
  }

  /** Opens a port. @throws what listening throws, such as EADDRINUSE */
  open(create: CreatePort, host: string, port: number): SecureListener {
    const { certificates, log, canOverlap } = this;
    const secure = new SecurePort({ create, host, certificates, log, canOverlap }, port);
    this.ports.add(secure);
    const closed = (stop: () => Promise<void>) => () => {
      this.ports.delete(secure);
      return stop();
    };
    return {
      port: secure.port,
      stop: closed(() => secure.stop()),
      leave: closed(() => secure.leave()),
    };
  }
}

export interface SecureListener extends Listener {
  /** Takes nothing new from now on; what is under way goes on until {@link Listener.stop}. */
  leave(): Promise<void>;
}

interface SecurePortOptions {
  readonly create: CreatePort;
  readonly host: string;
  readonly certificates: Certificates;
  readonly log: Log;
  readonly canOverlap: boolean;
}

/** A server, and whether it is about to end. */
interface Generation extends Leaving {
  readonly server: Server<unknown>;
}

class SecurePort {
  readonly port: number;
  private readonly hold: Disposable;
  private current: Generation | null;
  /** What has not ended yet, the current one too. */
  private readonly generations = new Set<Generation>();
  /** Replacements happen one after the other. */
  private queue: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly options: SecurePortOptions,
    port: number,
  ) {
    this.port = port;
    this.hold = options.canOverlap ? holdPort(options.host, port) : { [Symbol.dispose]() {} };
    try {
      this.current = this.begin();
    } catch (error) {
      this.hold[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Goes on with the certificate that is to be shown now. Bun keeps the certificate of a server for its life, so that there is
   * a new one, which has every new connection. The old one says with each answer that its connection ends, and ends when that
   * was heard: no request that is under way, and no connection that is in use or being made, is cut.
   */
  replace(): Promise<void> {
    return (this.queue = this.queue
      .then(async () => {
        if (this.isStopped) return;
        const old = this.current;
        const { canOverlap } = this.options;
        if (canOverlap) {
          this.current = this.begin();
          leadToSecond(this.port);
        }
        if (old !== null) await this.end(old);
        if (!canOverlap) this.current = await this.beginAgain();
      })
      .catch((error: unknown) => {
        const { port } = this;
        this.options.log.write("error", "a port keeps its old certificate", {
          port,
          reason: reasonOf(error),
        });
      }));
  }

  /** Closes the port; what is under way goes on. */
  async leave(): Promise<void> {
    this.isStopped = true;
    this.hold[Symbol.dispose]();
    for (const { server } of this.generations) void server.stop();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.hold[Symbol.dispose]();
    await Promise.all([...this.generations].map(({ server }) => server.stop(true)));
  }

  private begin(): Generation {
    const { create, host, certificates } = this.options;
    const leaving: Leaving = { isLeaving: false };
    const app = create(leaving);
    const tls = tlsOf(certificates.current);
    const server = listenAt(app, {
      hostname: host,
      port: this.port,
      tls,
      reusePort: this.options.canOverlap,
    });
    const generation = Object.assign(leaving, { server });
    this.generations.add(generation);
    return generation;
  }

  private async end(generation: Generation): Promise<void> {
    generation.isLeaving = true;
    await Bun.sleep(LEAVE_MILLISECONDS);
    // Closed at once; it ends with its last request.
    void generation.server.stop().then(() => this.generations.delete(generation));
  }

  /** Where two cannot have the port together, it is closed for less than a millisecond. */
  private async beginAgain(): Promise<Generation | null> {
    for (let attempt = 1; !this.isStopped; attempt++) {
      try {
        return this.begin();
      } catch (error) {
        const { port } = this;
        if (attempt === REOPEN_TIMES) {
          const reason = reasonOf(error);
          this.options.log.write("error", "a port for HTTPS cannot be opened again", { port, reason });
          return null;
        }
        await Bun.sleep(REOPEN_MILLISECONDS);
      }
    }
    return null;
  }
}

/** What Bun shows to whoever calls the port by an address, or a name that it does not know; then by each name. */
function tlsOf({ certificate: cert, key, byName }: ShownCertificate): Bun.TLSOptions[] {
  const { names = [], certificate: named } = byName ?? {};
  return [{ cert, key }, ...names.map((serverName) => ({ serverName, cert: named, key }))];
}

/**
 * Makes sure that nobody has a port that is then opened in a way which lets others of the same user share it: two services
 * would each get some of the prints. The name in the kernel, which is one's own like the port, keeps others of ours from it;
 * every other program is found by opening the port for oneself first.
 * @throws what listening throws, such as EADDRINUSE
 */
function holdPort(hostname: string, port: number): Disposable {
  const socket = { data() {} };
  let name: { stop(closeActive?: boolean): void } | null = null;
  try {
    name = Bun.listen({ unix: `\0tillroll https ${hostname} ${port}`, socket });
  } catch (error) {
    // Where there are no such names, opening the port is what tells.
    if (systemCode(error) === "EADDRINUSE") throw error;
  }
  try {
    Bun.listen({ hostname, port, socket }).stop(true);
  } catch (error) {
    name?.stop(true);
    throw error;
  }
  return { [Symbol.dispose]: () => name?.stop(true) };
}
