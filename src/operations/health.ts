import type { HealthState } from "../domain/health.ts";
import type { Log } from "./log.ts";

/** What a part of the service says of itself. */
export interface ComponentHealth {
  readonly state: HealthState;
  /** A sentence for the operator: what is wrong, and what to do about it. */
  readonly message: string;
  /** Particulars for programs: numbers, texts, and lists of them. No path, print or token. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A part of the service that can be asked how it is. */
export interface HealthComponent {
  readonly name: string;
  /** Whether a till cannot print durably while this has failed. */
  readonly isNeededToPrint: boolean;
  /** To be quick, and to read no more than memory and a few rows: monitoring asks every few seconds. */
  look(): ComponentHealth;
}

/** Answers one question: could a till print right now, durably? */
export interface HealthReport {
  /** `failed` when no till can print; `degraded` when one can, and any part is not as it should be. */
  readonly status: HealthState;
  readonly canPrint: boolean;
  /** Of each component, by its name. */
  readonly components: Readonly<Record<string, ComponentHealth>>;
}

/** How long a report counts: anybody on the network may ask, as often as they like, milliseconds. */
const REPORT_MILLISECONDS = 250;

/** What a part says that could not even be asked. */
const UNKNOWN: ComponentHealth = {
  state: "failed",
  message: "This part cannot tell how it is; the service's log says why.",
};

/** The parts of the service that can be asked how they are. Each part adds itself where it is made. */
export class Health {
  private readonly components: HealthComponent[] = [];
  /** The parts whose last look failed: that is logged once. */
  private readonly silent = new Set<string>();
  private known: HealthReport | null = null;
  private knownUntil = 0;

  /** @param onFault told of what a part met that could not tell how it is: it may be a damaged database */
  constructor(
    private readonly log: Log,
    private readonly onFault: (error: unknown) => void = () => {},
  ) {}

  /** Adds a part; it is asked from now on. */
  add(component: HealthComponent): void {
    this.components.push(component);
    this.known = null;
  }

  /** Asks every part, unless that was done a moment ago. */
  report(): HealthReport {
    const now = performance.now();
    if (this.known === null || now >= this.knownUntil) {
      this.known = this.ask();
      this.knownUntil = now + REPORT_MILLISECONDS;
    }
    return this.known;
  }

  private ask(): HealthReport {
    const looks = this.components.map((component) => [component, this.look(component)] as const);
    const canPrint = !looks.some(([{ isNeededToPrint }, { state }]) => isNeededToPrint && state === "failed");
    const isWell = looks.every(([, { state }]) => state === "ok");
    const status = !canPrint ? "failed" : isWell ? "ok" : "degraded";
    const components = Object.fromEntries(looks.map(([{ name }, health]) => [name, health]));
    return { status, canPrint, components };
  }

  /** A part that throws, such as on a database that cannot be read, does not keep the others from their answer. */
  private look(component: HealthComponent): ComponentHealth {
    const { name } = component;
    try {
      const health = component.look();
      this.silent.delete(name);
      return health;
    } catch (error) {
      this.onFault(error);
      const details = { part: name, error: String(error) };
      if (!this.silent.has(name))
        this.log.write("error", "a part of the service cannot tell how it is", details);
      this.silent.add(name);
      return UNKNOWN;
    }
  }
}

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
