import type { Upstream } from "../../../src/storage/upstream-store.ts";
import { nextBatch, type ReadyBatch } from "../../../src/upstream/next-batch.ts";
import { BATCH_LIMITS } from "../../../src/contract/upstream-messages.ts";
import { PrintSource } from "../../../src/upstream/print-source.ts";
import { openForReading } from "../../../src/storage/database.ts";
import { Shop } from "../../../test/upstream/shop.ts";
import { createOperation } from "../../../test/create-operation.ts";
import { processorMilliseconds } from "../../../test/processor-time.ts";
import { shopReceiptBytes } from "../shop-receipts.ts";

/** What a shop has sent, and what that took. */
export interface SentPrints {
  /** Its batches, in their order. */
  readonly batches: readonly Uint8Array<ArrayBuffer>[];
  readonly prints: number;
  readonly bytes: number;
  /** Of the processor, of this process, for reading, packing and noting what was sent. */
  readonly milliseconds: number;
}

/** Places on which receipts are printed, and what a till says of each. */
const TILLS = 3;

/** Stores receipts in a shop of their own, and packs all of them as they are sent. @param first the number of its first receipt */
export async function sentPrints(prints: number, first: number): Promise<SentPrints> {
  const shop = new Shop();
  try {
    shop.join("http://127.0.0.1:1");
    for (let number = first; number < first + prints; number++) {
      shop.now += 1000;
      const tag = JSON.stringify({
        orderId: String(1_000_000 + number),
        cashier: `${number % 7}`,
        channel: "Shop",
      });
      const label = `Order #A-${number}`;
      const deviceId = `till-${number % TILLS}`;
      const raw = new Uint8Array(shopReceiptBytes(number));
      shop.write(createOperation({ raw, label, tag, deviceId, printKey: Bun.randomUUIDv7() }));
    }
    const source = new PrintSource(openForReading(`${shop.folder}/shop.sqlite`));
    const batches: Uint8Array<ArrayBuffer>[] = [];
    const began = processorMilliseconds();
    for (let batch = next(shop, source, prints); batch !== null; batch = next(shop, source, prints)) {
      const { offer, packed } = batch;
      shop.write({ kind: "upstream", change: { do: "offer", workspaceId: 1, offer } });
      shop.write({ kind: "upstream", change: { do: "answered", workspaceId: 1, nonce: offer.nonce } });
      batches.push(packed);
    }
    const milliseconds = processorMilliseconds() - began;
    const bytes = batches.reduce((sum, { length }) => sum + length, 0);
    return { batches, prints, bytes, milliseconds };
  } finally {
    await shop.end();
  }
}

function next(shop: Shop, source: PrintSource, end: number): ReadyBatch | null {
  return nextBatch(source, shop.upstream as Upstream, end, BATCH_LIMITS.bytes);
}
