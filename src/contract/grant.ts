import type { Static } from "@sinclair/typebox";
import { ROLE_NAMES } from "../domain/rights.ts";
import { SCOPES } from "../domain/scope.ts";
import * as t from "./schema.ts";

/** Grants of a person: as many as a body may have. */
const MOST_GRANTS = 100;

export const role = t.choice(
  ROLE_NAMES,
  "viewer: reads. operator: also stores and labels prints, prints again, releases and cancels. administrator: all.",
);

const workspace = t.nullable(
  t.anyText(),
  "The slug of the one workspace; null for those of the group, or all.",
);

const group = t.nullable(t.anyText(), "The group of an archive's shops; null for one workspace, or all.");

/** What somebody is, and where. */
const grant = t.object({ role, workspace, group }, { name: "Grant" });

export const grants = t.list(
  grant,
  null,
  "What they are, and where: in a shop one grant, which role and workspace tell. In an archive there may be several.",
);

export const givenGrants = t.list(
  t.strict(
    {
      role: t.required(role, `is missing: one of ${ROLE_NAMES.join(", ")}.`),
      ...t.optional({ workspace, group }),
    },
    { name: "GivenGrant" },
  ),
  MOST_GRANTS,
  "What they are, and where, instead of role and workspace: in an archive. Neither a workspace nor a group is for all.",
);

/** What who asks may do, and where. */
export const granted = t.list(
  t.object({ workspace, group, scopes: t.list(t.choice(SCOPES), null, "Each satisfies those before it.") }),
  null,
  "What may be done in which workspaces.",
);

export type GrantAnswer = Static<typeof grant>;
export type GivenGrant = Static<typeof givenGrants>[number];
export type GrantedAnswer = Static<typeof granted>[number];
