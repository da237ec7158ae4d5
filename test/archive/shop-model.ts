import type { SeededRandom } from "../../scripts/faults/random.ts";
import { fingerprintOf, fingerprintOfTime } from "../../src/storage/print-identity.ts";
import { encodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import type {
  Batch,
  BatchAnswer,
  ErasureOrder,
  HasAnswer,
  Hello,
  HelloAnswer,
  PrintIdentity,
  Rewind,
  RewindAnswer,
  ShipCursor,
  ShippedPrint,
  WantedPrint,
} from "../../src/contract/upstream-messages.ts";
import { encodeBatch } from "../../src/upstream/batch-packing.ts";
import { helloOf } from "./archive-shops.ts";

/** An archive as a shop reaches it; each call may fail in any way. */
export interface ArchiveLink {
  hello(said: Hello): Promise<HelloAnswer>;
  has(print: PrintIdentity): Promise<HasAnswer>;
  rewind(wish: Rewind): Promise<RewindAnswer>;
  batch(packed: Uint8Array<ArrayBuffer>): Promise<BatchAnswer>;
}

/** A print of a shop. What was removed has no content. */
export interface ModelPrint {
  readonly print: ShippedPrint;
  readonly fingerprint: string;
  readonly content: StoredContent | null;
}

/** What a shop's disk has: all of it goes into a backup. */
interface Disk {
  readonly prints: ModelPrint[];
  /** Ordinals by the sequence of their last change. */
  readonly changes: Map<number, number>;
  lastSequence: number;
  readonly nonces: Set<string>;
  /** The last that it knows to be applied. */
  nonce: string | null;
}

/** By how much a wrong clock was ahead, milliseconds. */
const FUTURE = 10 * 365 * 86_400_000;

/** Prints of one batch: few, so that many batches are made. */
const BATCH_PRINTS = 7;

/** A shop that follows the protocol, in a few lines: what it has is in memory, and can be set back. */
export class ShopModel {
  private disk: Disk = { prints: [], changes: new Map(), lastSequence: 0, nonces: new Set(), nonce: null };
  private cursor: ShipCursor | null = null;
  private obeyed: PrintIdentity[] = [];
  private wanted: readonly WantedPrint[] = [];
  /** How often it went back to where the archive has less than it. */
  rewinds = 0;

  /** @param tick a clock that never says the same twice @param run names the start of its service */
  constructor(
    private readonly random: SeededRandom,
    private readonly tick: () => number,
    private run: string,
  ) {}

  get prints(): readonly ModelPrint[] {
    return this.disk.prints;
  }

  /** A copy of what the disk has. */
  backup(): Disk {
    return structuredClone(this.disk);
  }

  /** The service starts again, as after a kill; on another state of the disk where one is given. */
  restart(run: string, disk: Disk = this.disk): void {
    this.disk = structuredClone(disk);
    this.run = run;
    this.cursor = null;
    this.obeyed = [];
    this.wanted = [];
  }

  /** Another service on a copy of the disk. */
  clone(run: string): ShopModel {
    const clone = new ShopModel(this.random, this.tick, run);
    clone.restart(run, this.disk);
    return clone;
  }

  store(): void {
    const now = this.tick();
    // Some have the same bytes.
    const raw = this.random.happens(0.2)
      ? new Uint8Array(10)
      : this.random.bytes(this.random.integer(0, 300));
    const content = encodeContent(raw);
    const ordinal = this.disk.prints.length;
    const state = this.random.integer(1, 1_000_000);
    this.disk.prints.push({
      content,
      fingerprint: fingerprintOf(now, content.sha256).toHex(),
      print: {
        ordinal,
        printKey: `key ${state % 5}`,
        label: `a\0 print ${state}`,
        deviceId: null,
        quantity: null,
        width: 48,
        tag: `{"b":"${state}","a":"\\u0000"}`,
        testPrint: false,
        recognised: null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        removal: null,
        paper: null,
        defaultWidth: 48,
        sha256: new Uint8Array(content.sha256).toHex(),
        byteLength: content.byteLength,
        encoding: content.encoding,
        contentLength: content.content.length,
      },
    });
  }

  change(): void {
    const one = this.live();
    if (one === undefined) return;
    const updatedAt = this.tick();
    const deletedAt = this.random.happens(0.3) ? updatedAt : null;
    this.put({ ...one, print: { ...one.print, label: `changed ${updatedAt}`, updatedAt, deletedAt } });
  }

  /** Puts a print's times right, which were of a wrong future: all of them become earlier. */
  putRight(): void {
    const one = this.live();
    if (one === undefined || one.print.identifiedAt !== undefined) return;
    const { createdAt } = one.print;
    const times = { createdAt: createdAt - FUTURE, identifiedAt: createdAt, updatedAt: this.tick() - FUTURE };
    this.put({ ...one, print: { ...one.print, ...times, deletedAt: null } });
  }

  erase(one = this.live()): void {
    if (one === undefined) return;
    const { ordinal, createdAt } = one.print;
    const removal = { kind: "erased", at: this.tick(), reason: "asked" } as const;
    const nothing = { printKey: "", label: null, tag: "{}", width: 0, sha256: "", byteLength: 0 };
    const gone = { updatedAt: createdAt, deletedAt: null, paper: null, defaultWidth: null, encoding: 0 };
    const print = { ...one.print, ...nothing, ...gone, ordinal, createdAt, removal, contentLength: 0 };
    this.put({ print, fingerprint: one.fingerprint, content: null });
  }

  /** Says hello, or sends a batch. @returns whether there is nothing more to do */
  async step(archive: ArchiveLink): Promise<boolean> {
    try {
      if (this.cursor === null || this.obeyed.length > 0) return await this.sayHello(archive);
      const next = this.nextBatch(this.cursor);
      if (next === null) return true;
      this.disk.nonces.add(next.batch.nonce);
      this.take(await archive.batch(encodeBatch(next.batch, next.contents)));
      this.disk.nonce = next.batch.nonce;
      return false;
    } catch (error) {
      this.cursor = null;
      throw error;
    }
  }

  private async sayHello(archive: ArchiveLink): Promise<boolean> {
    const { obeyed } = this;
    const answer = await archive.hello(helloOf({ run: this.run, nonce: this.disk.nonce, obeyed }));
    this.obeyed = [];
    const { nextOrdinal, nextChange, nonce } = answer;
    if (nonce === null || this.disk.nonces.has(nonce)) {
      this.disk.nonce = nonce;
      this.take(answer);
    } else await this.goBack(archive, { nextOrdinal, nextChange });
    return false;
  }

  /** The first print that the archive lacks is where a restored shop goes on. */
  private async goBack(archive: ArchiveLink, from: ShipCursor): Promise<void> {
    this.rewinds++;
    let [low, high] = [0, this.disk.prints.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { fingerprint = "" } = this.disk.prints[middle] ?? {};
      if ((await archive.has({ ordinal: middle, fingerprint })).has) low = middle + 1;
      else high = middle;
    }
    const nonce = crypto.randomUUID();
    this.disk.nonces.add(nonce);
    const to = { nextOrdinal: low, nextChange: 0 };
    const { nextOrdinal, nextChange } = await archive.rewind({ from, to, nonce });
    this.cursor = { nextOrdinal, nextChange };
    this.disk.nonce = nonce;
    // What it is told now are the orders that it has again.
    await this.sayHello(archive);
  }

  private take(
    answer: ShipCursor & { orders: readonly ErasureOrder[]; wanted: readonly WantedPrint[] },
  ): void {
    this.cursor = { nextOrdinal: answer.nextOrdinal, nextChange: answer.nextChange };
    this.wanted = answer.wanted;
    for (const { ordinal, fingerprint } of answer.orders) {
      const one = this.disk.prints[ordinal];
      if (one?.print.removal === null && isMeant(one, fingerprint)) this.erase(one);
      this.obeyed.push({ ordinal, fingerprint });
    }
  }

  private nextBatch(from: ShipCursor): { batch: Batch; contents: Uint8Array[] } | null {
    const { prints, changes } = this.disk;
    const fresh = prints.slice(from.nextOrdinal, from.nextOrdinal + BATCH_PRINTS);
    const changed = [...changes]
      .filter(([sequence, ordinal]) => sequence >= from.nextChange && ordinal < from.nextOrdinal)
      .toSorted(([one], [other]) => one - other)
      .slice(0, BATCH_PRINTS);
    const again = this.wanted.flatMap(({ ordinal, fingerprint }) => {
      const one = prints[ordinal];
      return one?.fingerprint === fingerprint && one.content !== null ? [one] : [];
    });
    this.wanted = [];
    if (fresh.length + changed.length + again.length === 0) return null;
    const withBytes = [...again, ...fresh];
    const withoutBytes = fresh.length > 0 ? [] : changed.flatMap(([, ordinal]) => prints[ordinal] ?? []);
    const [lastSequence = from.nextChange - 1] = fresh.length > 0 ? [] : (changed.at(-1) ?? []);
    const batch: Batch = {
      nonce: crypto.randomUUID(),
      from,
      to: { nextOrdinal: from.nextOrdinal + fresh.length, nextChange: lastSequence + 1 },
      prints: [
        ...withBytes.map(({ print }) => print),
        ...withoutBytes.map(({ print }) => ({ ...print, contentLength: 0 })),
      ],
    };
    const contents = withBytes.map(({ content }) => content?.content ?? new Uint8Array(0));
    return { batch, contents };
  }

  private live(): ModelPrint | undefined {
    return this.random.pick(this.disk.prints.filter(({ print }) => print.removal === null));
  }

  private put(one: ModelPrint): void {
    const { prints, changes } = this.disk;
    const { ordinal } = one.print;
    prints[ordinal] = one;
    for (const [sequence, other] of changes) if (other === ordinal) changes.delete(sequence);
    changes.set(++this.disk.lastSequence, ordinal);
  }
}

/** Whether an order is of a print; one that was erased before it was sent has a fingerprint of its time alone. */
function isMeant({ print, fingerprint }: ModelPrint, ordered: string): boolean {
  const at = print.identifiedAt ?? print.createdAt;
  return fingerprint === ordered || fingerprintOfTime(at).toHex() === ordered;
}
