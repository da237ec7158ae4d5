import { hashSecret } from "../domain/token.ts";
import type { Log } from "../operations/log.ts";
import { makeFirstToken } from "../storage/data-folder.ts";
import type { AppOptions } from "./app-options.ts";
import type { StorageStage } from "./storage-stage.ts";

type TokenStorage = Pick<StorageStage, "storage" | "stores" | "clock">;

/**
 * Makes the first token with the text that somebody chose, and says so in the log: whoever knows it may do all. It is to be there
 * before anybody can ask: programs that wait for the service use it at once.
 * @throws what the database does
 */
export function makeChosenToken(
  { firstToken: chosen = null }: AppOptions,
  { storage, stores, clock }: TokenStorage,
  log: Log,
): void {
  if (chosen === null) return;
  makeFirstToken(storage.path, clock.now(), chosen);
  const known = stores.tokens.find(chosen.id);
  const isIt = known !== null && Buffer.from(known.secretHash).equals(hashSecret(chosen.secret));
  if (isIt && known.revokedAt === null)
    log.write(
      "warning",
      "a chosen token counts here: this service is for tests, to be thrown away after them",
      {
        token: chosen.id,
      },
    );
  else
    log.write(
      "warning",
      "the token of --first-token does not count: this data folder has other tokens already",
      {
        token: chosen.id,
      },
    );
}

/**
 * Makes the token that a first start gives to the person who started it.
 * @returns its text, to be shown this once; `null` when there are tokens already, or nobody is to be shown one
 * @throws what the database does
 */
export function makeShownToken(
  { firstToken = null, withToken = true }: AppOptions,
  { storage, clock }: TokenStorage,
): string | null {
  return firstToken === null && withToken ? makeFirstToken(storage.path, clock.now()) : null;
}
