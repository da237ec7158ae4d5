import { MILLISECONDS_PER_DAY } from "../domain/limits.ts";
import type { HealthComponent } from "../operations/health.ts";
import type { CardStore } from "../storage/card-store.ts";
import type { WorkspaceStore } from "../storage/workspace-store.ts";

/** For how long a print with a full card number is told of, milliseconds: what was set up otherwise since brings no more. */
const TOLD_MILLISECONDS = 7 * MILLISECONDS_PER_DAY;

/** Says whether prints with full card numbers come in. No print and no device: monitoring asks without a token. */
export function cardsHealth(
  cards: Pick<CardStore, "newest">,
  workspaces: Pick<WorkspaceStore, "list">,
  clock: () => number,
): HealthComponent {
  return {
    name: "cardNumbers",
    isNeededToPrint: false,
    look() {
      const since = clock() - TOLD_MILLISECONDS;
      const isRecent = workspaces.list().some(({ id }) => (cards.newest(id, 1)[0]?.createdAt ?? 0) > since);
      if (!isRecent) return { state: "ok", message: "No print of the last days has a full card number." };
      return {
        state: "degraded",
        message:
          'Prints with full card numbers come in: "tillroll cards" and the page of completeness name them and the devices whose ' +
          "set-up is to be changed, so that these print no more than the last four digits.",
      };
    },
  };
}
