/**
 * Puts sources together that are each in an order, so that all are in that order.
 * @param sources their items piece by piece
 * @param compare as of `sort`
 * @yields the next item; `null` after a piece was read, for whoever lets others run
 */
export function* merged<Item extends object>(
  sources: readonly Iterator<readonly Item[], void>[],
  compare: (one: Item, other: Item) => number,
): Generator<Item | null, void> {
  const open = sources.map((source) => ({ source, items: [] as readonly Item[], next: 0, isAtEnd: false }));
  for (;;) {
    let first: (typeof open)[number] | null = null;
    for (const line of open) {
      while (line.next >= line.items.length && !line.isAtEnd) {
        const { done, value } = line.source.next();
        line.isAtEnd = done === true;
        line.items = value ?? [];
        line.next = 0;
        yield null;
      }
      const head = line.items[line.next];
      const best = first?.items[first.next];
      if (head !== undefined && (best === undefined || compare(head, best) < 0)) first = line;
    }
    const item = first?.items[first.next];
    if (first === null || item === undefined) return;
    first.next++;
    yield item;
  }
}
