import { expect, test } from "bun:test";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { receivedPrints } from "../../src/archive/upstream/received-print.ts";
import { MEBIBYTE } from "../../src/domain/limits.ts";
import { encodeContent } from "../../src/storage/raw-content.ts";
import type { ShippedPrint } from "../../src/contract/upstream-messages.ts";
import { NOON } from "./archive-shops.ts";
import { ShopModel } from "./shop-model.ts";

/** A print of some bytes, as it is sent. */
function sent(raw: Uint8Array<ArrayBuffer>): { readonly print: ShippedPrint; readonly content: Uint8Array } {
  const shop = new ShopModel(new SeededRandom(5), () => NOON, "run-1");
  shop.store();
  const { sha256, content, ...form } = encodeContent(raw);
  const packed = { ...form, sha256: new Uint8Array(sha256).toHex(), contentLength: content.length };
  return { print: { ...shop.prints[0]?.print, ...packed } as ShippedPrint, content };
}

test("of a batch no more is unpacked than one may have, however little it is packed", () => {
  const large = sent(new Uint8Array(24 * MEBIBYTE));
  expect(large.content.length).toBeLessThan(10_000);
  const small = sent(new TextEncoder().encode("small"));
  const batch = [large, large, large, large, small];
  const received = receivedPrints(
    batch.map(({ print }) => print),
    batch.map(({ content }) => content),
  );
  expect(received.map(({ isDamaged }) => isDamaged)).toEqual([false, false, true, true, false]);
});
