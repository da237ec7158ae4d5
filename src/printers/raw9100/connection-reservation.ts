import type { MemoryReservation, PrinterEndpoint } from "../printer-endpoint.ts";

/** A reservation may exceed what is still in memory by this many bytes before it is made smaller. */
const SPARE_BYTES = 65_536;

/** The memory that a connection has reserved: more with each byte that comes, less with each that is durable. */
export class ConnectionReservation {
  private reservation: MemoryReservation | undefined;
  private bytes = 0;

  constructor(
    private readonly endpoint: Pick<PrinterEndpoint, "reserve">,
    private readonly client: string,
  ) {}

  /** Reserves more. @throws TillrollError STORAGE_UNAVAILABLE when none is free */
  grow(bytes: number): void {
    this.reservation ??= this.endpoint.reserve(this.client);
    this.reservation.grow(bytes);
    this.bytes += bytes;
  }

  /** Gives back what is not needed. @param needed bytes that are still in memory */
  shrinkTo(needed: number): void {
    if (this.reservation === undefined) return;
    if (needed > 0 && this.bytes <= 2 * needed + SPARE_BYTES) return;
    this.reservation[Symbol.dispose]();
    this.reservation = undefined;
    this.bytes = 0;
    if (needed === 0) return;
    try {
      this.grow(needed);
    } catch {
      // Less than was just given back: when even that is refused, the next bytes ask again, and wait.
    }
  }
}
