import type { ChunkLoader } from "../chunk-loader.ts";
import type { IndexConnection } from "../index-connection.ts";
import type { IndexSizes } from "../index-sizes.ts";
import type { ItemCache } from "../item-cache.ts";
import { WORKSPACES_BYTES } from "../segment-limits.ts";
import type { View } from "./view.ts";
import { WorkspaceIndex } from "./workspace-index.ts";

/** The workspaces that were searched, within a bound of memory: those that were longest unused are forgotten. */
export class WorkspaceIndexes {
  /** Each with its bytes when it was last used; the longest unused first. */
  private readonly workspaces = new Map<number, { index: WorkspaceIndex; weight: number }>();
  private totalWeight = 0;

  constructor(
    private readonly loader: ChunkLoader,
    private readonly items: ItemCache,
    private readonly sizes: IndexSizes,
  ) {}

  /** A workspace that was searched; `null` when it was forgotten meanwhile. */
  find(workspaceId: number): WorkspaceIndex | null {
    return this.workspaces.get(workspaceId)?.index ?? null;
  }

  /** What of a workspace the connection's snapshot has; `null` when the index cannot tell. */
  view(workspaceId: number, connection: IndexConnection): View | null {
    const index =
      this.find(workspaceId) ?? new WorkspaceIndex(workspaceId, this.loader, this.items, this.sizes);
    try {
      return index.refresh(connection);
    } finally {
      this.forget(workspaceId);
      this.workspaces.set(workspaceId, { index, weight: index.weight });
      this.totalWeight += index.weight;
      this.forgetUnused();
    }
  }

  private forgetUnused(): void {
    for (const workspaceId of this.workspaces.keys()) {
      if (this.totalWeight <= WORKSPACES_BYTES || this.workspaces.size === 1) return;
      this.forget(workspaceId);
    }
  }

  private forget(workspaceId: number): void {
    this.totalWeight -= this.workspaces.get(workspaceId)?.weight ?? 0;
    this.workspaces.delete(workspaceId);
  }
}
