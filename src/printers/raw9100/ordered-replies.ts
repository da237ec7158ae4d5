interface Entry {
  /** Of a barrier: what must be durable before anything behind it is answered; 0 for a reply. */
  readonly ticket: number;
  isDone: boolean;
  readonly reply: (() => void) | undefined;
}

/** The replies of a connection that are given in print order, and what must be durable before them. */
export class OrderedReplies {
  private entries: Entry[] = [];

  get length(): number {
    return this.entries.length;
  }

  /** Lets nothing that is added from now on pass before the ticket is settled. */
  await(ticket: number): void {
    this.entries.push({ ticket, isDone: false, reply: undefined });
  }

  /** @param reply called when everything before it is durable and the printer is online */
  add(reply: () => void): void {
    this.entries.push({ ticket: 0, isDone: true, reply });
  }

  /** What the ticket stands for is durable. */
  settle(ticket: number): void {
    const entry = this.entries.find((candidate) => candidate.ticket === ticket);
    if (entry !== undefined) entry.isDone = true;
  }

  clear(): void {
    this.entries = [];
  }

  /** Gives the replies whose turn it is. @param isHeld asked before each: an offline printer gives none */
  release(isHeld: () => boolean): void {
    let count = 0;
    for (const { isDone, reply } of this.entries) {
      if (!isDone || (reply !== undefined && isHeld())) break;
      count++;
      reply?.();
    }
    if (count > 0) this.entries.splice(0, count);
  }
}
