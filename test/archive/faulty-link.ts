import type { SeededRandom } from "../../scripts/faults/random.ts";
import { type PrintsOfShops, takeBatch } from "../../src/archive/upstream/batch.ts";
import { hello } from "../../src/archive/upstream/hello.ts";
import { has, rewind } from "../../src/archive/upstream/position.ts";
import type { KnownShop } from "../../src/storage/ports/shops.ts";
import type { Batch } from "../../src/contract/upstream-messages.ts";
import { decodeBatch, encodeBatch } from "../../src/upstream/batch-packing.ts";
import { NOON } from "./archive-shops.ts";
import type { ArchiveLink } from "./shop-model.ts";

/** What a link does to a shop that is to be told apart from what the archive says. */
export class LinkFault extends Error {}

/** A link to one of several instances of an archive, on which requests and answers get lost, come late, twice or damaged. */
export class FaultyLink implements ArchiveLink {
  /** Requests that nobody waits for any more, and that will be done yet: an instance that hangs. */
  readonly late: (() => Promise<unknown>)[] = [];
  /** Requests that are being done beside whatever comes next. */
  private readonly beside = new Set<Promise<unknown>>();
  faultRate = 0;
  lost = 0;

  constructor(
    private readonly random: SeededRandom,
    private readonly instances: readonly PrintsOfShops[],
    private readonly shop: KnownShop,
  ) {}

  hello: ArchiveLink["hello"] = (said) => this.send(({ database }) => hello(database, this.shop, said, NOON));

  has: ArchiveLink["has"] = (print) => this.send(({ database }) => has(database, this.shop, print));

  rewind: ArchiveLink["rewind"] = (wish) =>
    this.send(({ database }) => rewind(database, this.shop, wish, NOON));

  batch: ArchiveLink["batch"] = (packed) => {
    const sent = this.spoilt(packed);
    return this.send((archive) => takeBatch(archive, this.shop, sent, NOON));
  };

  /** Does what is late, in any order, two at once, and waits for all that is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.beside);
    const all = this.late.splice(0).toSorted(() => this.random.next() - 0.5);
    for (let begin = 0; begin < all.length; begin += 2)
      await Promise.allSettled(all.slice(begin, begin + 2).map((request) => request()));
  }

  private async send<Result>(ask: (archive: PrintsOfShops) => Promise<Result>): Promise<Result> {
    const request = () => ask(this.random.pick(this.instances) as PrintsOfShops);
    if (!this.random.happens(this.faultRate)) return request();
    const fault = this.random.integer(0, 4);
    // Twice at once: the first answer counts.
    if (fault === 0) return (await Promise.all([request(), request().catch(() => {})]))[0];
    this.lost++;
    if (fault === 1) await request();
    else if (fault === 2) this.late.push(request);
    else if (fault === 3) this.doBeside(request);
    throw new LinkFault("the answer was lost");
  }

  private doBeside(request: () => Promise<unknown>): void {
    const done: Promise<unknown> = request()
      .catch(() => {})
      .finally(() => this.beside.delete(done));
    this.beside.add(done);
  }

  /** Halves a batch, or changes a byte of one of its receipts. */
  private spoilt(packed: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (this.random.happens(this.faultRate / 4)) return packed.subarray(0, packed.length >> 1);
    if (!this.random.happens(this.faultRate / 4)) return packed;
    const { batch, contents } = decodeBatch<Batch>(packed);
    const spoilt = contents.map((content) => new Uint8Array(content));
    const content = this.random.pick(spoilt.filter(({ length }) => length > 0));
    if (content !== undefined) content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
    return encodeBatch(batch, spoilt);
  }
}
