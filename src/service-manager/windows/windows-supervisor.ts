import { JSCallback, type Pointer, ptr } from "bun:ffi";
import { STORAGE_LIMITS } from "../../domain/storage-limits.ts";
import type { Sent } from "../../platform/worker-channel.ts";
import { wideText } from "../../platform/wide-text.ts";
import { WorkerThread } from "../../platform/worker-thread.ts";
import { SERVICE_NAMES } from "../service-plan.ts";
import { SUPERVISION_LIMITS } from "../supervision-limits.ts";
import type { Supervisor } from "../supervisor.ts";
import { controlHandler } from "./control-handler.ts";
import { WINDOWS_STATES } from "./service-control.ts";
import { loadServiceLibrary, type ServiceLibrary } from "./service-functions.ts";

/** SERVICE_WIN32_OWN_PROCESS. */
const OWN_PROCESS = 0x10;

/** SERVICE_ACCEPT_STOP, SERVICE_ACCEPT_SHUTDOWN and SERVICE_ACCEPT_PRESHUTDOWN. */
const ACCEPTED = 0x1 | 0x4 | 0x100;

/** SERVICE_CONTROL_STOP, SERVICE_CONTROL_SHUTDOWN and SERVICE_CONTROL_PRESHUTDOWN. */
const STOPS: ReadonlySet<number> = new Set([1, 5, 15]);

/** ERROR_SERVICE_SPECIFIC_ERROR: the exit code is our own. */
const SPECIFIC_ERROR = 1066;

/** How long the manager waits for a stop before it asks what is going on, milliseconds. */
const STOP_MILLISECONDS = 3 * STORAGE_LIMITS.stopMilliseconds;

/**
 * The service manager of Windows, told by SetServiceStatus. It calls ServiceMain and the handler from threads of its own; both
 * come to this thread as calls between other work.
 */
export class WindowsSupervisor implements Supervisor {
  readonly heartbeatMilliseconds = null;
  private handle = 0n;
  private stop: (() => void) | null = null;
  private isStopAsked = false;
  private readonly library: ServiceLibrary = loadServiceLibrary();
  private readonly began = Promise.withResolvers<void>();
  /** Kept for as long as the process lives: the manager has their addresses. */
  private readonly main = new JSCallback(() => this.begin(), {
    args: ["u32", "ptr"],
    returns: "void",
    threadsafe: true,
  });
  private readonly handler = new JSCallback((control: number) => this.receive(control), {
    args: ["u32", "u32", "ptr", "ptr"],
    returns: "void",
    threadsafe: true,
  });
  private readonly name = wideText(SERVICE_NAMES.win32);

  /**
   * Tells the manager that this process is the service. It takes a thread for as long as the service runs.
   * @throws Error when the manager has not started this process
   */
  async connect(): Promise<void> {
    const dispatcher = new WorkerThread<Sent<Pointer, number>>({
      entry: "service-manager/windows/dispatcher-worker",
      smol: true,
    });
    const { ptr: main } = this.main;
    if (main === null) throw new Error("there is no function for the service manager");
    const refused = dispatcher.ask(main).then((number) => {
      throw new Error(`the service manager has not started this process (Windows' error ${number})`);
    });
    await Promise.race([this.began.promise, refused]);
    refused.catch(() => {});
  }

  starting(): void {
    this.set(WINDOWS_STATES.startPending, SUPERVISION_LIMITS.startMilliseconds);
  }

  ready(): void {
    this.set(WINDOWS_STATES.running);
  }

  tell(): void {}

  beat(): void {}

  stopping(): void {
    this.set(WINDOWS_STATES.stopPending, STOP_MILLISECONDS);
  }

  ended(exitCode: number): void {
    this.set(WINDOWS_STATES.stopped, 0, exitCode);
  }

  onStop(stop: () => void): void {
    this.stop = stop;
    if (this.isStopAsked) stop();
  }

  /** ServiceMain. */
  private begin(): void {
    const { ptr: handler } = this.handler;
    if (handler === null) return;
    const address = controlHandler(handler, this.library);
    this.handle = this.library.RegisterServiceCtrlHandlerExW(this.name, address, null);
    this.starting();
    this.began.resolve();
  }

  private receive(control: number): void {
    // It asks for nothing else that is not answered by the state it has.
    if (!STOPS.has(control) || this.isStopAsked) return;
    this.isStopAsked = true;
    this.stopping();
    this.stop?.();
  }

  /** SERVICE_STATUS: kind, state, what is accepted, two exit codes, the step, and how long until the next. */
  private set(state: number, waitMilliseconds = 0, exitCode = 0): void {
    const accepted = state === WINDOWS_STATES.running ? ACCEPTED : 0;
    const error = exitCode === 0 ? 0 : SPECIFIC_ERROR;
    const status = new Uint32Array([OWN_PROCESS, state, accepted, error, exitCode, 0, waitMilliseconds]);
    this.library.SetServiceStatus(this.handle, ptr(status));
  }
}
