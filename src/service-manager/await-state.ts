import { findService } from "../platform/running-service.ts";
import { refusal, type ServiceManager, type ServiceState } from "./service-manager.ts";
import { SUPERVISION_LIMITS } from "./supervision-limits.ts";

/**
 * Waits until a service is in one of some states.
 * @param complaint what to say when it never is, with what to look at
 * @param readyFolder the data folder on which it must have noted that it can be reached
 * @throws TillrollError when it is not in time, or has failed instead
 */
export async function awaitState(
  manager: Pick<ServiceManager, "state">,
  kinds: readonly ServiceState["kind"][],
  complaint: string,
  readyFolder: string | null = null,
): Promise<void> {
  const deadline = performance.now() + SUPERVISION_LIMITS.changeMilliseconds;
  let state = manager.state();
  for (;;) {
    const isReady =
      readyFolder === null ||
      state.processId === null ||
      findService(readyFolder)?.processId === state.processId;
    if (kinds.includes(state.kind) && isReady) return;
    const isOver = state.kind === "failed" || performance.now() > deadline;
    if (isOver) throw refusal(`${complaint} It is ${state.words || state.kind}.`);
    await Bun.sleep(SUPERVISION_LIMITS.lookMilliseconds);
    state = manager.state();
  }
}
