import type { Rectangle } from "../../escpos/receipt.ts";
import type { Raster } from "../../escpos/raster.ts";
import type { RecognisedLine, RecognisedPicture, RecognisedWord } from "../recognised.ts";
import { noteAlternatives } from "./alternatives.ts";
import { checkAmounts } from "./amounts.ts";
import { readCodes } from "./codes.ts";
import { type Dots, dotsOf, erase } from "./dots.ts";
import { boxInPicture, enlarge } from "./enlarge.ts";
import { isHardlyText, isJunk, MOST_UNREADABLE } from "./junk.ts";
import { modelFiles } from "./languages.ts";
import { READING_LIMITS } from "./limits.ts";
import { findLines } from "./lines.ts";
import { rereadPrefixes } from "./prefix-letters.ts";
import { restorePoints } from "./points.ts";
import { Reading, type ReadingOptions } from "./reading.ts";
import { runsOf } from "./runs.ts";
import { sectionsOf } from "./sections.ts";
import { type LineBeingRead, rereadRepeated } from "./repeated-letters.ts";
import { agree, isDoubtful, likeliestNumbers } from "./second-reading.ts";
import { joinAmounts, partWords } from "./spaces.ts";
import { type ReadWord, TextEngine } from "./text-engine.ts";

/** What to read with. */
export interface RecogniserOptions {
  /** Names of models, as tesseract has them ("eng", "deu"): see `availableLanguages`. The first counts most. */
  readonly languages: readonly string[];
  /** A folder of `*.traineddata` or `*.traineddata.gz`, beside the models in the program. */
  readonly modelsFolder?: string;
}

/** What is told of a picture that is not, or not all, text. */
const NO_TEXT = "Part of the picture is a photograph or noise and was not read.";

/** How much a line is enlarged: the engine reads 1-bit letters better with smooth edges. */
const SCALE = 2;

/** And where it is not sure of a number: these are as good, and err elsewhere. */
const OTHER_SCALES = [3, 1.5, 2.5];

/** Reads pictures of receipts: text and codes. It takes about 100 MB until it is closed, and reads one at a time. */
export class Recogniser {
  private constructor(
    private readonly models: ReadonlyMap<string, string>,
    private engine: TextEngine | null,
  ) {}

  /** @throws Error if there is no model for a language, or it cannot be read */
  static async open({ languages, modelsFolder }: RecogniserOptions): Promise<Recogniser> {
    const files = modelFiles(modelsFolder);
    const models = new Map<string, string>();
    for (const language of languages) {
      const file = files.get(language);
      if (file === undefined) throw new Error(`there is no model for the language "${language}"`);
      models.set(language, file);
    }
    return new Recogniser(models, await TextEngine.load(models));
  }

  /**
   * Reads a picture; boxes are in its dots. A picture that cannot be read gives what could be, and a note.
   *
   * @throws the signal's reason
   */
  async recognise(picture: Raster, options: ReadingOptions = {}): Promise<RecognisedPicture> {
    const reading = new Reading(options);
    const box = { x: 0, y: 0, width: picture.columns, height: picture.rows };
    if (picture.columns > READING_LIMITS.columns) {
      const note = `The picture is wider than ${READING_LIMITS.columns} dots and was not read.`;
      return { box, lines: [], codes: [], note };
    }
    for (const { top, bottom } of sectionsOf(picture)) {
      if (reading.isLate(top)) break;
      await this.readSection(reading, dotsOf(picture, top, bottom), top);
    }
    const { codes, note } = reading;
    const lines = checkAmounts(reading.lines, picture.columns);
    return { box, lines, codes, ...(note === undefined ? {} : { note }) };
  }

  /** Gives the memory back; nothing can be read any more. */
  close(): void {
    this.engine?.close();
    this.engine = null;
  }

  private async readSection(reading: Reading, dots: Dots, top: number): Promise<void> {
    if (!dots.ink.includes(1)) return;
    const codes = await readCodes(dots);
    for (const code of codes) {
      erase(dots, code.box);
      reading.codes.push({ ...code, box: { ...code.box, y: code.box.y + top } });
    }
    const lines = findLines(dots);
    if (lines === null || lines.length > READING_LIMITS.sectionLines) {
      reading.note ??= NO_TEXT;
      return;
    }
    const read = await this.readLines(reading, dots, lines, top);
    const asRead = read.map(({ words }) => words);
    rereadRepeated(dots, read);
    rereadPrefixes(dots, read);
    noteAlternatives(dots, read, asRead);
    for (const { words } of read) if (words.length > 0) reading.lines.push(lineOf(words, top));
  }

  /** Reads until the time is over, or so many lines were no text that the rest is none either. */
  private async readLines(reading: Reading, dots: Dots, boxes: readonly Rectangle[], top: number) {
    const read: LineBeingRead[] = [];
    let unreadable = 0;
    for (const box of boxes) {
      await reading.pause();
      if (reading.isLate(top + box.y)) break;
      const words = await this.readLine(dots, box);
      const isText = !isJunk(words, box);
      if (isText) read.push({ box, words });
      unreadable = isText && !isHardlyText(words) ? 0 : unreadable + 1;
      if (unreadable < MOST_UNREADABLE) continue;
      reading.note ??= NO_TEXT;
      return read.filter((line) => !isHardlyText(line.words));
    }
    return read;
  }

  private async readLine(dots: Dots, line: Rectangle): Promise<RecognisedWord[]> {
    const letters = (box: Rectangle) => runsOf(dots, line, box).length;
    const readings = [await this.readAt(dots, line, SCALE)];
    if (readings[0]?.some((word) => isDoubtful(word, letters))) {
      for (const scale of OTHER_SCALES) {
        const [first = []] = readings;
        readings.push(await this.readAt(dots, line, scale));
        // Two that agree are enough.
        if (readings.length === 2 && agree(first, readings[1] ?? [], letters)) break;
      }
    }
    const words = likeliestNumbers(readings, letters);
    return partWords(dots, line, restorePoints(dots, line, words));
  }

  private async readAt(dots: Dots, line: Rectangle, scale: number): Promise<RecognisedWord[]> {
    const words = await this.read(() => this.engine?.readLine(enlarge(dots, line, scale)) ?? []);
    const placed = words.map((word) => ({ ...word, box: boxInPicture(word.box, line, scale) }));
    return joinAmounts(line, placed);
  }

  /** An engine that failed is done for: its memory may be anything. Another takes its place, the line is left out. */
  private async read(read: () => ReadWord[]): Promise<ReadWord[]> {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.engine = await TextEngine.load(this.models);
      return [];
    }
  }
}

/** A line of words in dots of a section that begins at the row `top` of the picture. */
function lineOf(words: readonly RecognisedWord[], top: number): RecognisedLine {
  const moved = words.map((word) => ({ ...word, box: { ...word.box, y: word.box.y + top } }));
  return { words: moved, box: boxAround(moved.map(({ box }) => box)) };
}

function boxAround(boxes: readonly Rectangle[]): Rectangle {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
