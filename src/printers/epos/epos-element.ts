import type { Attributes } from "./attributes.ts";
import type { ByteWriter } from "../byte-writer.ts";
import { DEFAULT_LANGUAGE, type TextLanguage } from "./text-language.ts";
import type { TextWriter } from "./text-writer.ts";
import type { XmlElement } from "./xml-element.ts";

/** An element of ePOS-Print XML. */
export interface EposElement {
  /** Whether it puts nothing on paper. */
  readonly isPaperless?: boolean;
  /** Whether it only sets something, and without text leaves no trace at all. */
  readonly isSetting?: boolean;
  /** Writes it as ESC/POS. @throws TillrollError BAD_REQUEST for what breaks the schema */
  write(state: EposState, attributes: Attributes, element: XmlElement): void;
}

/** Elements by their names. */
export type EposElements = Readonly<Record<string, EposElement>>;

/** What elements of a document share: what was set before, and where their bytes go. */
export class EposState {
  language: TextLanguage = DEFAULT_LANGUAGE;
  /** Magnification of characters, 1 to 8. */
  width = 1;
  height = 1;
  /** Inside `page`. */
  inPage = false;
  /** Characters wait for their line to end. */
  isLineOpen = false;

  /** @param unitsPerDot motion units along the paper for each dot of the printer */
  constructor(
    readonly bytes: ByteWriter,
    readonly text: TextWriter,
    readonly unitsPerDot: number,
  ) {}

  /** ESC @ was written: everything is as at power-on. The language is of the document, not of the printer. */
  reset(): void {
    this.width = 1;
    this.height = 1;
    this.isLineOpen = false;
    this.text.reset();
  }
}
