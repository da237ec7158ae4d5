/** Which printers' statuses hosts look at now: those printers are asked more often how they are. */
export class StatusWatchers {
  /** Hosts that are connected, by printer. */
  private readonly connected = new Map<number, number>();
  /** Until when a host that asked once counts, by printer. */
  private readonly noticedUntil = new Map<number, number>();
  private readonly timer: Timer;

  /** @param milliseconds how long a host counts that asked once */
  constructor(
    private readonly milliseconds: number,
    private readonly onChange: (printerId: number, isWatched: boolean) => void,
  ) {
    this.timer = setInterval(() => this.expire(), milliseconds);
    this.timer.unref();
  }

  /** A host is connected that hears of status changes. @returns what says that it has gone */
  watch(printerId: number): () => void {
    this.add(printerId, 1);
    let isThere = true;
    return () => {
      if (isThere) this.add(printerId, -1);
      isThere = false;
    };
  }

  /** A host has asked for the status. */
  notice(printerId: number): void {
    const isNew = !this.isWatched(printerId);
    this.noticedUntil.set(printerId, performance.now() + this.milliseconds);
    if (isNew) this.tell(printerId);
  }

  isWatched(printerId: number): boolean {
    return (
      (this.connected.get(printerId) ?? 0) > 0 || performance.now() < (this.noticedUntil.get(printerId) ?? 0)
    );
  }

  close(): void {
    clearInterval(this.timer);
  }

  private add(printerId: number, count: number): void {
    const connected = (this.connected.get(printerId) ?? 0) + count;
    if (connected > 0) this.connected.set(printerId, connected);
    else this.connected.delete(printerId);
    this.tell(printerId);
  }

  private expire(): void {
    for (const [printerId, until] of this.noticedUntil) {
      if (performance.now() < until) continue;
      this.noticedUntil.delete(printerId);
      this.tell(printerId);
    }
  }

  private tell(printerId: number): void {
    this.onChange(printerId, this.isWatched(printerId));
  }
}
