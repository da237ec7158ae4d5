import type { ChunkLoader } from "../chunk-loader.ts";
import type { IndexConnection } from "../index-connection.ts";
import type { IndexSizes } from "../index-sizes.ts";
import type { ItemCache } from "../item-cache.ts";
import { WORKSPACES_BYTES } from "../segment-limits.ts";
import type { View } from "./view.ts";
import { WorkspaceIndex } from "./workspace-index.ts";

/** The workspaces that were searched, within a bound of memory: those that were longest unused are forgotten. */
export class WorkspaceIndexes {
  /** The longest unused first. */
  private readonly workspaces = new Map<number, WorkspaceIndex>();
  /** Bytes of each when it was last used, and of all. */
  private readonly weights = new Map<number, number>();
  private totalWeight = 0;

  constructor(
    private readonly loader: ChunkLoader,
    private readonly items: ItemCache,
    private readonly sizes: IndexSizes,
  ) {}

  /** A workspace that was searched; `null` when it was forgotten meanwhile. */
  find(workspaceId: number): WorkspaceIndex | null {
    return this.workspaces.get(workspaceId) ?? null;
  }

  /** What of a workspace the connection's snapshot has; `null` when the index cannot tell. */
  view(workspaceId: number, connection: IndexConnection): View | null {
    const workspace =
      this.find(workspaceId) ?? new WorkspaceIndex(workspaceId, this.loader, this.items, this.sizes);
    this.workspaces.delete(workspaceId);
    this.workspaces.set(workspaceId, workspace);
    try {
      return workspace.refresh(connection);
    } finally {
      this.weigh(workspaceId, workspace.weight);
      this.forgetUnused();
    }
  }

  private weigh(workspaceId: number, weight: number): void {
    this.totalWeight += weight - (this.weights.get(workspaceId) ?? 0);
    this.weights.set(workspaceId, weight);
  }

  private forgetUnused(): void {
    for (const workspaceId of this.workspaces.keys()) {
      if (this.totalWeight <= WORKSPACES_BYTES || this.workspaces.size === 1) return;
      this.workspaces.delete(workspaceId);
      this.weigh(workspaceId, 0);
      this.weights.delete(workspaceId);
    }
  }
}
