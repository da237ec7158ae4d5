import type { ByteWriter } from "./byte-writer.ts";
import { DEFAULT_LANGUAGE, type TextLanguage } from "./text-language.ts";
import type { TextWriter } from "./text-writer.ts";

/** What elements of a document share: what was set before, and where their bytes go. */
export class EposState {
  language: TextLanguage = DEFAULT_LANGUAGE;
  /** Magnification of characters, 1 to 8. */
  width = 1;
  height = 1;
  /** Inside `page`. */
  inPage = false;

  constructor(
    readonly bytes: ByteWriter,
    readonly text: TextWriter,
  ) {}

  /** ESC @ was written: everything is as at power-on. The language is of the document, not of the printer. */
  reset(): void {
    this.width = 1;
    this.height = 1;
    this.text.reset();
  }
}
