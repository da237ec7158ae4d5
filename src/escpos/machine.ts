import type { Command } from "./command.ts";
import { DisplayList } from "./display-list.ts";
import { LineComposer } from "./line-composer.ts";
import { PageCollector } from "./page-collector.ts";
import { PrinterState } from "./printer-state.ts";
import type { Layer, Surface } from "./surface.ts";

/** Dots of one column of paper: the width of font A. */
const COLUMN_DOTS = 12;

/** The printer that a print is run on: what the command handlers read and change. */
export class Machine {
  readonly list: DisplayList;
  readonly state: PrinterState;
  readonly line: LineComposer;
  readonly page: PageCollector;
  /** Where printing goes: the line in standard mode, the page in page mode. */
  surface: Surface;
  /** False after ESC = chose the customer display alone. */
  selected = true;
  /** GS ( L functions 112 and 113, until function 50 prints them. */
  storedGraphics: Layer[] = [];
  /** GS ( k function 80: the data of each kind of symbol, until it is replaced or ESC @. */
  readonly symbolData = new Map<number, Uint8Array>();

  constructor(columns: number) {
    const widthDots = columns * COLUMN_DOTS;
    this.list = new DisplayList(columns, widthDots);
    this.state = new PrinterState(widthDots);
    this.line = new LineComposer(this.list, this.state);
    this.page = new PageCollector(this.state);
    this.surface = this.line;
  }

  /** ESC @: drops what waits to be printed and resets every mode. */
  initialize(): void {
    this.state.reset();
    this.line.discardLine();
    this.leavePageMode();
    this.storedGraphics = [];
    this.symbolData.clear();
  }

  get inPageMode(): boolean {
    return this.surface === this.page;
  }

  enterPageMode(): void {
    this.page.clear();
    this.surface = this.page;
  }

  /** Back to standard mode; the page is dropped. */
  leavePageMode(): void {
    this.page.clear();
    this.surface = this.line;
  }

  /** Prints the page as a placeholder, on lines of its own. */
  printPage(): void {
    if (!this.page.blank) this.line.placeholder(this.page.label);
  }

  /** A drawer kick or a beep at the place the paper is now. */
  event(kind: "drawer" | "buzzer", label: string, command: Command): void {
    const { y, line } = this.list;
    this.list.addEvent({ kind, label, y, line, offset: command.offset });
  }
}

/** What a command does to the machine. */
export type Handler = (machine: Machine, command: Command) => void;

/** Handlers by the name of their command. */
export type Handlers = Readonly<Record<string, Handler>>;
