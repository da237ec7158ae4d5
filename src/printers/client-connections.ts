/** Counts the connections of each client address, so that one alone never has all of them. */
export class ClientConnections {
  private readonly counts = new Map<string, number>();
  private total = 0;

  /**
   * @param most connections at a time, from everywhere
   * @param mostOfClient from one address
   */
  constructor(
    readonly most: number,
    readonly mostOfClient: number,
  ) {}

  /** Connections at the moment. */
  get count(): number {
    return this.total;
  }

  /** Whether there are as many as there may be. */
  get isFull(): boolean {
    return this.total >= this.most;
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
    this.total++;
    this.counts.set(client, this.of(client) + 1);
  }

  leave(client: string): void {
    this.total--;
    const left = this.of(client) - 1;
    if (left > 0) this.counts.set(client, left);
    else this.counts.delete(client);
  }
}
