import type { Sent } from "../../platform/worker-channel.ts";
import { WorkerThread } from "../../platform/worker-thread.ts";
import type { Given, Result, SystemCall, SystemCallQuestion } from "./system-calls.ts";

/** How long the Worker stays when nobody needs it, milliseconds. */
const REST_MILLISECONDS = 20_000;

/** Makes the system's slow calls one after the other in a Worker of its own, so that nothing else waits for them. */
export class SystemCallThread {
  private readonly thread = new WorkerThread<Sent<SystemCallQuestion>>({
    entry: "delivery/system-calls/system-call-worker",
    restMilliseconds: REST_MILLISECONDS,
    smol: true,
  });

  /** @throws what the call threw */
  async call<Name extends SystemCall>(call: Name, ...given: Given<Name>): Promise<Result<Name>> {
    return (await this.thread.ask({ call, given })) as Result<Name>;
  }

  end(): void {
    this.thread.end("it is not needed any more");
  }
}
