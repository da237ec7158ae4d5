/** An event of the service's stream. */
export interface StreamEvent {
  /** What happened, such as `print.created`. */
  readonly kind: string;
  /** Behind which the stream goes on. */
  readonly id: string;
  /** What the event tells; each kind has its own. */
  readonly data: unknown;
}

/** Reads a stream of server-sent events (WHATWG HTML, section 9.2.6) from its pieces. */
export class EventLines {
  private rest = "";
  private kind = "";
  private id = "";
  private data = "";

  /** @returns the events that are whole with this piece */
  read(piece: string): StreamEvent[] {
    const lines = (this.rest + piece).split("\n");
    this.rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.readLine(line));
  }

  private readLine(line: string): StreamEvent[] {
    if (line === "") return this.end();
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).replace(/^ /, "");
    // A line that begins with a colon only shows that the service is alive.
    if (colon <= 0) return [];
    const name = line.slice(0, colon);
    if (name === "event") this.kind = value;
    else if (name === "id") this.id = value;
    else if (name === "data") this.data += value;
    return [];
  }

  private end(): StreamEvent[] {
    const { kind, id, data } = this;
    this.kind = "";
    this.data = "";
    return data === "" ? [] : [{ kind, id, data: JSON.parse(data) }];
  }
}
