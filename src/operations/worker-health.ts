import type { ComponentHealth, HealthComponent } from "./health.ts";

/** How a Worker has failed that runs only while there is work. */
export type WorkerFault =
  /** It has died; another one starts with the next work. */
  | "died"
  /** Its work was interrupted, and it tries again. */
  | "interrupted";

/** The sentences about a Worker whose work is not needed to print. */
export interface WorkerWords {
  readonly name: string;
  /** What is done when all is well, as a sentence. */
  readonly working: string;
  /** What is not done otherwise, as the beginning of a sentence. */
  readonly failing: string;
}

/** Says whether such a Worker does its work. @param fault what its last work met; `null` for nothing */
export function workerHealth(words: WorkerWords, fault: () => WorkerFault | null): HealthComponent {
  const { name, working, failing } = words;
  const answers: Readonly<Record<WorkerFault | "none", ComponentHealth>> = {
    none: { state: "ok", message: working },
    interrupted: {
      state: "degraded",
      message: `${failing} for now: it was interrupted, and goes on soon; the service's log says why.`,
    },
    died: {
      state: "failed",
      message: `${failing}: the thread that does it has died; the service's log says why.`,
    },
  };
  return { name, isNeededToPrint: false, look: () => answers[fault() ?? "none"] };
}
