import type { Measure } from "../command.ts";
import { forms, peek, type FormBuilders } from "./command-form.ts";

/*
 * Commands of clones under opcodes that Epson gives another length. Each is told apart by a parameter that
 * Epson's command never has, so that prints for Epson printers are read as ever.
 */

/** Epson switches take 0 and 1, or the digits; anything else after the opcode is the text that follows. */
function isSwitch(byte: number): boolean {
  return byte === 0 || byte === 1 || byte === 0x30 || byte === 0x31;
}

/** ESC E n; Daruma, Bematech and Vox send ESC E before the text and ESC F behind it, without parameters. */
const measureEmphasis: Measure = (bytes, start, end) => {
  const next = peek(bytes, start, end, 2);
  return next >= 0x20 && next < 0x7f && !isSwitch(next) ? 2 : 3;
};

/** ESC F n is for slips; without a parameter it ends the emphasis of ESC E. */
const measureEmphasisEnd: Measure = (bytes, start, end) => {
  const next = peek(bytes, start, end, 2);
  return next < 0 || isSwitch(next) ? 3 : 2;
};

/** Dots: no paper is this wide, so no area begins there. */
const FARTHEST_AREA_START = 1024;

/** ESC W is an area of 8 bytes; Bematech's and Vox's ESC W n is double width. */
const measureAreaOrWidth: Measure = (bytes, start, end) => {
  const low = peek(bytes, start, end, 2);
  if (low >= 0 && !isSwitch(low)) return 10;
  if (end - start < 4) return 4;
  return peek(bytes, start, end, 3) * 256 >= FARTHEST_AREA_START ? 3 : 10;
};

/** ESC v is a status request; on Bematech printers ESC v n kicks the drawer for n milliseconds. */
const measurePaperStatus: Measure = (_bytes, _start, _end, state) => (state.bematech ? 3 : 2);

/** Settings of one byte; a letter or a command behind the opcode is no setting, as Epson drops both bytes. */
const measureSetting: Measure = (bytes, start, end) => {
  const next = peek(bytes, start, end, 2);
  return next < 0 || (next < 0x20 && next !== 0x0a && !(next >= 0x1b && next <= 0x1d)) ? 3 : 2;
};

/** DC2 # n is print density; a digit or a space behind it is text, such as a number of an order. */
function isDensity(byte: number): boolean {
  return byte >= 0 && (byte < 0x20 || byte >= 0x40);
}

/** DC2 before one of these bytes is a command of small printers (CSN-A2, SII); alone it ends condensed print. */
const measureDensity: Measure = (bytes, start, end) => {
  const next = peek(bytes, start, end, 2);
  return next < 0 || isDensity(next) ? 3 : 1;
};

const measureExecutionResponse: Measure = (bytes, start, end) => {
  const next = peek(bytes, start, end, 2);
  return next < 0x20 ? 3 : 1;
};

/** Bytes of a row of the widest of these printers' paper, 80 mm. */
const WIDEST_ROW_BYTES = 72;

const measureBitmap: Measure = (bytes, start, end) => {
  if (end - start < 4) return 4;
  const rows = peek(bytes, start, end, 2);
  const rowBytes = peek(bytes, start, end, 3);
  // A row of asterisks is text.
  const isText = rows === 0x2a || rows === 0x20 || rowBytes > WIDEST_ROW_BYTES;
  return isText ? 1 : 4 + rows * rowBytes;
};

const two: FormBuilders = forms(2);

/** Rows of the table behind DC2. */
export const dc2Rows = [
  [0x23, two.scanned("DC2 #", "n", measureDensity)],
  [0x2a, two.scanned("DC2 *", "rows rowBytes", measureBitmap)],
  [0x71, two.scanned("DC2 q", "n", measureExecutionResponse)],
] as const;

/** Rows of the ESC table that clones and Epson share. */
export const cloneEscRows = [
  [0x0e, two.fixed("ESC SO")],
  [0x0f, two.fixed("ESC SI")],
  [0x12, two.fixed("ESC DC2")],
  [0x14, two.fixed("ESC DC4")],
  [0x23, two.scanned("ESC #", "n", measureSetting)],
  [0x37, two.fixed("ESC 7", "n1 n2 n3")],
  [0x39, two.scanned("ESC 9", "n", measureSetting)],
  [0x45, two.scanned("ESC E", "n", measureEmphasis)],
  [0x46, two.scanned("ESC F", "n", measureEmphasisEnd)],
  [0x57, two.scanned("ESC W", "x:2 y:2 dx:2 dy:2", measureAreaOrWidth)],
  [0x6a, two.fixed("ESC j", "n")],
  [0x73, two.scanned("ESC s", "n", measureSetting)],
  [0x76, two.scanned("ESC v", "n", measurePaperStatus)],
  [0x77, two.fixed("ESC w", "n")],
  [0x7e, two.scanned("ESC ~", "n", measureSetting)],
] as const;
