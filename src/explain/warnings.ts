import type { Command } from "../escpos/command.ts";
import { isStar } from "../escpos/language.ts";
import { MAXIMUM_WARNINGS } from "../escpos/limits.ts";
import type { Machine } from "../escpos/machine.ts";
import { PRINTER_MODELS } from "../escpos/models/models.ts";
import { type PrinterModel, titleOf, unitsPerDotOf } from "../escpos/models/printer-model.ts";
import type { Piece, RasterPiece, Receipt } from "../escpos/receipt.ts";
import { count } from "../escpos/sentence.ts";
import { has, missing, type Problem, type WarningCode } from "../escpos/warning.ts";

/** Something that the printer does not print as it was meant, and what to do about it. */
export interface Warning extends Problem {
  /** Bytes from the start of the print to the command, and of it: of the first, where several have the same. */
  readonly offset: number;
  readonly length: number;
  /** The command's name in the reference of its language. */
  readonly name: string;
  /** How often the print does it. */
  readonly times: number;
}

/** Dots: strips of one picture are no further apart; what is further apart are pictures of their own. */
const FARTHEST_STRIPS = 24;

/** A strip of a picture: its command, and what the line spacing has to be for the next one to follow without a gap. */
interface Strip {
  readonly command: Command;
  readonly advice: (height: number) => string;
}

/** Finds, while a print is run and when it has ended, what its printer does not print as it was meant. */
export class Warnings {
  private readonly bySentence = new Map<string, Warning & { times: number }>();
  /** Offsets of the commands that have one. */
  private readonly warned = new Set<number>();
  private readonly strips = new Map<number, Strip>();

  /** Looks at a command that is about to be run. */
  before(machine: Machine, command: Command): void {
    const { list, state } = machine;
    const { needs, check, isStrip } = command.form.record;
    list.lastTooWide = undefined;
    if (command.kind === "unknown" && !command.truncated) {
      this.add(
        "unknown-command",
        command,
        "No printer has this command: its bytes are dropped, and what follows may be printed",
      );
    }
    if (command.truncated) this.add("incomplete-command", command, "The print ends inside this command");
    if (!machine.selected || command.truncated) return;
    const needed = typeof needs === "function" ? needs(command) : [needs];
    for (const need of needed) {
      if (need !== undefined && !has(state.model, need)) this.addProblem(command, missing(state.model, need));
    }
    this.addProblem(command, check?.(machine, command));
    if (isStrip === true) this.strips.set(command.offset, { command, advice: spacingAdvice(machine) });
  }

  /** Looks at what running a command left. */
  after({ list }: Machine, command: Command): void {
    if (list.lastTooWide === undefined) return;
    const { wanted, areaWidth } = list.lastTooWide;
    const what = `It is ${count(wanted, "dot")} wide, and the print area ${areaWidth}`;
    this.add("too-wide", command, `${what}: send it at most as wide as the print area`);
  }

  /** Takes something that is not on the paper, unless a warning says why already. */
  notPrinted(command: Command, sentence: string): void {
    if (!this.warned.has(command.offset)) this.add("not-printed", command, sentence);
  }

  /** All warnings, in the order of the print. */
  finish(receipt: Receipt): Warning[] {
    this.findGaps(receipt.pieces);
    const language = otherLanguage(receipt);
    const found = [...this.bySentence.values()].toSorted((a, b) => a.offset - b.offset);
    return language === undefined ? found : [language, ...found];
  }

  /** Strips of one picture, one under the other, with white paper between them. */
  private findGaps(pieces: readonly Piece[]): void {
    for (const [index, below] of pieces.entries()) {
      const above = pieces[index - 1];
      if (above?.kind !== "raster" || below.kind !== "raster") continue;
      const strip = this.strips.get(above.from);
      const gap = below.y - above.y - above.height;
      if (strip === undefined || !this.strips.has(below.from) || gap <= 0 || gap > FARTHEST_STRIPS) continue;
      if (!looksAlike(above, below)) continue;
      const what = `White rows, ${count(gap, "dot")}, between this strip of a picture and the next`;
      this.add("gap", strip.command, `${what}: ${strip.advice(below.height)}`);
    }
  }

  private addProblem(command: Command, problem: Problem | undefined): void {
    if (problem !== undefined) this.add(problem.code, command, problem.sentence);
  }

  private add(code: WarningCode, { offset, length, name }: Command, sentence: string): void {
    this.warned.add(offset);
    const key = `${code} ${name} ${sentence}`;
    const known = this.bySentence.get(key);
    if (known !== undefined) known.times++;
    else if (this.bySentence.size < MAXIMUM_WARNINGS) {
      this.bySentence.set(key, { code, offset, length, name, sentence, times: 1 });
    }
  }
}

/** How to set the line spacing so that strips touch, by what motion units are on now. */
function spacingAdvice({ state }: Machine): Strip["advice"] {
  const { model, verticalUnits } = state;
  if (isStar(model.language)) return () => "send ESC 0 before them, for lines of 24 dots";
  const own = unitsPerDotOf(model);
  const present = (verticalUnits || model.verticalUnits) / model.dotsPerInchAlong;
  return (height) => {
    if (Number.isInteger(height * present)) return `send ESC 3 ${height * present} before them`;
    return `send GS P 0 0 and ESC 3 ${Math.floor(height * own)} before them, in the printer's own motion units`;
  };
}

function looksAlike(a: RasterPiece, b: RasterPiece): boolean {
  return a.x === b.x && a.columns === b.columns && a.scaleX === b.scaleX && a.scaleY === b.scaleY;
}

/** A print in a language that the chosen printer does not speak is read in its own all the same. */
function otherLanguage({ printer, language, source }: Receipt): Warning | undefined {
  const { model } = printer.choice;
  if (model === undefined) return undefined;
  const chosen: PrinterModel = PRINTER_MODELS[model];
  if (isStar(chosen.language) === isStar(language)) return undefined;
  const [theirs, own] = isStar(language) ? ["Star's", "ESC/POS"] : ["ESC/POS", "Star's"];
  const sentence = `These commands are ${theirs}, and the ${titleOf(chosen)} speaks ${own}: it prints something else`;
  return { code: "other-language", offset: 0, length: source.length, name: "", sentence, times: 1 };
}
