import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { type Notify, openNotifySocket } from "./notify-socket.ts";
import { SUPERVISION_LIMITS } from "./supervision-limits.ts";
import type { Supervisor } from "./supervisor.ts";

const MICROSECONDS_PER_MILLISECOND = 1000;

/** systemd, told by datagrams (sd_notify(3)) when this process is its service's. */
export class SystemdSupervisor implements Supervisor {
  private toldWords = "";

  constructor(
    private readonly notify: Notify,
    readonly heartbeatMilliseconds: number | null,
  ) {}

  starting(): void {
    // Bringing a large database up to date holds this thread: what is asked for must do until it is through.
    const microseconds = SUPERVISION_LIMITS.startMilliseconds * MICROSECONDS_PER_MILLISECOND;
    this.notify(`EXTEND_TIMEOUT_USEC=${microseconds}\nSTATUS=Starting`);
  }

  ready(words: string): void {
    this.toldWords = words;
    this.notify(`READY=1\nSTATUS=${oneLine(words)}`);
  }

  tell(words: string): void {
    if (words === this.toldWords) return;
    // Told again the next time where the socket is full.
    if (this.notify(`STATUS=${oneLine(words)}`)) this.toldWords = words;
  }

  beat(): void {
    this.notify("WATCHDOG=1");
  }

  stopping(): void {
    this.notify("STOPPING=1\nSTATUS=Stopping");
  }

  /** The exit code tells. */
  ended(): void {}

  /** A stop is a signal. */
  onStop(): void {}
}

/** systemd, where it has started this process and wants to be told; `null` elsewhere. */
export function systemdSupervisor(
  environment: Readonly<Record<string, string | undefined>>,
): SystemdSupervisor | null {
  const address = environment["NOTIFY_SOCKET"];
  const notify = address === undefined ? null : openNotifySocket(address);
  return notify && new SystemdSupervisor(notify, heartbeatOf(environment));
}

/** How often to say that all is well: twice in the time after which systemd acts (sd_watchdog_enabled(3)). */
function heartbeatOf(environment: Readonly<Record<string, string | undefined>>): number | null {
  const microseconds = Number(environment["WATCHDOG_USEC"] ?? 0);
  const processId = environment["WATCHDOG_PID"];
  if (!(microseconds > 0) || (processId !== undefined && Number(processId) !== process.pid)) return null;
  return Math.max(microseconds / MICROSECONDS_PER_MILLISECOND / 2, MILLISECONDS_PER_SECOND / 100);
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, " ");
}
