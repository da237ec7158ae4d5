interface Line<Item> {
  readonly items: Item[];
  /** Of `items`, those that have gone already; cut off together, because taking the first of many is slow. */
  taken: number;
  /** Bytes it may still take in its turn. */
  credit: number;
}

/** Items of a line that may have gone before they are cut off. */
const MOST_TAKEN = 256;

/**
 * A line for each client, served in turn (deficit round robin): with each turn a client may take some bytes more, so
 * that neither many requests nor huge ones of one client hold up another's. Within a line the order stays.
 */
export class FairQueue<Item extends { readonly bytes: number }> {
  /** Items that wait. */
  length = 0;
  private readonly lines = new Map<string, Line<Item>>();

  /** @param turnBytes what a client gets with each turn, bytes */
  constructor(private readonly turnBytes: number) {}

  /** Puts an item at the end of its client's line. */
  add(client: string, item: Item): void {
    const line = this.lines.get(client);
    if (line === undefined) this.lines.set(client, { items: [item], taken: 0, credit: this.turnBytes });
    else line.items.push(item);
    this.length++;
  }

  /** The item that {@link take} would take; `undefined` when none waits. */
  next(): Item | undefined {
    for (;;) {
      const [entry] = this.lines;
      if (entry === undefined) return undefined;
      const [client, line] = entry;
      const item = line.items[line.taken];
      // Alone there is nobody to give way to, and no reason to count.
      if (item === undefined || this.lines.size === 1 || line.credit >= item.bytes) return item;
      line.credit += this.turnBytes;
      this.lines.delete(client);
      this.lines.set(client, line);
    }
  }

  /** Takes the item whose turn it is. */
  take(): Item | undefined {
    const item = this.next();
    const [entry] = this.lines;
    if (item === undefined || entry === undefined) return undefined;
    const [client, line] = entry;
    line.credit = Math.max(0, line.credit - item.bytes);
    line.taken++;
    this.length--;
    // A line that has become empty loses its credit: nobody saves turns up.
    if (line.taken === line.items.length) this.lines.delete(client);
    else if (line.taken >= MOST_TAKEN) {
      line.items.splice(0, line.taken);
      line.taken = 0;
    }
    return item;
  }

  /** Takes everything, in no fair order. */
  takeAll(): Item[] {
    const all = [...this.lines.values()].flatMap(({ items, taken }) => items.slice(taken));
    this.lines.clear();
    this.length = 0;
    return all;
  }
}
