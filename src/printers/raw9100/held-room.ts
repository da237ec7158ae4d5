import type { JobRoom, PrinterEndpoint } from "../printer-endpoint.ts";

/** Bytes by which the room may be larger than what it is for before it is taken anew. */
const SPARE_BYTES = 65_536;

/** The room in memory that a connection holds: it grows with what comes, and shrinks with what is durable. */
export class HeldRoom {
  private room: JobRoom | undefined;
  private bytes = 0;

  constructor(
    private readonly endpoint: Pick<PrinterEndpoint, "enter">,
    private readonly client: string,
  ) {}

  /** Takes room for more. @throws TillrollError STORAGE_UNAVAILABLE when there is none */
  grow(bytes: number): void {
    this.room ??= this.endpoint.enter(this.client);
    this.room.grow(bytes);
    this.bytes += bytes;
  }

  /** Gives back what is not needed. @param needed bytes that are still in memory */
  shrinkTo(needed: number): void {
    if (this.room === undefined) return;
    if (needed > 0 && this.bytes <= 2 * needed + SPARE_BYTES) return;
    this.room[Symbol.dispose]();
    this.room = undefined;
    this.bytes = 0;
    if (needed === 0) return;
    try {
      this.grow(needed);
    } catch {
      // Less than was just given back: when even that is refused, the next bytes ask again, and wait.
    }
  }
}
