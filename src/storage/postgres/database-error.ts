import { TillrollError } from "../../domain/errors.ts";
import { isPassing, stateOf } from "./retry.ts";

/** What is wrong with how a database is reached, by what it says: what to do. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /^28/,
    "The database refuses the user or the password of its address. Correct them there, or set the password with ALTER ROLE.",
  ],
  [/^3D000$/, "The server has no database of the name in its address. Make it with CREATE DATABASE."],
  [/^42501$/, "The database does not let its user do this. Make the user the owner of the database."],
  [
    /ALTNAME_INVALID$/,
    "The certificate of the database's server is for another host than the one in its address. Name it as the certificate does.",
  ],
  [
    /CERT|ISSUER/,
    "The certificate of the database's server is not one that is trusted. Name the authority that signed it in the " +
      "address: sslrootcert=FILE.",
  ],
  [
    /TLS_NOT_AVAILABLE$/,
    "The database's server offers no TLS, which its address asks for. Turn it on there (ssl = on), with a certificate.",
  ],
];

/** What people are told of an error of the database; any other error as it is. */
export function databaseError(error: unknown): unknown {
  if (error instanceof TillrollError) return error;
  const state = stateOf(error);
  const refusal = REFUSALS.find(([states]) => states.test(state))?.[1];
  if (refusal !== undefined) return new TillrollError("STORAGE_UNAVAILABLE", refusal);
  if (!isPassing(error)) return error;
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    "The database does not answer; what is asked can be asked again.",
  );
}

/** As {@link databaseError} of what the database or its connection says; any other error as it is. */
export function postgresError(error: unknown): unknown {
  // By its name: Bun's client takes four megabytes as soon as it is named, also of a shop, which has no use for it.
  return error instanceof Error && error.name === "PostgresError" ? databaseError(error) : error;
}

/** As {@link databaseError} when it was first asked: what does not answer may be named wrongly. */
export function connectionError(error: unknown, shownAddress: string): unknown {
  if (!isPassing(error) || error instanceof TillrollError) return databaseError(error);
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `No database answers at ${shownAddress}. Start it there, or correct the address; a firewall may be in between.`,
  );
}
