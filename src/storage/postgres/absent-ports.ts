import { notFound, TillrollError } from "../../domain/errors.ts";
import type { ReferenceReading } from "../ports/prints.ts";
import type { BackgroundWork, RuleReading, WebhookReading } from "../ports/settings.ts";
import { absentInArchive } from "./absent-kinds.ts";

/** An archive has no webhooks. */
export const NO_WEBHOOKS: WebhookReading = {
  list: () => [],
  get: (_workspaceId, id) => {
    throw notFound("webhook", id);
  },
};

/** An archive has no rules, those that come with Tillroll neither. */
export const NO_RULES: RuleReading = {
  list: () => [],
  get: (_workspaceId, id) => {
    throw notFound("rule", id);
  },
  areDefaultsEnabled: () => false,
};

/** An archive has no references. */
export const NO_REFERENCES: ReferenceReading = {
  list: () => [],
  find: () => null,
  get: (_workspaceId, name) => {
    throw noReference(name);
  },
  readStored: ({ name }) => {
    throw noReference(name);
  },
};

/** What a shop does with stored prints beside the requests: in an archive nothing of it is there to be done. */
export const NO_BACKGROUND_WORK: BackgroundWork = {
  checkRule: () => Promise.reject(absentInArchive("rule")),
  tryRules: () => Promise.reject(absentInArchive("rule")),
  previewRule: () => Promise.reject(absentInArchive("rule")),
  reapplyRules: () => Promise.reject(absentInArchive("rule")),
  scanForCards: () => Promise.reject(absentInArchive("card")),
  rulesStatus: () => ({ pending: 0, reapplication: null }),
  // The database sees to its indexes.
  rebuild: () => {},
  progressOf: () => null,
};

function noReference(name: string): TillrollError {
  return new TillrollError("NOT_FOUND", `There is no reference "${name}" in this workspace.`, { name });
}
