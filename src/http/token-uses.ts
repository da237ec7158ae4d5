import type { Log } from "../operations/log.ts";
import type { Writing } from "../storage/ports/writing.ts";
import type { Authentication } from "./authentication.ts";

/** How often the tokens' last uses are stored, milliseconds. */
const TOKEN_USE_INTERVAL_MILLISECONDS = 10_000;

/** Stores from time to time when tokens and sessions were last used, and once more at the end. */
export function storeTokenUses(
  authentication: Authentication,
  writer: Pick<Writing, "submit">,
  log: Log,
  started: AsyncDisposableStack,
): void {
  const store = async () => {
    const { tokens: usedAt, sessions: uses } = authentication.takeUses();
    try {
      if (usedAt.size > 0) await writer.submit({ kind: "tokenUse", usedAt });
      if (uses.size > 0) await writer.submit({ kind: "sessionUse", uses });
    } catch (error) {
      log.write("warning", "the last uses of tokens were not stored", { error: String(error) });
    }
  };
  const timer = setInterval(store, TOKEN_USE_INTERVAL_MILLISECONDS);
  started.defer(async () => {
    clearInterval(timer);
    await store();
  });
}
