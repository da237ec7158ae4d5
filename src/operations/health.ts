/** How a part of the service is: as it should be, worse than it should be, or not doing its work. */
export type HealthState = "ok" | "degraded" | "failed";

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
  readonly canPrint: boolean;
  /** Of each component, by its name. */
  readonly components: Readonly<Record<string, ComponentHealth>>;
}

/** The parts of the service that can be asked how they are. Each part adds itself where it is made. */
export class Health {
  private readonly components: HealthComponent[] = [];

  /** Adds a part; it is asked from now on. */
  add(component: HealthComponent): void {
    this.components.push(component);
  }

  /** Asks every part. */
  report(): HealthReport {
    const looks = this.components.map((component) => ({ component, health: component.look() }));
    return {
      canPrint: !looks.some(
        ({ component, health }) => component.isNeededToPrint && health.state === "failed",
      ),
      components: Object.fromEntries(looks.map(({ component, health }) => [component.name, health])),
    };
  }
}
