import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { StarAnswering, StarStatusRequest } from "../../escpos/answers.ts";
import { SymbolMemory } from "../../escpos/symbol-memory.ts";
import { symbolKind } from "../../escpos/symbol-settings.ts";
import { starAutomaticStatus, starStatus } from "../status/star-status.ts";
import type { Answers } from "./requests.ts";

/** Counts of ETB: five bits. */
const COUNTS = 32;

/** Dots of the widest line that a Star printer of 80 mm prints. */
const PAPER_DOTS = 576;

/** The requests of one connection to a Star printer. */
export class StarRequests implements StarAnswering {
  symbols = new SymbolMemory(true);
  private isWatching = false;
  /** Whether the host has just begun to watch, and an ETB may follow that tells the status. */
  private owesStatus = false;
  private printed = { count: 0, isDone: false };
  /** The symbol that was measured last: hosts may ask for it as often as they like. */
  private measured: { readonly data: Uint8Array; readonly key: string; readonly width: number } | undefined;

  constructor(private readonly answers: Answers) {}

  /** What tells a real printer to watch as this one does; undefined when nothing is watched. */
  get watching(): Uint8Array | undefined {
    return this.isWatching ? Uint8Array.of(0x1b, 0x1e, 0x61, 0x01) : undefined;
  }

  forgetSymbols(): void {
    this.symbols = new SymbolMemory(true);
  }

  tellStatus(request: StarStatusRequest): void {
    this.settle();
    this.answers.send(Uint8Array.of(starStatus(request, this.answers.context.status)));
  }

  tellAutomaticStatus(): void {
    this.owesStatus = false;
    this.answers.send(this.automaticStatus());
  }

  watchStatus(isOn: boolean): void {
    const watch = (): void => {
      this.isWatching = isOn;
      this.owesStatus = isOn;
    };
    // A printer that is switched off or out of reach takes in no commands; one with another fault tells of it.
    const { context, isSilent } = this.answers;
    if (context.status.isReachable || isSilent) watch();
    else this.answers.inOrder(watch);
  }

  /**
   * Tells the status to a host that has begun to watch, unless an ETB followed at once that tells it: hosts count the
   * answers to learn what is printed (receiptio). Called when some time has passed.
   */
  settle(): void {
    if (this.owesStatus) this.tellAutomaticStatus();
  }

  countPrinted(): void {
    this.owesStatus = false;
    const count = (): void => {
      this.printed = { count: (this.printed.count + 1) % COUNTS, isDone: true };
      if (this.isWatching) this.tellAutomaticStatus();
    };
    // A host that watches waits to hear that its document is printed.
    if (this.isWatching) this.answers.afterJob(count);
    else this.answers.inOrder(count);
  }

  clearCount(): void {
    // Behind every ETB before it that waits for its turn.
    this.answers.inOrder(() => (this.printed = { count: 0, isDone: false }));
  }

  tellPrinted(mark: Uint8Array): void {
    const bytes = Uint8Array.from(mark);
    this.answers.afterJob(() => this.answers.send(bytes));
  }

  tellSymbolSize(kind: number, header: readonly number[]): void {
    const width = this.widthOf(kind);
    this.answers.inOrder(() => this.answers.send(Uint8Array.of(...header, width & 0xff, width >> 8)));
  }

  /** Tells of a change, if the host wants to know. */
  statusChanged(before: PrinterStatus, after: PrinterStatus): void {
    const [old, now] = [before, after].map((status) => starAutomaticStatus(status, this.printed));
    if (this.isWatching && now !== undefined && !Bun.deepEquals(old, now)) this.answers.send(now);
  }

  private automaticStatus(): Uint8Array<ArrayBuffer> {
    return starAutomaticStatus(this.answers.context.status, this.printed);
  }

  /** Dots of the symbol whose data is kept, 0 for none that can be printed. Its modules are not drawn for it. */
  private widthOf(kind: number): number {
    const kept = this.symbols.kept.get(kind);
    if (kept === undefined) return 0;
    const { data } = kept;
    const { key, draw } = symbolKind(kind).drawing(this.symbols, PAPER_DOTS);
    if (this.measured?.data !== data || this.measured.key !== key) {
      const drawing = draw(data);
      const width = "problem" in drawing ? 0 : drawing.raster.columns * drawing.scaleX;
      this.measured = { data, key, width: width > PAPER_DOTS ? 0 : width };
    }
    return this.measured.width;
  }
}
