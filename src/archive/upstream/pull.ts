import { sql } from "drizzle-orm";
import { hexOf } from "../../storage/postgres/content-store.ts";
import { printFromRow, type PostgresPrintRow, readPrintRows } from "../../storage/postgres/print-rows.ts";
import type { KnownShop } from "../../storage/ports/shops.ts";
import type { Pull, PullAnswer, ShippedPrint } from "../../contract/upstream-messages.ts";
import { encodeBatch } from "../../upstream/batch-packing.ts";
import { SHOP_LIMITS } from "../../domain/shop-limits.ts";
import type { PrintsOfShops } from "./batch.ts";

/** Gives a shop prints back that it has lost, some at a time, packed as a batch is. Those that were removed stay so. */
export async function lostPrints(
  { database, contents }: PrintsOfShops,
  { workspaceId }: KnownShop,
  { after }: Pull,
): Promise<Uint8Array<ArrayBuffer>> {
  const { ordinal, fingerprint } = after ?? { ordinal: -1, fingerprint: "" };
  const most = SHOP_LIMITS.pullPrints;
  const rows = await readPrintRows(
    database,
    workspaceId,
    sql`removed_at IS NULL AND (ordinal, fingerprint) > (${ordinal}::bigint, ${Buffer.from(fingerprint, "hex")}::bytea)
      ORDER BY ordinal, fingerprint LIMIT ${most + 1}`,
  );
  const taken: PostgresPrintRow[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, most)) {
    bytes += row.byteLength;
    if (taken.length > 0 && bytes > SHOP_LIMITS.pullBytes) break;
    taken.push(row);
  }
  const prints: ShippedPrint[] = [];
  const packed: Uint8Array[] = [];
  const found = await contents.readSome(
    workspaceId,
    taken.map(({ sha256 }) => sha256),
  );
  for (const row of taken) {
    const stored = found.get(hexOf(row.sha256));
    const content = stored?.content ?? new Uint8Array(0);
    prints.push(shipped(row, stored?.encoding ?? 0, content.length));
    packed.push(content);
  }
  const more = taken.length < rows.length;
  return encodeBatch<PullAnswer>({ prints, more }, packed);
}

function shipped(row: PostgresPrintRow, encoding: number, contentLength: number): ShippedPrint {
  const { id: _, workspaceId: __, userId: ___, ...print } = printFromRow(row);
  const { ordinal, identifiedAt, paper, defaultWidth, byteLength } = row;
  const sha256 = new Uint8Array(row.sha256).toHex();
  return {
    ...print,
    ...(identifiedAt !== null && { identifiedAt }),
    ordinal,
    removal: null,
    paper,
    defaultWidth,
    sha256,
    byteLength,
    encoding,
    contentLength,
  };
}
