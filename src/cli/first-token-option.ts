import { type ChosenToken, readToken } from "../domain/token.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";

/** A secret that others may reach by the network is not to be guessed. */
const SHORTEST_SECRET = 16;

export const FIRST_TOKEN_OPTION: Option = {
  name: "first-token",
  value: "TOKEN",
  help: "The text of the first token, for tests: it may do all in the workspace default. Only on an empty data folder.",
};

/** The token that somebody chose for a service that is thrown away after a test; `null` for one by chance. @throws UsageError */
export function firstTokenOf(given: GivenOptions): ChosenToken | null {
  const text = given.filled("first-token");
  if (text === null) return null;
  const token = readToken(text.trim());
  if (token === null || token.secret.length < SHORTEST_SECRET)
    throw new UsageError(
      `--first-token must have the form at_NAME.SECRET, with at least ${SHORTEST_SECRET} letters and digits in SECRET.`,
    );
  return token;
}
