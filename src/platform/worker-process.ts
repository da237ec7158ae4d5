import { join } from "node:path";
import { standBackProcess } from "./background-thread.ts";
import { isWorkerEntry, workerAddress, type WorkerEntry } from "./worker-address.ts";
import type { Port } from "./worker-channel.ts";

/** The word, before the path of a Worker, that has this program run that Worker instead of a command. */
const WORKER_COMMAND = "run-worker";

/** A Worker's code in a process of its own, that stands back: its memory is given back whole, and what ends it ends nothing else. */
export class WorkerProcess implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  private readonly child: Bun.Subprocess;
  private isEnded = false;

  /** @throws the system's error when it cannot be started */
  constructor(entry: WorkerEntry) {
    this.child = Bun.spawn([...thisProgram(), WORKER_COMMAND, entry], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "inherit",
      windowsHide: true,
      ipc: (data: unknown) => {
        if (!this.isEnded) this.onmessage?.(new MessageEvent("message", { data }));
      },
      onExit: (_child, code, signal) => {
        if (this.isEnded) return;
        this.isEnded = true;
        const message = `its process ended with ${signal === null ? `code ${code}` : `signal ${signal}`}`;
        this.onerror?.(new ErrorEvent("error", { message }));
      },
    });
    standBackProcess(this.child.pid);
    // The service ends without it.
    this.child.unref();
  }

  postMessage(message: unknown): void {
    if (!this.isEnded) this.child.send(message);
  }

  /** Ends it at once, whatever it does. */
  terminate(): void {
    this.isEnded = true;
    this.child.kill("SIGKILL");
  }
}

/** What starts this program again: the binary, or Bun with the source. */
function thisProgram(): string[] {
  return Bun.isStandaloneExecutable
    ? [process.execPath]
    : [process.execPath, join(import.meta.dir, "..", "main.ts")];
}

/**
 * Runs a Worker's code in this process, if the command line says so and the service started it.
 * @returns whether it did; then the process ends with the service, however that ends
 */
export async function runWorkerProcess([command, entry]: readonly string[]): Promise<boolean> {
  if (command !== WORKER_COMMAND || !isWorkerEntry(entry) || process.send === undefined) return false;
  // First: a message that nobody listens for is lost.
  startingProcess = new StartingProcess();
  process.once("disconnect", () => process.exit());
  // Ctrl-C and systemd tell all processes of a service to end; this one is ended by the service.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  await import(workerAddress(entry));
  return true;
}

/** The process that started this one, as a Worker's code sees it. */
class StartingProcess implements Port {
  private readonly early: unknown[] = [];
  private receiver: Port["onmessage"] = null;

  constructor() {
    process.on("message", (data: unknown) => {
      if (this.receiver === null) this.early.push(data);
      else this.receiver(new MessageEvent("message", { data }));
    });
  }

  get onmessage(): Port["onmessage"] {
    return this.receiver;
  }

  /** What came before, while the Worker's code was loaded, comes now. */
  set onmessage(receiver: Port["onmessage"]) {
    this.receiver = receiver;
    for (const data of this.early.splice(0)) receiver?.(new MessageEvent("message", { data }));
  }

  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

let startingProcess: StartingProcess | undefined;

/** The way of a Worker's code to whoever started it: a thread of its process, or the process before this one. */
export function ownPort(self: Worker): Port {
  return Bun.isMainThread ? (startingProcess ??= new StartingProcess()) : self;
}
