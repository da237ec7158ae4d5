/** Counts the connections of each client address, so that one alone never has all of them. */
export class ClientConnections {
  private readonly counts = new Map<string, number>();
  /** Connections at the moment. */
  count = 0;

  /** @param most connections at a time, from everywhere @param mostOfClient from one address */
  constructor(
    readonly most: number,
    readonly mostOfClient: number,
  ) {}

  /** Whether there are as many as there may be. */
  get isFull(): boolean {
    return this.count >= this.most;
  }

  /** Whether a client has as many as it may have. */
  isFullFor(client: string): boolean {
    return this.of(client) >= this.mostOfClient;
  }

  /** Connections of a client. */
  of(client: string): number {
    return this.counts.get(client) ?? 0;
  }

  enter(client: string): void {
    this.count++;
    this.counts.set(client, this.of(client) + 1);
  }

  leave(client: string): void {
    this.count--;
    const left = this.of(client) - 1;
    if (left > 0) this.counts.set(client, left);
    else this.counts.delete(client);
  }
}
