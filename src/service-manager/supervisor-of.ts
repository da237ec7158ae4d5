import { NO_SUPERVISOR, type Supervisor } from "./supervisor.ts";
import { systemdSupervisor } from "./systemd-supervisor.ts";

/** What has started this process as a service. */
export function supervisorOf(environment: Readonly<Record<string, string | undefined>>): Supervisor {
  return systemdSupervisor(environment) ?? NO_SUPERVISOR;
}
