import type { Workspace } from "../domain/workspace.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { RebuildProgress } from "./indexer/indexer.ts";
import type { IndexStatusReader } from "./index-status.ts";
import { INDEX_SIZES } from "./index-sizes.ts";

/** How long what was read of the index counts, milliseconds: it is some rows of each workspace. */
const LOOK_MILLISECONDS = 5000;

export interface IndexParts {
  readonly workspaces: { list(): readonly Workspace[] };
  readonly indexStatus: IndexStatusReader;
  readonly background: {
    /** Whether a search has found a segment damaged that is not built anew yet. */
    readonly hasDamage: boolean;
    progressOf(workspaceId: number): RebuildProgress | null;
  };
}

/** Says how far the search index has got. Searches find every print without it, only more slowly, or not its text. */
export function indexHealth({ workspaces, indexStatus, background }: IndexParts): HealthComponent {
  let known = { unindexed: 0, textPending: 0, rebuilding: 0 };
  let knownUntil = 0;
  const read = () => {
    const now = performance.now();
    if (now < knownUntil) return known;
    const all = workspaces.list();
    const statuses = all.map((workspace) => indexStatus.read(workspace));
    known = {
      unindexed: Math.max(0, ...statuses.map(({ prints, sealed }) => prints - sealed)),
      textPending: Math.max(0, ...statuses.map(({ textPending }) => textPending)),
      rebuilding: all.filter(({ id }) => background.progressOf(id) !== null).length,
    };
    knownUntil = now + LOOK_MILLISECONDS;
    return known;
  };
  return {
    name: "index",
    isNeededToPrint: false,
    look(): ComponentHealth {
      const details = read();
      const message = shortcomingOf(details, background.hasDamage);
      if (message === null) return { state: "ok", message: "Searches are quick and complete.", details };
      return { state: "degraded", message, details };
    },
  };
}

function shortcomingOf(
  { unindexed, textPending, rebuilding }: { unindexed: number; textPending: number; rebuilding: number },
  hasDamage: boolean,
): string | null {
  if (hasDamage)
    return "A part of the search index was damaged and is built anew; searches are slower meanwhile.";
  if (rebuilding > 0) return "The search index is built anew; searches are slower meanwhile.";
  if (unindexed > INDEX_SIZES.tailPrints)
    return `The search index is ${unindexed} prints behind; searches are slower meanwhile.`;
  // The newest are always a moment behind.
  if (textPending > INDEX_SIZES.smallSegmentPrints)
    return `The text of ${textPending} prints is not read yet; searches for words do not find them.`;
  return null;
}
