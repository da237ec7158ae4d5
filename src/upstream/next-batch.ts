import type { Offer, Upstream } from "../storage/upstream-store.ts";
import type { OutgoingPrint, PrintSource } from "./print-source.ts";
import { BATCH_LIMITS, type ShipCursor } from "../contract/upstream-messages.ts";
import { encodeBatch } from "./batch-packing.ts";

/** A batch that is ready to go. */
export interface ReadyBatch {
  readonly offer: Offer;
  readonly packed: Uint8Array<ArrayBuffer>;
  /** How many prints are in it. */
  readonly prints: number;
}

/** What a print's own facts take of a batch, about: its bytes come in addition. */
const FACTS_BYTES = 600;

/** Gathers prints until a batch is full. The first fits, however large it is. */
class Gathered {
  readonly prints: OutgoingPrint[] = [];
  private bytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** @returns whether there was room for it */
  take(print: OutgoingPrint): boolean {
    const { tag, recognition = "" } = print.print;
    const size = print.content.length + tag.length + recognition.length + FACTS_BYTES;
    const isFull = this.bytes + size > this.mostBytes || this.prints.length === BATCH_LIMITS.prints;
    if (this.prints.length > 0 && isFull) return false;
    this.prints.push(print);
    this.bytes += size;
    return true;
  }
}

/**
 * The next batch for an archive: new prints, and where there are none, what has changed.
 * @param end the ordinal that the next print will have
 * @param mostBytes of a batch before it is packed
 * @returns `null` where there is nothing to send
 */
export function nextBatch(
  source: PrintSource,
  upstream: Upstream,
  end: number,
  mostBytes: number,
): ReadyBatch | null {
  return source.inSnapshot(() =>
    upstream.nextOrdinal < end
      ? newPrints(source, upstream, end, mostBytes)
      : changedPrints(source, upstream, mostBytes),
  );
}

function newPrints(source: PrintSource, upstream: Upstream, end: number, mostBytes: number): ReadyBatch {
  const { workspaceId, nextOrdinal, nextChange } = upstream;
  const gathered = new Gathered(mostBytes);
  let reached = Math.min(end, nextOrdinal + BATCH_LIMITS.prints);
  for (const outgoing of source.printsOf(workspaceId, nextOrdinal, reached)) {
    if (gathered.take(outgoing)) continue;
    reached = outgoing.ordinal;
    break;
  }
  const through = source.lastChange(workspaceId);
  const to = { nextOrdinal: reached, nextChange };
  return ready(upstream, to, [nextOrdinal, reached], through, gathered.prints);
}

function changedPrints(source: PrintSource, upstream: Upstream, mostBytes: number): ReadyBatch | null {
  const { workspaceId, nextOrdinal, nextChange } = upstream;
  const gathered = new Gathered(mostBytes);
  let reached: number | null = null;
  for (const change of source.changesFrom(workspaceId, nextChange)) {
    const outgoing = source.changed(workspaceId, change);
    if (outgoing !== null && !gathered.take(outgoing)) break;
    reached = change.sequence;
  }
  if (reached === null) return null;
  const to = { nextOrdinal, nextChange: reached + 1 };
  return ready(upstream, to, [nextOrdinal, nextOrdinal], reached, gathered.prints);
}

function ready(
  { nextOrdinal, nextChange }: Upstream,
  to: ShipCursor,
  prints: Offer["prints"],
  through: number,
  outgoing: readonly OutgoingPrint[],
): ReadyBatch {
  const nonce = crypto.randomUUID();
  const batch = {
    nonce,
    from: { nextOrdinal, nextChange },
    to,
    prints: outgoing.map(({ print }) => print),
  };
  const packed = encodeBatch(
    batch,
    outgoing.map(({ content }) => content),
  );
  return { offer: { nonce, to, prints, through, reviewEnd: 0 }, packed, prints: outgoing.length };
}
