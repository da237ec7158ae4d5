import { Counter } from "./counter.ts";
import { CustomerDisplay } from "./customer-display.ts";
import { DisplayList } from "./display-list.ts";
import { GraphicsReader } from "./graphics-data.ts";
import { GraphicsStore } from "./graphics-store.ts";
import { isStar, type PrinterLanguage } from "./language.ts";
import { LineComposer } from "./line-composer.ts";
import { LogoSettings } from "./logos.ts";
import { Macro } from "./macro.ts";
import { PageComposer } from "./page/page-composer.ts";
import { PrinterState } from "./printer-state.ts";
import { RasterMode } from "./star/raster-mode.ts";
import { StarSettings } from "./star/star-settings.ts";
import { SymbolCache } from "./symbol-cache.ts";
import { SymbolMemory } from "./symbol-memory.ts";
import type { Layer, Surface } from "./surface.ts";
import { CharacterCoding, type TextCoding } from "./text/character-coding.ts";
import type { DrawerPulse, Printer, ReceiptEvent } from "./receipt.ts";
import { UserDefinedCharacters } from "./user-defined-characters.ts";

/** The printer that a print is run on: what commands read and change. */
export class Machine {
  readonly list: DisplayList;
  state: PrinterState;
  readonly line: LineComposer;
  readonly page: PageComposer;
  /** Where printing goes: the line in standard mode, the page in page mode. */
  surface: Surface;
  /** False after ESC = chose the customer display alone. */
  selected = true;
  /** GS ( L functions 112 and 113, until function 50 prints them. */
  storedGraphics: Layer[] = [];
  readonly graphicsReader: GraphicsReader;
  readonly graphics = new GraphicsStore();
  readonly userDefined = new UserDefinedCharacters();
  readonly counter = new Counter();
  readonly macro = new Macro();
  readonly logos = new LogoSettings();
  readonly display = new CustomerDisplay();
  /** Steps of slanting lines drawn so far (GS ( Q function 48). */
  slantingSteps = 0;
  /** GS ( Q function 51: where each open vertical rule started, by its distance from the left in dots. */
  readonly openRules = new Map<
    number,
    { readonly y: number; readonly thickness: number; readonly from: number }
  >();
  /** Settings and stored data of bar codes and symbols, until ESC @. */
  symbols: SymbolMemory;
  /** Star's rows of dots, between ESC * r A and ESC * r B. */
  readonly rasterMode: RasterMode;
  /** Symbols already drawn in this print. */
  readonly symbolCache = new SymbolCache();

  constructor(printer: Printer, settle: () => TextCoding) {
    const { model, widthDots, profile } = printer;
    this.list = new DisplayList(printer);
    this.rasterMode = new RasterMode(this.list);
    this.symbols = new SymbolMemory(isStar(model.language));
    this.graphicsReader = new GraphicsReader(this.list);
    const coding = new CharacterCoding(isStar(model.language) ? "star-line" : profile, settle);
    this.state = new PrinterState(model, widthDots, coding);
    this.line = new LineComposer(this.list, this.state);
    this.page = new PageComposer(this.list, this.state);
    this.surface = this.line;
  }

  /** ESC @: drops what waits to be printed and resets every mode. */
  initialize(): void {
    const { model, paperWidth, coding, star } = this.state;
    coding.reset();
    this.state = new PrinterState(model, paperWidth, coding);
    this.state.star = new StarSettings(this.list.y, star.hasTwoColors);
    this.line.state = this.state;
    this.page.state = this.state;
    this.line.discardLine();
    this.leavePageMode();
    this.storedGraphics = [];
    this.graphics.reset();
    this.userDefined.reset();
    this.openRules.clear();
    this.rasterMode.leave();
    this.symbols = new SymbolMemory(isStar(this.language));
  }

  /** The language that the print is in. */
  get language(): PrinterLanguage {
    return this.state.model.language;
  }

  get inPageMode(): boolean {
    return this.surface === this.page;
  }

  enterPageMode(): void {
    this.state.pageMode = true;
    this.surface = this.page;
    this.page.directionChanged();
  }

  /** Back to standard mode; the page is dropped. */
  leavePageMode(): void {
    this.state.pageMode = false;
    this.surface = this.line;
    this.page.leave();
  }

  /** Something the printer does beside the paper, at the place the paper is now. */
  event(kind: ReceiptEvent["kind"], label: string, pulse?: DrawerPulse): void {
    const { y, line, from, to } = this.list;
    this.list.addEvent({ kind, label, y, line, from, to, ...(pulse !== undefined && { pulse }) });
  }
}
