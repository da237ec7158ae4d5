import type { ScanState } from "../command.ts";
import { forms, peek, table } from "./command-form.ts";

const two = forms(2);
const three = forms(3);

/** FS q n, then n images of xL xH yL yH d[x * y * 8]. */
function measureNvBitImages(bytes: Uint8Array, start: number, end: number, state: ScanState): number {
  const count = peek(bytes, start, end, 2);
  if (count < 0) return 3;
  if (state.position < 3) state.position = 3;
  while (state.value < count) {
    const at = state.position;
    if (end - start < at + 4) return at + 4;
    const x = peek(bytes, start, end, at) | (peek(bytes, start, end, at + 1) << 8);
    const y = peek(bytes, start, end, at + 2) | (peek(bytes, start, end, at + 3) << 8);
    state.position += 4 + x * y * 8;
    state.value++;
  }
  return state.position;
}

const byLength = ([p = 0]: readonly number[]): number => p;

const parenthesis = table(three.unknown("Unknown FS (", "p:2", byLength), [
  [0x41, three.sized("FS ( A", "p:2", byLength, "fn m")],
  [0x43, three.sized("FS ( C", "p:2", byLength, "fn m")],
  [0x45, three.sized("FS ( E", "p:2", byLength, "fn m")],
  [0x4c, three.sized("FS ( L", "p:2", byLength, "fn m")],
  [0x65, three.sized("FS ( e", "p:2", byLength, "fn m")],
  [0x66, three.sized("FS ( f", "p:2", byLength, "fn m")],
  [0x67, three.sized("FS ( g", "p:2", byLength, "fn m")],
]);

const checkPaper = table(two.unknown("Unknown FS a"), [
  [0x30, three.fixed("FS a 0", "n")],
  [0x31, three.fixed("FS a 1")],
  [0x32, three.fixed("FS a 2")],
]);

const nvUserMemory = table(two.unknown("Unknown FS g"), [
  [0x31, three.sized("FS g 1", "m a:4 n:2", ([, , n = 0]) => n)],
  [0x32, three.fixed("FS g 2", "m a:4 n:2")],
]);

/** FS } of Pyramid printers: a QR code, and settings of the cutter. */
const pyramid = table(two.unknown("Unknown FS }"), [
  [0x25, three.sized("FS } %", "k", ([k = 0]) => k)],
  [0x60, three.fixed("FS } `", "n")],
]);

/** FS commands: kanji, NV images, checks. Source: Epson ESC/POS reference. */
export const fsCommands = table(two.unknown("Unknown FS"), [
  [0x21, two.fixed("FS !", "n")],
  [0x26, two.fixed("FS &")],
  [0x28, parenthesis],
  [0x2d, two.fixed("FS -", "n")],
  [0x2e, two.fixed("FS .")],
  // The data is one glyph, whose size FS ( A chose earlier.
  [0x32, two.scanned("FS 2", "c1 c2", (_bytes, _start, _end, state) => 4 + state.kanjiCharacterBytes)],
  [0x3f, two.fixed("FS ?", "c1 c2")],
  [0x43, two.fixed("FS C", "n")],
  [0x4c, two.fixed("FS L")],
  [0x53, two.fixed("FS S", "n1 n2")],
  [0x57, two.fixed("FS W", "n")],
  [0x61, checkPaper],
  [0x62, two.fixed("FS b")],
  [0x63, two.fixed("FS c")],
  [0x67, nvUserMemory],
  [0x70, two.fixed("FS p", "n m")],
  [0x71, two.scanned("FS q", "n", measureNvBitImages)],
  [0x7d, pyramid],
]);
