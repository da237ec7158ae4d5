import { TillrollError } from "../domain/errors.ts";
import { type CommandOutcome, commandText, type RunCommand } from "./run-command.ts";
import type { ServicePlan } from "./service-plan.ts";

/** How a service is, as its manager says. */
export interface ServiceState {
  readonly kind: "running" | "starting" | "stopping" | "stopped" | "failed" | "not installed";
  /** What the manager itself says of it. */
  readonly words: string;
  /** Since when, as the manager writes it; `null` where it does not say. */
  readonly since: string | null;
  readonly processId: number | null;
}

/** A service that is installed. */
export interface InstalledService {
  readonly dataFolder: string;
  /** The package manager's is not ours to change. */
  readonly isPackaged: boolean;
  /** Where it is written down. */
  readonly file: string;
}

/** What starts the service at boot: one for each system. */
export interface ServiceManager {
  /** What it is called in sentences. */
  readonly title: string;
  /** The user that the service is to run as. */
  readonly user: string;
  /** What is installed; `null` for nothing. */
  installed(): InstalledService | null;
  /** Makes what is needed before the data can be given to the service, such as its user. */
  makeReady(plan: ServicePlan): void;
  /** Gives a folder and all in it to the service's user, and to administrators, alone. */
  giveFolder(folder: string): void;
  /** Writes the service down, so that it starts with the machine. @returns what was done, in sentences */
  install(plan: ServicePlan): string[];
  /** Forgets it; it must have stopped. @returns what was done, in sentences */
  uninstall(): string[];
  /** Has it started, and waits until it is ready. @throws TillrollError when it is not in time, with what to look at */
  start(): Promise<void>;
  /** Has it stopped, and waits until it has. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  state(): ServiceState;
}

/** Something of the system stands against it; the message says what to do. */
export function refusal(message: string): TillrollError {
  return new TillrollError("STORAGE_UNAVAILABLE", message);
}

/** Runs a program that must succeed. @throws TillrollError with what it wrote */
export function runOrThrow(run: RunCommand, program: string, ...words: readonly string[]): CommandOutcome {
  const outcome = run(program, ...words);
  if (outcome.exitCode === 0) return outcome;
  throw refusal(
    `"${commandText([program, ...words])}" failed: ${outcome.complaint || `exit code ${outcome.exitCode}`}`,
  );
}
