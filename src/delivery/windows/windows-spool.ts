import type { Cancellation, SpooledJobState, Spool, SpoolState, SubmitOutcome } from "../spool/spool.ts";
import { SystemCallThread } from "../system-calls/system-call-thread.ts";
import { windowsJobState, windowsPrinterState } from "./windows-status.ts";

/** A queue of the Windows spooler. Each has a Worker of its own: one on another machine can take its time. */
export class WindowsSpool implements Spool {
  private readonly thread = new SystemCallThread();

  constructor(private readonly name: string) {}

  async look(): Promise<SpoolState> {
    try {
      const printer = await this.thread.call("readWindowsPrinter", this.name);
      if (printer !== null) return windowsPrinterState(printer);
      return { kind: "unreachable", reason: `Windows has no printer ${this.name}, or cannot reach it.` };
    } catch (error) {
      return { kind: "unreachable", reason: spoolerTrouble(error) };
    }
  }

  async submit(job: Uint8Array, title: string): Promise<SubmitOutcome> {
    try {
      const submitted = await this.thread.call("submitToWindows", this.name, job, title);
      if (typeof submitted !== "string") return { kind: "taken", job: submitted.job };
      const reason = "The Windows spooler did not take the job.";
      return submitted === "none" ? { kind: "untouched", reason } : { kind: "unknown", reason };
    } catch (error) {
      return { kind: "unknown", reason: spoolerTrouble(error) };
    }
  }

  async lookAt(job: number): Promise<SpooledJobState> {
    try {
      const read = await this.thread.call("readWindowsJob", this.name, job);
      if (read !== "unreachable") return windowsJobState(read);
      return { kind: "unreachable", reason: `Windows cannot reach the printer ${this.name}.` };
    } catch (error) {
      return { kind: "unreachable", reason: spoolerTrouble(error) };
    }
  }

  async cancel(job: number): Promise<Cancellation> {
    const before = await this.lookAt(job);
    try {
      if (!(await this.thread.call("deleteWindowsJob", this.name, job))) return "failed";
      return before.kind === "waits" ? "waited" : "begun";
    } catch {
      return "failed";
    }
  }

  close(): void {
    this.thread.end();
  }
}

function spoolerTrouble(error: unknown): string {
  const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `The Windows spooler cannot be asked: ${first.replace(/\.$/, "")}.`;
}
