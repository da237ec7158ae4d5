import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import loadCore, {
  type TesseractApi,
  type TesseractCore,
} from "tesseract.js-core/tesseract-core-simd-lstm.js";
import coreFile from "tesseract.js-core/tesseract-core-simd-lstm.wasm" with { type: "file" };
import type { Rectangle } from "../../escpos/receipt.ts";
import { READING_LIMITS } from "./limits.ts";

/** A grey picture of one line, a byte a dot: 0 is black, 255 white. */
export interface GreyPicture {
  readonly columns: number;
  readonly rows: number;
  readonly grey: Uint8Array;
}

/** A word as the engine read it, in dots of the grey picture. */
export interface ReadWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly box: Rectangle;
}

/** tesseract's LSTM engine. */
const LSTM_ONLY = 1;

/** Page segmentation: one line; and one line without a look at its layout first, which finds some lines empty. */
const SINGLE_LINE = "7";
const RAW_LINE = "13";

/** Where the core looks for its picture (SetImageFile). */
const PICTURE_FILE = "/input";

/** Level 5 of tesseract's TSV is a word: level page block paragraph line word left top width height conf text. */
const WORD_LEVEL = "5";

/** Tesseract in WebAssembly, within this thread: it has its own memory, no files and no network. */
export class TextEngine {
  private constructor(
    private readonly core: TesseractCore,
    private readonly api: TesseractApi,
  ) {}

  /**
   * Loads the engine with model files (`*.traineddata`, also gzipped) by the name of their language.
   *
   * @throws Error if a model cannot be read or is none
   */
  static async load(models: ReadonlyMap<string, string>): Promise<TextEngine> {
    const core = await loadCore({
      wasmBinary: readFileSync(coreFile),
      print: () => {},
      printErr: () => {},
    });
    for (const [language, file] of models) core.FS.writeFile(`/${language}.traineddata`, modelBytes(file));
    const api = new core.TessBaseAPI();
    if (api.Init("/", [...models.keys()].join("+"), LSTM_ONLY) !== 0) {
      throw new Error(`the models of ${[...models.keys()].join(", ")} cannot be used`);
    }
    // The models are in the engine's memory now.
    for (const language of models.keys()) core.FS.unlink(`/${language}.traineddata`);
    return new TextEngine(core, api);
  }

  /** Reads a line. @throws WebAssembly.RuntimeError if the engine failed: it is of no use any more */
  readLine({ columns, rows, grey }: GreyPicture): ReadWord[] {
    const header = Buffer.from(`P5\n${columns} ${rows}\n255\n`, "latin1");
    this.core.FS.writeFile(PICTURE_FILE, Buffer.concat([header, grey]));
    const words = this.readAs(SINGLE_LINE);
    return words.length > 0 ? words : this.readAs(RAW_LINE);
  }

  private readAs(segmentation: string): ReadWord[] {
    this.api.SetVariable("tessedit_pageseg_mode", segmentation);
    if (this.api.SetImageFile(1, 0) !== 0) return [];
    this.api.Recognize(null);
    return this.api.GetTSVText(0).split("\n").flatMap(readWord);
  }

  /** Gives the engine's memory back. */
  close(): void {
    this.api.End();
    this.core.destroy(this.api);
  }
}

function modelBytes(file: string): Uint8Array {
  const bytes = readFileSync(file);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? gunzipSync(bytes, { maxOutputLength: READING_LIMITS.modelBytes }) : bytes;
}

function readWord(row: string): ReadWord[] {
  const [level, , , , , , left, top, width, height, confidence, text = ""] = row.split("\t");
  if (level !== WORD_LEVEL || text.trim() === "") return [];
  return [
    {
      text: text.trim(),
      confidence: Math.max(0, Math.min(100, Number(confidence))),
      box: { x: Number(left), y: Number(top), width: Number(width), height: Number(height) },
    },
  ];
}
