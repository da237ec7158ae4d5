import type { Log } from "../../operations/log.ts";
import type { RawLimits } from "./raw9100-limits.ts";

/** Writes of each client once a while: port scanners and monitors come again and again. */
export class ProbeLog {
  /** When each client was last written of; the first is the longest ago. */
  private readonly written = new Map<string, number>();

  constructor(
    private readonly log: Log,
    private readonly limits: Pick<RawLimits, "probeLogMilliseconds" | "probeLogClients">,
  ) {}

  write(message: string, client: string, printer: string, now: number): void {
    const key = `${client} ${message}`;
    const last = this.written.get(key);
    if (last !== undefined && now - last < this.limits.probeLogMilliseconds) return;
    this.written.delete(key);
    this.written.set(key, now);
    if (this.written.size > this.limits.probeLogClients) {
      for (const oldest of this.written.keys()) {
        this.written.delete(oldest);
        break;
      }
    }
    this.log.write("warning", message, { printer, client });
  }
}
