/*
 * Workspaces whose ids stand next to each other are counted together: a chain has few blocks, however many shops. They are so
 * small that whoever may not see all shops still sees whole blocks, or has few shops beside them.
 */

/** How many ids a block has. The counts that are stored go by it: it cannot be changed without counting them anew. */
const BLOCK_WORKSPACES = 64;

/** The block that a workspace is of. */
export function blockOf(workspaceId: number): number {
  return Math.floor(workspaceId / BLOCK_WORKSPACES);
}

/** The lowest id that a workspace of a block may have. */
export function firstOfBlock(block: number): number {
  return block * BLOCK_WORKSPACES;
}
