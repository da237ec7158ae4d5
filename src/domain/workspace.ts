import type { WorkspaceSettings } from "../contract/workspace-settings.ts";
import { TillrollError } from "./errors.ts";
import { WORKSPACE_LIMITS } from "./limits.ts";

/** A workspace: the shop, branch or customer that prints belong to. */
export interface Workspace extends Omit<
  WorkspaceSettings,
  "defaultRules" | "fiscalCodes" | "recognitionLanguages"
> {
  readonly id: number;
  /** As it was written when the workspace was made. */
  readonly slug: string;
  readonly createdAt: number;
  /** The group of an archive's shops that it belongs to; `null` for none. */
  readonly shopGroup?: string | null;
}

/** Finds the slug of the workspace that something is of; `null` where there is none any more. */
export type SlugOf = (of: { readonly workspaceId: number }) => string | null;

/** Workspaces none of which is a shop's. */
export const NO_SHOPS: ReadonlySet<number> = new Set();

/**
 * Finds slugs, and asks for each once: a workspace keeps its own for ever, and monitoring asks for those of all printers every
 * few seconds.
 */
export function rememberedSlugs(find: (workspaceId: number) => Workspace | null): SlugOf {
  const known = new Map<number, string>();
  return ({ workspaceId }) => {
    const slug = known.get(workspaceId) ?? find(workspaceId)?.slug ?? null;
    if (slug !== null) known.set(workspaceId, slug);
    return slug;
  };
}

const SLUG = new RegExp(`^[A-Za-z0-9-]{1,${WORKSPACE_LIMITS.slugCharacters}}$`);

/** Whether a text can be a slug: 1 to 63 of `A-Z a-z 0-9 -`. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** The form in which slugs are compared: without regard to case. */
export function slugKey(slug: string): string {
  return slug.toLowerCase();
}

/** There is no such workspace. */
export function workspaceNotFound(slug: string): TillrollError {
  return new TillrollError("NOT_FOUND", `There is no workspace "${slug}"; see "tillroll workspace list".`);
}

/** There is one of this slug, in whatever case. */
export function workspaceTaken(slug: string): TillrollError {
  return new TillrollError("CONFLICT", `There is a workspace "${slug}" already; choose another slug.`);
}
