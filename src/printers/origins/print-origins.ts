import type { Clock } from "../../domain/clock.ts";
import { TillrollError } from "../../domain/errors.ts";
import { PRINTER_LIMITS } from "../../domain/limits.ts";
import { allowOriginAdvice } from "../../domain/origin-refusal.ts";
import { judgeOrigin, type Requester } from "../../domain/origin-verdict.ts";
import type { Printer } from "../../domain/printer.ts";
import type { Log } from "../../operations/log.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";

interface PrintOriginsOptions {
  /** Whether an origin is one of this machine's own pages. */
  readonly isOwnOrigin: (origin: string) => boolean;
  /** Makes an origin a printer's, durably. @throws TillrollError ORIGIN_NOT_ALLOWED when another was first */
  readonly learn: (printer: Printer, origin: string) => Promise<void>;
  /** Told of each refusal. @param name the origin, one of a bounded number of them */
  readonly onRefused: (name: string) => void;
  /** For what anybody on the network can make happen. */
  readonly hostLog: Log;
  readonly clock: Clock;
}

/** Which web pages may print by HTTP. Who is no page is the business of each printer's list of addresses. */
export class PrintOrigins {
  private readonly refused = new RefusedOrigins();

  constructor(private readonly options: PrintOriginsOptions) {}

  /** Whether a requester may read what a printer answers, and print. */
  allows(requester: Requester, printer: Printer): boolean {
    const { isOwnOrigin, clock } = this.options;
    return judgeOrigin(requester, printer, isOwnOrigin, clock()) !== "refuse";
  }

  /**
   * A printer as a requester may use it; `null` when it may not, which is noted.
   * @param client the address of the requester
   */
  admit(endpoint: PrinterEndpoint, requester: Requester, client: string): PrinterEndpoint | null {
    const { isOwnOrigin, clock } = this.options;
    const verdict = judgeOrigin(requester, endpoint.printer, isOwnOrigin, clock());
    if (requester.is === "program") return endpoint;
    const { origin } = requester;
    if (verdict === "print") return origin === null ? endpoint : endpointOfPage(endpoint, origin);
    if (verdict === "pair" && origin !== null)
      return pairingEndpoint(endpointOfPage(endpoint, origin), () =>
        this.learn(endpoint.printer, origin, client),
      );
    this.refuse(endpoint.printer, origin, client);
    return null;
  }

  /** Origins whose prints a printer has refused, the latest first. */
  refusedOf({ id, allowOrigins }: Printer): RefusedOrigin[] {
    return this.refused.of(id, allowOrigins);
  }

  private async learn(printer: Printer, origin: string, client: string): Promise<void> {
    try {
      await this.options.learn(printer, origin);
    } catch (error) {
      if (error instanceof TillrollError && error.code === "ORIGIN_NOT_ALLOWED")
        this.refuse(printer, origin, client);
      throw error;
    }
  }

  private refuse(printer: Printer, origin: string | null, client: string): void {
    const { onRefused, hostLog, clock } = this.options;
    const name = this.refused.note(printer.id, origin, clock());
    onRefused(name);
    hostLog.write("warning", `a web page may not print on ${printer.name} (origin ${name})`, {
      client,
      origin,
      toAllowIt: allowOriginAdvice(printer, origin),
    });
  }
}

/** The printer for a page: its prints say where they came from. */
function endpointOfPage(endpoint: PrinterEndpoint, origin: string): PrinterEndpoint {
  const store: PrinterEndpoint["store"] = (job) => endpoint.store({ ...job, origin });
  // Everything else is the printer's own, as it is at the time.
  return Object.assign(Object.create(endpoint) as PrinterEndpoint, { store });
}

/**
 * The printer for a page whose first print makes its origin the printer's.
 * @param learn does so, durably; rejects when another was first
 */
function pairingEndpoint(endpoint: PrinterEndpoint, learn: () => Promise<void>): PrinterEndpoint {
  const store: PrinterEndpoint["store"] = (job) => learn().then(() => endpoint.store(job));
  const spool: PrinterEndpoint["spool"] = (...part) => learn().then(() => endpoint.spool(...part));
  // What passes through is not stored first: only who may print already has that.
  const join = () => Promise.resolve(null);
  // Everything else is the printer's own, as it is at the time.
  return Object.assign(Object.create(endpoint) as PrinterEndpoint, { store, spool, join });
}

/** An origin whose prints a printer has refused, lately. */
interface RefusedOrigin {
  /** `null` for pages that have none. */
  readonly origin: string | null;
  readonly count: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

/** The name of all origins beyond the first ones, which have their own, and of pages without one. */
const OTHER = "other";
const NO_ORIGIN = "none";

/** Refused origins, for the owner to see and allow; bounded, however many pages ask. */
class RefusedOrigins {
  private readonly recent = new Map<string, RefusedOrigin & { readonly printerId: number }>();
  private readonly names = new Set<string>();

  /** Notes a refusal. @returns the name under which it is counted: the origin itself for the first ones, else `other` */
  note(printerId: number, origin: string | null, now: number): string {
    const key = `${printerId} ${origin}`;
    const count = (this.recent.get(key)?.count ?? 0) + 1;
    this.recent.delete(key);
    this.recent.set(key, { printerId, origin, count, lastAt: now });
    const [oldest] = this.recent.keys();
    if (this.recent.size > PRINTER_LIMITS.refusedOrigins && oldest !== undefined) this.recent.delete(oldest);
    return this.nameOf(origin ?? NO_ORIGIN);
  }

  /** Those of a printer, the latest first, without what is `allowed` meanwhile. */
  of(printerId: number, allowed: readonly string[]): RefusedOrigin[] {
    return [...this.recent.values()]
      .filter((one) => one.printerId === printerId && (one.origin === null || !allowed.includes(one.origin)))
      .map(({ origin, count, lastAt }) => ({ origin, count, lastAt }))
      .toReversed();
  }

  private nameOf(name: string): string {
    if (!this.names.has(name) && this.names.size >= PRINTER_LIMITS.refusedOrigins) return OTHER;
    this.names.add(name);
    return name;
  }
}
