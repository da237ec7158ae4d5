import type { PortFault } from "../domain/port-fault.ts";
import type { Log } from "../operations/log.ts";

/** A port that is open. */
export interface Listener {
  readonly port: number;
  /** Finishes what is under way and closes the port. */
  stop(): Promise<void> | void;
}

/** A port that is to be open. */
export interface WantedPort {
  /** What it is for, such as `raw printer till`; the ports are told apart by it. */
  readonly name: string;
  /** What it is for, as people know it; its name where there is none. */
  readonly title?: string;
  readonly host: string;
  readonly port: number;
  open(): Promise<Listener>;
  /** Whether nobody asked for it: it is opened where it is free. */
  readonly isOptional?: boolean;
  /** Which part of this service has the port, in words; `null` when it must be another program. */
  holder(): string | null;
}

/** How a port is. */
export interface PortState {
  readonly host: string;
  readonly port: number;
  readonly isOpen: boolean;
  /** Why it is not open, in a sentence and for programs. */
  readonly reason: string | null;
  readonly fault: PortFault | null;
}

interface KnownPort {
  wanted: WantedPort;
  listener: Listener | null;
  reason: string | null;
  fault: PortFault | null;
}

/** How long after a port could not be opened it is tried again, milliseconds. */
const RETRY_MILLISECONDS = 5000;

/**
 * Keeps the wanted ports open. A port that cannot be opened, because another program has it or the user may not open it, is
 * logged once and tried again from time to time; the others are not affected.
 */
export class Listeners {
  private readonly ports = new Map<string, KnownPort>();
  private readonly timer: Timer;
  /** Changes happen one after the other. */
  private queue: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly log: Log,
    /** Told when a port was opened or closed. */
    private readonly onChange: () => void,
  ) {
    this.timer = setInterval(() => void this.retry(), RETRY_MILLISECONDS);
    this.timer.unref();
  }

  /** Opens and closes ports until exactly the wanted ones are open, as far as they can be. */
  want(wanted: readonly WantedPort[]): Promise<void> {
    return this.inTurn(async () => {
      const names = new Map(wanted.map((port) => [port.name, port]));
      for (const [name, known] of this.ports) {
        const now = names.get(name);
        if (now?.host === known.wanted.host && now.port === known.wanted.port) known.wanted = now;
        else {
          this.ports.delete(name);
          await known.listener?.stop();
        }
      }
      for (const port of wanted) {
        if (!this.ports.has(port.name))
          await this.open({ wanted: port, listener: null, reason: null, fault: null });
      }
      this.onChange();
    });
  }

  /** How a port is; `null` when it is not wanted. */
  state(name: string): PortState | null {
    const known = this.ports.get(name);
    if (known === undefined) return null;
    const { wanted, listener, reason, fault } = known;
    const { host, port } = wanted;
    return { host, port: listener?.port ?? port, isOpen: listener !== null, reason, fault };
  }

  /** Closes all ports, each after what is under way. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.inTurn(async () => {
      this.isClosed = true;
      await Promise.all([...this.ports.values()].map(async ({ listener }) => listener?.stop()));
      this.ports.clear();
    });
  }

  private retry(): Promise<void> {
    return this.inTurn(async () => {
      const closed = [...this.ports.values()].filter(({ listener }) => listener === null);
      for (const known of closed) await this.open(known);
      if (closed.some(({ listener }) => listener !== null)) this.onChange();
    });
  }

  private async open(known: KnownPort): Promise<void> {
    const { wanted } = known;
    this.ports.set(wanted.name, known);
    try {
      known.listener = await wanted.open();
      known.reason = null;
      known.fault = null;
    } catch (error) {
      const reason = reasonOf(error, wanted);
      if (known.reason !== reason) {
        const message = `${wanted.title ?? wanted.name} cannot be reached: ${reason}`;
        const level = wanted.isOptional === true ? "info" : "warning";
        this.log.write(level, message, { host: wanted.host, port: wanted.port });
      }
      known.reason = reason;
      known.fault = faultOf(error, wanted);
    }
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    return (this.queue = this.queue
      .then(() => (this.isClosed ? undefined : work()))
      .catch((error: unknown) =>
        this.log.write("error", "a port could not be changed", { error: String(error) }),
      ));
  }
}

const FAULTS: Readonly<Record<string, PortFault>> = {
  EADDRINUSE: "in-use",
  EACCES: "not-allowed",
  EADDRNOTAVAIL: "no-address",
};

function faultOf(error: unknown, { holder }: WantedPort): PortFault {
  const fault = FAULTS[codeOf(error)] ?? "other";
  // What a part of this service has, its sentence names.
  return fault === "in-use" && holder() !== null ? "other" : fault;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function reasonOf(error: unknown, { port, holder }: WantedPort): string {
  const code = codeOf(error);
  if (code === "EADDRINUSE") return `port ${port} is in use by ${holder() ?? "another program"}.`;
  if (code === "EACCES")
    return `port ${port} needs a right that this user does not have; the guide tells how to give it (Operating, Ports).`;
  if (code === "EADDRNOTAVAIL") return "this machine does not have the address.";
  return error instanceof Error ? error.message : String(error);
}
