import { NO_SUPERVISOR, type Supervisor } from "./supervisor.ts";
import { systemdSupervisor } from "./systemd-supervisor.ts";

/** The word before `serve` by which the service manager of Windows starts this program. */
export const WINDOWS_SERVICE_WORD = "run-service";

let windows: Supervisor | null = null;

/** What has started this process as a service. */
export function supervisorOf(environment: Readonly<Record<string, string | undefined>>): Supervisor {
  return windows ?? systemdSupervisor(environment) ?? NO_SUPERVISOR;
}

/**
 * Runs a command line as the service of Windows, if it says so.
 * @param runCommandLine runs the rest of it. @returns its exit code
 * @returns the exit code; `null` where the command line does not say so
 */
export async function runWindowsService(
  words: readonly string[],
  runCommandLine: (words: readonly string[]) => Promise<number>,
): Promise<number | null> {
  if (words[0] !== WINDOWS_SERVICE_WORD) return null;
  // Loaded here: it is for Windows alone.
  const { WindowsSupervisor } = await import("./windows/windows-supervisor.ts");
  const supervisor = new WindowsSupervisor();
  await supervisor.connect();
  windows = supervisor;
  const exitCode = await runCommandLine(words.slice(1));
  supervisor.ended(exitCode);
  return exitCode;
}
