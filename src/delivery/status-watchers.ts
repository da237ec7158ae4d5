/** Which printers' statuses hosts look at now: those printers are asked more often how they are. */
export class StatusWatchers {
  /** Until when a host that asked counts, by printer. */
  private readonly noticedUntil = new Map<number, number>();
  private readonly timer: Timer;

  /** @param milliseconds how long a host counts that asked */
  constructor(
    private readonly milliseconds: number,
    private readonly onChange: (printerId: number, isWatched: boolean) => void,
  ) {
    this.timer = setInterval(() => this.expire(), milliseconds);
    this.timer.unref();
  }

  /** A host has asked for the status. */
  notice(printerId: number): void {
    const isNew = !this.isWatched(printerId);
    this.noticedUntil.set(printerId, performance.now() + this.milliseconds);
    if (isNew) this.onChange(printerId, true);
  }

  isWatched(printerId: number): boolean {
    return performance.now() < (this.noticedUntil.get(printerId) ?? 0);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private expire(): void {
    for (const [printerId, until] of this.noticedUntil) {
      if (performance.now() < until) continue;
      this.noticedUntil.delete(printerId);
      this.onChange(printerId, false);
    }
  }
}
