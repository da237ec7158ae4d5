/** What a raw connection wants done; in this order. */
export type RawEffect =
  | { readonly kind: "send"; readonly bytes: Uint8Array<ArrayBuffer> }
  | StoreEffect
  | SpoolEffect
  /** Send bytes on to the real printer. */
  | { readonly kind: "pass"; readonly bytes: Uint8Array }
  /** The bytes that are passed next ask the real printer for an answer in print order. */
  | { readonly kind: "ask"; readonly isBlock: boolean }
  /** Hold the real printer's answers back until `release`. */
  | { readonly kind: "hold" }
  | { readonly kind: "release" }
  /** What has been passed since the last job made no print. */
  | { readonly kind: "leaveOut" }
  /** Tell the real printer that nothing more comes; its last answers still count. */
  | { readonly kind: "finishPassing" }
  /** Leave the real printer. */
  | { readonly kind: "leave" }
  /** Close our side when all is sent: for the host, the sign that its job is kept. */
  | { readonly kind: "finish" }
  /** Break the connection: no sign that anything is kept. */
  | { readonly kind: "reset" }
  /** Something else than a print came; for the log. */
  | { readonly kind: "probe"; readonly what: string }
  /** A job could not be kept; for the log. */
  | { readonly kind: "refused"; readonly reason: string };

/** Store a job, and say by {@link RawConnection.completed} or `failed` how it went. */
export interface StoreEffect {
  readonly kind: "store";
  readonly ticket: number;
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly isIncomplete: boolean;
  readonly spoolKey: string | null;
  /** Whether some of it, or all, has gone through to the real printer. */
  readonly isPassing: boolean;
  /** Whether the printer was asked for an answer in print order after everything that it prints of it. */
  readonly isAskedAbout: boolean;
}

/** Make a part of the running job durable, and say how it went. */
export interface SpoolEffect {
  readonly kind: "spool";
  readonly ticket: number;
  readonly key: string;
  readonly part: Uint8Array<ArrayBuffer>;
  readonly isPassing: boolean;
}
