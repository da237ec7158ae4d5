import type { Static } from "@sinclair/typebox";
import { throwIfAny } from "../domain/errors.ts";
import { WORKSPACE_LIMITS } from "../domain/limits.ts";
import { IssueList } from "../domain/validation.ts";
import { isSlug } from "../domain/workspace.ts";
import { creation, patch, readSettings } from "./read-settings.ts";
import * as t from "./schema.ts";
import { answerFields, setting } from "./settings.ts";
import { WORKSPACE_SETTINGS, type WorkspaceSettings } from "./workspace-settings.ts";

export const slug = t.textOf(
  isSlug,
  `must have 1 to ${WORKSPACE_LIMITS.slugCharacters} of the characters A-Z a-z 0-9 and "-".`,
  {
    description: "Its name in addresses; unique, whatever its case.",
    pattern: `^[A-Za-z0-9-]{1,${WORKSPACE_LIMITS.slugCharacters}}$`,
  },
);

/** A slug is given once, and never changed: it is part of addresses. */
const NEW_SETTINGS = { slug: setting(slug, {}), ...WORKSPACE_SETTINGS };

export const NewWorkspace = creation(NEW_SETTINGS, {
  name: "NewWorkspace",
  examples: [{ slug: "branch-2", model: "epson-tm-t88v" }],
});

export const WorkspacePatch = patch(WORKSPACE_SETTINGS, {
  name: "WorkspacePatch",
  description: "A merge patch (RFC 7396).",
  examples: [{ model: "epson-tm-t88v", printQuota: null }],
});

export const WorkspaceOptions = t.object(answerFields(WORKSPACE_SETTINGS), {
  name: "WorkspaceSettings",
  description: "What is set of a workspace; null where that of the model, or none, counts.",
});

/** Reads the body of "Make a workspace". @throws TillrollError BAD_REQUEST with all faults */
export function readNewWorkspace(body: unknown) {
  const issues = new IssueList();
  const { slug: name = "", ...settings } = readSettings(NEW_SETTINGS, NewWorkspace, body, issues);
  throwIfAny(issues.issues);
  return { slug: name, settings };
}

/** Reads a change of a workspace's settings: what is absent stays. @throws TillrollError BAD_REQUEST with all faults */
export function readWorkspacePatch(body: unknown): Partial<WorkspaceSettings> {
  const issues = new IssueList();
  const given = readSettings(WORKSPACE_SETTINGS, WorkspacePatch, body, issues);
  throwIfAny(issues.issues);
  return given;
}

export type WorkspaceOptionsAnswer = Static<typeof WorkspaceOptions>;
