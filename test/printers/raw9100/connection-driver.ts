import { PrinterMemory } from "../../../src/printers/answers/printer-memory.ts";
import { RawConnection } from "../../../src/printers/raw9100/raw-connection.ts";
import type { RawEffect } from "../../../src/printers/raw9100/connection-context.ts";
import { RAW_LIMITS, type RawLimits } from "../../../src/printers/raw9100/raw9100-limits.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";

/** Bytes of a text in which hexadecimal and quoted texts stand, such as `1B 40 "Total" 0A`. */
export function bytes(line: string): Uint8Array<ArrayBuffer> {
  const parts = line.match(/"[^"]*"|[0-9A-Fa-f]{2}/g) ?? [];
  return Uint8Array.from(
    parts.flatMap((part) =>
      part.startsWith('"') ? [...Buffer.from(part.slice(1, -1), "latin1")] : [Number.parseInt(part, 16)],
    ),
  );
}

/** Bytes as hexadecimal, `1B 40`. */
export function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

/** Text that a host sends. */
export function text(words: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(words, "latin1"));
}

type StoreEffect = Extract<RawEffect, { kind: "store" }>;
type SpoolEffect = Extract<RawEffect, { kind: "spool" }>;

/** A connection without a socket, its effects, and a clock of its own. */
export class ConnectionDriver {
  readonly connection: RawConnection;
  now = 1_000_000;
  /** Replies, each by itself. */
  readonly replies: Uint8Array[] = [];
  readonly stores: StoreEffect[] = [];
  readonly spools: SpoolEffect[] = [];
  /** What else than prints came. */
  readonly probes: string[] = [];
  /** `send`, `store` and so on, in order. */
  readonly order: string[] = [];
  private readonly tickets: number[] = [];

  constructor(
    readonly endpoint = new FakeEndpoint(),
    /** Whether everything is durable the moment it is handed over. */
    private readonly isDurableAtOnce = true,
    limits: Partial<RawLimits> = {},
    memory = new PrinterMemory(),
  ) {
    this.connection = new RawConnection(endpoint, memory, { ...RAW_LIMITS, ...limits }, this.now);
    endpoint.onChange(() => {
      this.connection.statusChanged(this.now);
      this.collect();
    });
  }

  /** All replies, as hexadecimal. */
  get said(): string {
    return this.replies.map(hex).join(" | ");
  }

  /** Whether our side was closed, and how. */
  get closing(): string | undefined {
    return this.order.find((kind) => kind === "finish" || kind === "reset");
  }

  /** The jobs that were handed over, as text of one character a byte. */
  get jobs(): string[] {
    return this.stores.map(({ raw }) => Buffer.from(raw).toString("latin1"));
  }

  send(data: Uint8Array<ArrayBuffer> | string): this {
    const chunk = typeof data === "string" ? bytes(data) : new Uint8Array(data);
    this.connection.receive(chunk, this.now);
    return this.collect();
  }

  /** Lets time pass, in steps of a tick. */
  wait(milliseconds: number): this {
    const end = this.now + milliseconds;
    while (this.now < end) {
      this.now = Math.min(end, this.now + RAW_LIMITS.tickMilliseconds);
      this.connection.tick(this.now);
      this.collect();
    }
    return this;
  }

  end(): this {
    this.connection.ended(this.now);
    return this.collect();
  }

  break(): this {
    this.connection.broken(this.now);
    return this.collect();
  }

  stop(): this {
    this.connection.stop(this.now);
    return this.collect();
  }

  /** The oldest of what was handed over is durable. */
  complete(): this {
    const ticket = this.tickets.shift();
    if (ticket !== undefined) this.connection.completed(ticket, this.now);
    return this.collect();
  }

  /** The oldest of what was handed over could not be kept. */
  fail(): this {
    const ticket = this.tickets.shift();
    if (ticket !== undefined) this.connection.failed(ticket, "the disk is full", this.now);
    return this.collect();
  }

  private collect(): this {
    for (;;) {
      const effects = this.connection.takeEffects();
      if (effects.length === 0) return this;
      for (const effect of effects) this.perform(effect);
      if (this.isDurableAtOnce) {
        for (const ticket of this.tickets.splice(0)) this.connection.completed(ticket, this.now);
      }
    }
  }

  private perform(effect: RawEffect): void {
    this.order.push(effect.kind);
    if (effect.kind === "send") this.replies.push(effect.bytes);
    if (effect.kind === "probe") this.probes.push(effect.what);
    if (effect.kind === "store") this.stores.push(effect);
    if (effect.kind === "spool") this.spools.push(effect);
    if (effect.kind === "store" || effect.kind === "spool") this.tickets.push(effect.ticket);
  }
}
