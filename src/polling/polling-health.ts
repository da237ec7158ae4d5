import type { HealthComponent } from "../operations/health.ts";

/** A printer whose address for jobs cannot be asked, and why. */
export interface PollTrouble {
  readonly printer: string;
  /** A sentence. */
  readonly reason: string;
}

/** Says whether the addresses can be asked that printers ask for jobs: everything else goes on without. */
export function pollingHealth(troubles: () => readonly PollTrouble[]): HealthComponent {
  return {
    name: "polling",
    isNeededToPrint: false,
    look() {
      const printers = troubles();
      const details = { printers };
      const [first, ...more] = printers;
      if (first === undefined)
        return { state: "ok", message: "No address that is asked for jobs is in trouble.", details };
      const others = more.length === 0 ? "" : ` (and of ${more.length} more)`;
      const message = `The address for jobs of printer "${first.printer}"${others} cannot be asked: ${first.reason}`;
      return { state: "degraded", message, details };
    },
  };
}
