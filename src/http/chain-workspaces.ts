import { TillrollError } from "../domain/errors.ts";
import type { Reach } from "../domain/grant.ts";
import type { ChainScope } from "../domain/search-query.ts";
import { slugKey, type Workspace } from "../domain/workspace.ts";
import type { Identities } from "../storage/ports/identities.ts";
import type { Access } from "./authentication.ts";
import { onlyReached, reachedAmong, reachesOf, workspacesSeenBy } from "./granted-access.ts";

/** Parts of a list that are kept; then all of them are forgotten: with each goes what was worked out of thousands. */
const MOST_PARTS = 100;

/** Which workspaces of an archive a search is about: those that are meant of those that whoever asks may see. */
export class ChainWorkspaces {
  private readonly known;
  private readonly remembered;
  /** What lists come to, by the reach of grants and the group: it is worked on as the same list, and goes with that of all. */
  private readonly parts = new WeakMap<readonly Workspace[], Map<string, readonly Workspace[]>>();

  constructor({ workspaces, memory }: Pick<Identities, "workspaces" | "memory">) {
    this.known = workspaces;
    // To read thousands takes longer than most searches of them, so all are believed as long as the one of an address is.
    this.remembered = memory.remembering(() => workspaces.list());
  }

  /** @throws TillrollError NOT_FOUND where something is named that there is not, or that may not be seen */
  async meant(access: Access, scope: ChainScope): Promise<readonly Workspace[]> {
    const { workspaces, group } = scope;
    const reached = reachesOf(access);
    if (workspaces === null && onlyReached(reached) === null) {
      const recent = await this.recent(reached, group);
      if (group === null || recent.length > 0) return recent;
    }
    // What somebody names is looked for: it may have been made this moment, by another instance.
    return among(await workspacesSeenBy(this.known, access), scope);
  }

  /** Those of a group, or all, that somebody sees of those that are remembered. */
  private async recent(reached: readonly Reach[], group: string | null): Promise<readonly Workspace[]> {
    const all = (await this.remembered("")) ?? [];
    const parts = this.parts.getOrInsertComputed(all, () => new Map());
    // All that the part comes of: whoever asks with the same may see the same, whoever it is.
    const key = JSON.stringify([
      group,
      ...reached.map(({ workspaceId, shopGroup }) => [workspaceId, shopGroup]),
    ]);
    const kept = parts.get(key);
    if (kept !== undefined) return kept;
    const part = ofGroup(reachedAmong(all, reached), group);
    if (parts.size >= MOST_PARTS) parts.clear();
    // Any group may be asked for: those that there are not are not kept.
    if (part.length > 0) parts.set(key, part);
    return part;
  }
}

/** Those of the workspaces that somebody sees that are meant. @throws TillrollError NOT_FOUND */
function among(seen: readonly Workspace[], { workspaces, group }: ChainScope): readonly Workspace[] {
  if (workspaces !== null) {
    const bySlug = new Map(seen.map((workspace) => [slugKey(workspace.slug), workspace]));
    return workspaces.map((slug) => {
      const found = bySlug.get(slugKey(slug));
      // One message for both: they must look the same.
      if (found === undefined) throw notSeen(`workspace ${JSON.stringify(slug)}`);
      return found;
    });
  }
  const found = ofGroup(seen, group);
  if (group !== null && found.length === 0) throw notSeen(`group ${JSON.stringify(group)}`);
  return found;
}

/** @param group `null` for all */
function ofGroup(workspaces: readonly Workspace[], group: string | null): readonly Workspace[] {
  return group === null ? workspaces : workspaces.filter(({ shopGroup = null }) => shopGroup === group);
}

function notSeen(what: string): TillrollError {
  return new TillrollError("NOT_FOUND", `There is no ${what}, or you may not see it.`);
}
