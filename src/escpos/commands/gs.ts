import type { ScanState } from "../command.ts";
import { MAXIMUM_BAR_CODE_BYTES } from "../limits.ts";
import { forms, measureUntil, peek, table } from "./command-form.ts";
import { gsParenthesisCommands } from "./gs-parenthesis.ts";

const two = forms(2);
const three = forms(3);

const measureToNul = measureUntil(0x00, 3, MAXIMUM_BAR_CODE_BYTES);

/** The last bar code system of form A, whose data ends at NUL; clones go beyond Epson's 6. */
const LAST_NUL_ENDED_SYSTEM = 32;
/** Systems of form B carry a length. */
const FIRST_COUNTED_SYSTEM = 65;
const LAST_COUNTED_SYSTEM = 80;
/** GS k 81 on Bematech is a QR code: four parameters, then a 16-bit length. */
const BEMATECH_QR_CODE = 81;

function measureBarCode(bytes: Uint8Array, start: number, end: number, state: ScanState): number {
  const system = peek(bytes, start, end, 2);
  if (system < 0) return 3;
  if (system <= LAST_NUL_ENDED_SYSTEM) return measureToNul(bytes, start, end, state);
  if (system >= FIRST_COUNTED_SYSTEM && system <= LAST_COUNTED_SYSTEM) {
    const count = peek(bytes, start, end, 3);
    return count < 0 ? 4 : 4 + count;
  }
  if (system !== BEMATECH_QR_CODE) return 3;
  if (end - start < 9) return 9;
  return 9 + (peek(bytes, start, end, 7) | (peek(bytes, start, end, 8) << 8));
}

/** GS V: the functions that feed first carry the feed amount. */
const CUTS_WITH_FEED = new Set([65, 66, 97, 98, 103, 104]);

/** GS D carries a Windows BMP file, which states its own size in its bytes 2 to 5. */
function measureBmp(bytes: Uint8Array, start: number, end: number): number {
  const header = 9;
  if (end - start < header + 6) return header + 6;
  if (bytes[start + header] !== 0x42 || bytes[start + header + 1] !== 0x4d) return header;
  let size = 0;
  for (let index = 5; index >= 2; index--) size = size * 256 + (bytes[start + header + index] ?? 0);
  return header + Math.max(2, size);
}

/** GS C ; sa;sb;sn;sr;sc; ends with the fifth semicolon. */
function measureCounterText(bytes: Uint8Array, start: number, end: number, state: ScanState): number {
  if (state.position < 3) state.position = 3;
  while (start + state.position < end) {
    if (state.position >= 3 + MAXIMUM_BAR_CODE_BYTES) return state.position;
    const byte = bytes[start + state.position];
    state.position++;
    if (byte === 0x3b && ++state.value === 5) return state.position;
  }
  return end - start + 1;
}

const counter = table(two.unknown("Unknown GS C"), [
  [0x30, three.fixed("GS C 0", "n m")],
  [0x31, three.fixed("GS C 1", "a:2 b:2 n r")],
  [0x32, three.fixed("GS C 2", "n:2")],
  [0x3b, three.scanned("GS C ;", "", measureCounterText)],
]);

const maintenanceCounter = table(two.unknown("Unknown GS g"), [
  [0x30, three.fixed("GS g 0", "m n:2")],
  [0x32, three.fixed("GS g 2", "m n:2")],
]);

const largeData = table(
  three.unknown("Unknown GS 8", "p:4", ([p = 0]) => p),
  [[0x4c, three.sized("GS 8 L", "p:4", ([p = 0]) => p, "m fn")]],
);

const variableHeightImage = table(two.unknown("Unknown GS Q"), [
  [0x30, three.sized("GS Q 0", "m x:2 y:2", ([, x = 0, y = 0]) => x * y)],
]);

const rasterImage = table(two.unknown("Unknown GS v"), [
  [0x30, three.sized("GS v 0", "m x:2 y:2", ([, x = 0, y = 0]) => x * y)],
]);

const waitTime = table(two.unknown("Unknown GS z"), [[0x30, three.fixed("GS z 0", "t1 t2")]]);

/** GS F9 of Bematech: 5 n switches between its own command set and ESC/POS. */
const bematech = table(two.unknown("Unknown GS F9"), [[0x35, three.fixed("GS F9 5", "n")]]);

/** GS commands. Source: Epson ESC/POS reference; GS | is the print density of clones. */
export const gsCommands = table(two.unknown("Unknown GS"), [
  [0x21, two.fixed("GS !", "n")],
  [0x24, two.fixed("GS $", "n:2")],
  [0x28, gsParenthesisCommands],
  [0x2a, two.sized("GS *", "x y", ([x = 0, y = 0]) => x * y * 8)],
  [0x2f, two.fixed("GS /", "m")],
  [0x38, largeData],
  [0x3a, two.fixed("GS :")],
  [0x42, two.fixed("GS B", "n")],
  [0x43, counter],
  [0x44, two.scanned("GS D", "m fn a kc1 kc2 b c", measureBmp)],
  [0x45, two.fixed("GS E", "n")],
  [0x48, two.fixed("GS H", "n")],
  [0x49, two.fixed("GS I", "n")],
  [0x4c, two.fixed("GS L", "n:2")],
  [0x50, two.fixed("GS P", "x y")],
  [0x51, variableHeightImage],
  [0x54, two.fixed("GS T", "n")],
  [0x56, two.scanned("GS V", "m", (b, s, e) => (CUTS_WITH_FEED.has(peek(b, s, e, 2)) ? 4 : 3))],
  [0x57, two.fixed("GS W", "n:2")],
  [0x5c, two.fixed("GS \\", "n:s2")],
  [0x5e, two.fixed("GS ^", "r t m")],
  [0x61, two.fixed("GS a", "n")],
  [0x62, two.fixed("GS b", "n")],
  [0x63, two.fixed("GS c")],
  [0x66, two.fixed("GS f", "n")],
  [0x67, maintenanceCounter],
  [0x68, two.fixed("GS h", "n")],
  [0x6a, two.fixed("GS j", "n")],
  [0x6b, two.scanned("GS k", "m", measureBarCode)],
  // Settings of the QR codes that Vox and Elgin printers print with GS k 11.
  [0x6f, two.fixed("GS o", "n size version model")],
  [0x72, two.fixed("GS r", "n")],
  [0x76, rasterImage],
  [0x77, two.fixed("GS w", "n")],
  [0x7a, waitTime],
  [0x7c, two.fixed("GS |", "n")],
  [0xf9, bematech],
]);
