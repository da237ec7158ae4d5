import { TillrollError } from "../domain/errors.ts";
import { type Command, print } from "./command.ts";

/** Tells whose work is in the executable, and under which licences. */
export const licenses: Command = {
  name: "licenses",
  summary: "Show whose work is inside, with every licence.",
  options: [],
  async run() {
    // Loaded here, because no other command needs so long a text.
    const { LICENSES_TEXT } = await import("./licenses-text.ts");
    if (LICENSES_TEXT === null)
      throw new TillrollError(
        "NOT_FOUND",
        "The source has nothing of others inside: their licences are in node_modules.",
      );
    print(LICENSES_TEXT.trimEnd());
  },
};
