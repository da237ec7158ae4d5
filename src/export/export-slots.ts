import type { Awaitable } from "../domain/awaitable.ts";
import { TillrollError } from "../domain/errors.ts";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import type { ExportBegun } from "./messages.ts";

/** Who an export is for. */
export interface ExportClient {
  /** Tells that the client has gone. */
  readonly signal: AbortSignal;
  /** Whether it may still have what it asked for. */
  readonly isAllowed: () => Awaitable<boolean>;
}

/** An export under way. */
export interface StartedExport extends ExportBegun {
  /** All its bytes. Nothing is read before the client has taken what was made before. */
  readonly body: ReadableStream<Uint8Array>;
  /** Ends it before its body is read. */
  end(): void;
}

/** What makes the bytes of an export. */
export interface ExportSource {
  /** Finds its prints. */
  begin(): Promise<ExportBegun>;
  /** The next bytes, `null` after the last ones. */
  next(): Promise<Uint8Array | null>;
  end(reason: string): void;
}

/** The exports under way, of which there are a few at a time. Each ends with its client, and when that takes nothing. */
export class ExportSlots {
  private readonly underWay = new Set<() => void>();
  private isClosed = false;

  /** @param stallMilliseconds how long a client may take nothing */
  constructor(private readonly stallMilliseconds: number = EXPORT_LIMITS.stallMilliseconds) {}

  /**
   * Finds the prints of an export.
   * @param open is called where there is room for one more
   * @throws TillrollError RATE_LIMIT_EXCEEDED when too many are under way, and what `begin` throws
   */
  async start({ signal, isAllowed }: ExportClient, open: () => ExportSource): Promise<StartedExport> {
    const { atOnce } = EXPORT_LIMITS;
    signal.throwIfAborted();
    if (this.underWay.size >= atOnce) {
      const message = `There are ${atOnce} exports under way already; wait for one, or cancel it.`;
      throw new TillrollError("RATE_LIMIT_EXCEEDED", message, { exports: atOnce, retryAfterSeconds: 10 });
    }
    const source = open();
    const end = () => {
      if (!this.underWay.delete(end)) return;
      signal.removeEventListener("abort", end);
      source.end(this.isClosed ? "the service is stopping" : "the export was ended");
    };
    this.underWay.add(end);
    signal.addEventListener("abort", end);
    try {
      const begun = await source.begin();
      return { ...begun, body: this.bodyOf(source, end, isAllowed), end };
    } catch (error) {
      end();
      throw error;
    }
  }

  close(): void {
    this.isClosed = true;
    for (const end of this.underWay) end();
  }

  private bodyOf(
    source: ExportSource,
    end: () => void,
    isAllowed: () => Awaitable<boolean>,
  ): ReadableStream<Uint8Array> {
    const isUnderWay = () => this.underWay.has(end);
    let stall: Timer | undefined;
    const finish = () => {
      clearTimeout(stall);
      end();
    };
    // One that takes nothing would keep others from theirs for ever.
    const watch = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const giveUp = () => {
        end();
        controller.error(new Error("the client takes nothing"));
      };
      stall = setTimeout(giveUp, this.stallMilliseconds);
      stall.unref();
    };
    return new ReadableStream<Uint8Array>(
      {
        start: watch,
        async pull(controller) {
          clearTimeout(stall);
          try {
            if (!isUnderWay() || !(await isAllowed())) throw new Error("the export was ended");
            const chunk = await source.next();
            if (chunk !== null) {
              controller.enqueue(chunk);
              return watch(controller);
            }
            finish();
            controller.close();
          } catch (error) {
            // The client sees a body that breaks off, and takes it for no whole file.
            finish();
            throw error;
          }
        },
        cancel: finish,
      },
      { highWaterMark: 0 },
    );
  }
}
