/**
 * Remembers what was read for one turn of the event loop. Requests that arrive together share a read, and a change
 * made elsewhere, such as a token revoked by a command, still counts from the next turn on.
 */
export class TurnCache<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly read: (key: string) => Value) {}

  get(key: string): Value {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const value = this.read(key);
    if (this.values.size === 0) setImmediate(() => this.values.clear());
    this.values.set(key, value);
    return value;
  }
}
