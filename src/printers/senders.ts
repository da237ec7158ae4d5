import type { Clock } from "../domain/clock.ts";
import { PRINTER_LIMITS } from "../domain/limits.ts";
import type { PrinterJob } from "./printer-endpoint.ts";

/** Who has printed on a printer, or wanted to. */
export interface Sender {
  readonly address: string;
  /** That of the web page; `null` for a program. */
  readonly origin: string | null;
  /** By which the last print came; `null` while none has. */
  readonly protocol: PrinterJob["protocol"] | null;
  readonly prints: number;
  /** How often the address was turned away. */
  readonly refusals: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

/** Who has printed on a printer since the service started, for its owner to see, allow and block; bounded, whoever comes. */
export class Senders {
  /** The one heard of last is last. */
  private readonly known = new Map<string, Sender>();

  constructor(private readonly clock: Clock) {}

  /** The latest first. */
  get all(): Sender[] {
    return [...this.known.values()].toReversed();
  }

  /** A print came. */
  notePrint({ client, origin, protocol }: Pick<PrinterJob, "client" | "origin" | "protocol">): void {
    this.note(client, origin ?? null, ({ prints }) => ({ protocol, prints: prints + 1 }));
  }

  /** An address was turned away that may not print. */
  noteRefusal(address: string): void {
    this.note(address, null, ({ refusals }) => ({ refusals: refusals + 1 }));
  }

  private note(address: string, origin: string | null, change: (sender: Sender) => Partial<Sender>): void {
    const key = `${address} ${origin}`;
    const lastAt = this.clock();
    const sender = this.known.get(key) ?? { address, origin, protocol: null, prints: 0, refusals: 0, lastAt };
    this.known.delete(key);
    this.known.set(key, { ...sender, ...change(sender), lastAt });
    const [oldest] = this.known.keys();
    if (this.known.size > PRINTER_LIMITS.senders && oldest !== undefined) this.known.delete(oldest);
  }
}
