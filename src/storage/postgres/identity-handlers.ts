import { changeAuditLog } from "./audit-log.ts";
import { changePeople } from "./people.ts";
import { changeSavedSearches } from "./saved-searches.ts";
import { closeSession, noteSessionUses, openSession } from "./sessions.ts";
import { changeTokens, noteTokenUses } from "./tokens.ts";
import { changeWorkspaces } from "./workspaces.ts";
import type { WriteHandlers } from "./write-handlers.ts";

/** Writes who asks, what has a name, and what was done. */
export const IDENTITY_HANDLERS: WriteHandlers = {
  single: {
    token: (transaction, { change }, now) => changeTokens(transaction, change, now),
    tokenUse: (transaction, { usedAt }) => noteTokenUses(transaction, usedAt),
    workspace: (transaction, { change }, now) => changeWorkspaces(transaction, change, now),
    person: (transaction, { change }, now) => changePeople(transaction, change, now),
    openSession: (transaction, operation, now) => openSession(transaction, operation, now),
    closeSession: (transaction, { id }) => closeSession(transaction, id),
    sessionUse: (transaction, { uses }) => noteSessionUses(transaction, uses),
    savedSearch: (transaction, { change }, now) => changeSavedSearches(transaction, change, now),
    audit: (transaction, { change }, now) => changeAuditLog(transaction, change, now),
  },
};
