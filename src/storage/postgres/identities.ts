import type { MonotonicClock } from "../../domain/clock.ts";
import type { Identities } from "../ports/identities.ts";
import type { WriteOperation } from "../write-operation.ts";
import type { Statements } from "./connection.ts";
import { PostgresPeople } from "./people.ts";
import { RecentMemory } from "./recent-memory.ts";
import { PostgresSessions } from "./sessions.ts";
import { PostgresTokens } from "./tokens.ts";
import { PostgresWorkspaces } from "./workspaces.ts";

/** Operations after which what was remembered may be wrong. */
const CHANGING: ReadonlySet<WriteOperation["kind"]> = new Set(["token", "workspace", "person"]);

/** Who asks, as a database that speaks PostgreSQL's wire knows it. */
export interface PostgresIdentities extends Identities {
  /** To be told of what this instance has written. */
  noteWritten(operations: readonly Pick<WriteOperation, "kind">[]): void;
}

/** Opens the port `Identities` of an archive. */
export function openPostgresIdentities(database: Statements, monotonic?: MonotonicClock): PostgresIdentities {
  const memory = new RecentMemory(monotonic);
  return {
    tokens: new PostgresTokens(database),
    sessions: new PostgresSessions(database),
    people: new PostgresPeople(database),
    workspaces: new PostgresWorkspaces(database),
    memory,
    noteWritten: (operations) => {
      if (operations.some(({ kind }) => CHANGING.has(kind))) memory.forget();
    },
  };
}
