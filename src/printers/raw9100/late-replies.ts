/** The replies of a simulated slow printer: each is late, and none overtakes another. */
export class LateReplies {
  private waiting: { readonly dueAt: number; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];

  constructor(private readonly delayMilliseconds: number) {}

  get length(): number {
    return this.waiting.length;
  }

  add(bytes: Uint8Array<ArrayBuffer>, now: number): void {
    const last = this.waiting.at(-1)?.dueAt ?? 0;
    this.waiting.push({ dueAt: Math.max(now + this.delayMilliseconds, last), bytes });
  }

  /** Takes those whose time has come. */
  due(now: number): readonly Uint8Array<ArrayBuffer>[] {
    const count = this.waiting.findIndex(({ dueAt }) => dueAt > now);
    return this.waiting.splice(0, count < 0 ? this.waiting.length : count).map(({ bytes }) => bytes);
  }

  clear(): void {
    this.waiting = [];
  }
}
