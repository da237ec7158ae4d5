import type { PrinterModel } from "../../escpos/models/printer-model.ts";
import type { ByteWriter } from "../byte-writer.ts";
import type { Attributes } from "../epos/attributes.ts";
import type { XmlElement } from "../epos/xml-element.ts";
import type { StarTextWriter } from "./star-text-writer.ts";

/** What the elements of a document share. */
export interface WebPrntState {
  readonly bytes: ByteWriter;
  readonly text: StarTextWriter;
  readonly model: Pick<PrinterModel, "widthDots">;
  /** Magnification of characters, 1 to 6. */
  width: number;
  height: number;
}

/** Writes an element as Star's commands. @throws TillrollError BAD_REQUEST for what breaks the schema */
export type WebPrntElement = (state: WebPrntState, attributes: Attributes, element: XmlElement) => void;

/** Elements by their names. */
export type WebPrntElements = Readonly<Record<string, WebPrntElement>>;

export const ESC = 0x1b;
export const FS = 0x1c;
export const GS = 0x1d;
export const RS = 0x1e;
