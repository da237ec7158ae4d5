import type { ServicePorts } from "../domain/port-conflict.ts";
import type { OwnPortProtocol } from "../domain/protocols.ts";
import type { ComponentHealth } from "../operations/health.ts";
import type { CommandOutcome } from "../service-manager/run-command.ts";

/** Runs a program of the system without holding anybody up, and ends it when it takes long. */
export type AskProgram = (program: string, ...words: readonly string[]) => Promise<CommandOutcome>;

/** A printer that passes its prints on, as far as the doctor looks at it. */
export interface LookedAtPrinter {
  readonly name: string;
  /** Where its real printer is, such as `tcp:10.0.0.5:9100`. */
  readonly target: string;
  /** How it is, as the running service has it; `null` where none runs. */
  readonly state: { readonly isWell: boolean; readonly message: string } | null;
}

/** A port that the service opens, or is to open. */
export interface LookedAtPort {
  readonly port: number;
  /** What it is for, such as `http`, or `raw of printer "receipt"`. */
  readonly purpose: string;
  /** Whether the service does not start without it, or a printer cannot be reached. */
  readonly isNeeded: boolean;
}

/** A port of a printer alone. */
export function portOfPrinter(port: number, protocol: OwnPortProtocol, name: string): LookedAtPort {
  return { port, purpose: `${protocol} of printer "${name}"`, isNeeded: true };
}

/** What the doctor is told, and by what it looks. */
export interface DoctorFacts {
  readonly dataFolder: string;
  /** `answering`: it is this process, or answers. `silent`: something has the folder, and does not answer. */
  readonly service: "answering" | "silent" | "stopped";
  /** The health of the running service by its parts; `null` where none answers. */
  readonly health: Readonly<Record<string, ComponentHealth>> | null;
  /** The address on which ports are opened. */
  readonly host: ServicePorts["host"];
  readonly ports: readonly LookedAtPort[];
  readonly printers: readonly LookedAtPrinter[];
  /** Where backups go; `null` for nowhere. */
  readonly backupPlace: string | null;
  readonly platform: NodeJS.Platform;
  readonly ask: AskProgram;
  /** Epoch milliseconds, by the machine's clock. */
  readonly now: number;
}

/** How long a program of the system may take, milliseconds. */
const PROGRAM_MILLISECONDS = 5000;

const EXIT_NOT_FOUND = 127;

/** Asks a program of this machine. */
export const askProgram: AskProgram = async (program, ...words) => {
  try {
    const child = Bun.spawn([program, ...words], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      windowsHide: true,
      timeout: PROGRAM_MILLISECONDS,
      env: { ...process.env, LC_ALL: "C" },
    });
    const [output, errors, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { exitCode, output, complaint: errors.trim() === "" ? output.trim() : errors.trim() };
  } catch {
    return { exitCode: EXIT_NOT_FOUND, output: "", complaint: `there is no program ${program}` };
  }
};

/** Whether a program was not there. */
export function isMissing({ exitCode }: CommandOutcome): boolean {
  return exitCode === EXIT_NOT_FOUND;
}
