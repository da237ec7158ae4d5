import type { SituationParameters, SituationState } from "../../domain/printer-situation.ts";

/** What is told in one language. Times come ready for it. */
export interface NotificationWords {
  /** A printer's state, without its name. */
  readonly states: Readonly<Record<SituationState, (parameters: SituationParameters) => string>>;
  /** A printer that was in trouble is well again. */
  readonly well: string;
  readonly inItsPlace: (backup: string) => string;
  readonly since: (time: string) => string;
  readonly diverted: (reason: string) => string;
  readonly restored: string;
  readonly waiting: (print: number, reason: string) => string;
  readonly failed: (print: number, reason: string) => string;
  readonly done: (print: number) => string;
  /** A part of the service, as people call it, by its name in the health. */
  readonly parts: Readonly<Record<string, string>>;
  readonly partStates: Readonly<Record<"ok" | "degraded" | "failed", string>>;
  readonly dataRestored: (time: string) => string;
  readonly test: string;
  readonly messages: (count: number, about: string) => string;
  readonly more: (count: number) => string;
  readonly footer: (machine: string) => string;
}
