import type { TypedOption } from "../configuration/option.ts";
import type { ValueKind } from "../configuration/value-kinds.ts";
import { type ChosenToken, readToken, writeToken } from "../domain/token.ts";

/** A secret that others may reach by the network is not to be guessed. */
const SHORTEST_SECRET = 16;

const CHOSEN_TOKEN: ValueKind<ChosenToken> = {
  form: `a token such as at_ci.SECRET, with at least ${SHORTEST_SECRET} letters and digits in SECRET`,
  written: "string",
  example: "at_ci.0123456789abcdef",
  read(given) {
    const token = readToken(given.trim());
    return token === null || token.secret.length < SHORTEST_SECRET ? undefined : token;
  },
  write: ({ id, secret }) => writeToken(id, secret),
};

/** The token that somebody chose for a service that is thrown away after a test. */
export const FIRST_TOKEN_OPTION: TypedOption<ChosenToken, null> = {
  name: "first-token",
  value: "TOKEN",
  help: "The text of the first token, for tests: it may do all in the workspace default. Only on an empty data folder.",
  secret: true,
  kind: CHOSEN_TOKEN,
  default: null,
};
