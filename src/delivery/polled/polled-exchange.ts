/** A request of a printer that comes to us. */
export interface PolledRequest {
  readonly method: string;
  /** The last query parameter of a name; `null` without one. */
  parameter(name: string): string | null;
  /** The body, within a limit. */
  body(): Promise<Uint8Array>;
}

/** What it is answered. */
export interface PolledAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer with nothing in it. */
export function emptyAnswer(status: number, type = "text/plain"): PolledAnswer {
  return { status, type, body: "" };
}
