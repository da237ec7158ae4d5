import { hashSecret, writeToken } from "../domain/token.ts";
import type { Log } from "../operations/log.ts";
import { makeFirstToken } from "../storage/data-folder.ts";
import type { AppOptions } from "./app-options.ts";
import type { StorageStage } from "./storage-stage.ts";

/**
 * Makes the first token when there is none, and says so in the log where its text was chosen: whoever knows it may do all.
 * @returns its text, to be shown this once; `null` when there are tokens already, or its text was chosen
 * @throws what the database does
 */
export function firstTokenOf(
  { firstToken: chosen = null, withToken = true }: AppOptions,
  { storage, stores, clock }: StorageStage,
  log: Log,
): string | null {
  if (chosen === null) return withToken ? makeFirstToken(storage.path, clock.now()) : null;
  makeFirstToken(storage.path, clock.now(), chosen);
  const known = stores.tokens.find(chosen.id);
  const isIt = known !== null && Buffer.from(known.secretHash).equals(hashSecret(chosen.secret));
  if (isIt && known.revokedAt === null)
    log.write(
      "warning",
      "a chosen token counts here: this service is for tests, to be thrown away after them",
      {
        token: known.id,
      },
    );
  else
    log.write("warning", "the token of --first-token does not count: this data folder has tokens already", {
      token: chosen.id,
      advice: `Start on an empty folder. ${writeToken(chosen.id, "…")} is not made beside others.`,
    });
  return null;
}
