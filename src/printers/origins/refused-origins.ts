import { PRINTER_LIMITS } from "../../domain/limits.ts";

/** An origin whose prints a printer has refused, lately. */
export interface RefusedOrigin {
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
export class RefusedOrigins {
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
