import { SIGN_IN_PATH } from "../domain/token.ts";
import { findService } from "../platform/running-service.ts";
import { SessionStore } from "../storage/session-store.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { dataFolderOf, withDatabase } from "./data.ts";

/** Makes a one-time link for signing in to the dashboard. */
export const signIn: Command = {
  name: "sign-in",
  parameters: "",
  summary: "Make a one-time link for signing in to the dashboard.",
  options: [DATA_OPTION],
  run(given) {
    return withDatabase(given, "refuse", (database, administrator, clock) => {
      const code = new SessionStore(database).createSignInCode(administrator.id, clock());
      const address = findService(dataFolderOf(given))?.address ?? "http://localhost:9180";
      print(`${address}${SIGN_IN_PATH}${code}`);
      return 0;
    });
  },
};
