import { TillrollError } from "../domain/errors.ts";
import { MEBIBYTE } from "../domain/limits.ts";
import { compact as compactDatabase } from "../storage/compact.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { withDatabase } from "./data.ts";
import { answeringService, asOnlyWriter } from "./running.ts";

/** Writes the database file anew, without what is free in it. */
export const compact: Command = {
  name: "compact",
  summary: "Write the database file anew, without free pages; the service must be stopped.",
  options: [DATA_OPTION],
  async run(given) {
    // An empty folder is not made a database.
    withDatabase(given, "refuse", () => {});
    if ((await answeringService(given)) !== null) {
      const advice = "It gives free pages back by itself; stop it to have the whole file written anew.";
      throw new TillrollError("STORAGE_UNAVAILABLE", `A service runs on this data folder. ${advice}`);
    }
    await asOnlyWriter(given, async (database) => {
      const { before, after } = compactDatabase(database);
      print(`${mebibytes(before)} MiB before, ${mebibytes(after)} MiB now`);
    });
  },
};

const mebibytes = (bytes: number) => (bytes / MEBIBYTE).toFixed(1);
