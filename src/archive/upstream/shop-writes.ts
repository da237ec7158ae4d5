import { TillrollError } from "../../domain/errors.ts";
import type { Statements } from "../../storage/postgres/connection.ts";
import type { WriteOperation } from "../../storage/write-operation.ts";
import { isEnrolled } from "./shop-row.ts";

/** What changes a workspace's prints. The erasure of a print of a shop is the archive's too: the shop obeys. */
const WRITES_OF_PRINTS: ReadonlySet<WriteOperation["kind"]> = new Set([
  "create",
  "update",
  "delete",
  "restore",
]);

/**
 * Makes sure that the prints of shops are changed by their shops only: what was changed here would be undone there.
 * @throws TillrollError CONFLICT
 */
export async function refuseWritesOfShops(
  transaction: Statements,
  workspaceId: number,
  kind: WriteOperation["kind"],
): Promise<void> {
  if (!WRITES_OF_PRINTS.has(kind) || !(await isEnrolled(transaction, workspaceId))) return;
  const message =
    "The prints of this workspace come from its shop: change them there. They can be erased here.";
  throw new TillrollError("CONFLICT", message, { reason: "SHOP" });
}
