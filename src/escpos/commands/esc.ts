import type { ScanState } from "../command.ts";
import { cloneEscRows } from "./clone.ts";
import { forms, peek, table } from "./command-form.ts";

const two = forms(2);
const three = forms(3);

/** Data bytes of one column of ESC * by mode: 8 dots, 24 dots, 48 dots on impact printers. */
function bytesPerColumn(mode: number): number {
  if (mode < 32) return 1;
  if (mode < 64) return 3;
  return mode >= 71 && mode <= 73 ? 6 : 0;
}

/** ESC & y c1 c2, then for each of the codes c1 to c2: x d[x * y]. */
export function measureUserDefinedCharacters(
  bytes: Uint8Array,
  start: number,
  end: number,
  state: ScanState,
): number {
  if (end - start < 5) return 5;
  const bytesPerCharacterColumn = bytes[start + 2] ?? 0;
  const count = Math.max(0, (bytes[start + 4] ?? 0) - (bytes[start + 3] ?? 0) + 1);
  if (state.position < 5) state.position = 5;
  while (state.value < count) {
    const columns = peek(bytes, start, end, state.position);
    if (columns < 0) return state.position + 1;
    state.position += 1 + columns * bytesPerCharacterColumn;
    state.value++;
  }
  return state.position;
}

/** ESC D ends at NUL; before a value that does not ascend, and after 32 values, it ends without one. */
function measureTabStops(bytes: Uint8Array, start: number, end: number, state: ScanState): number {
  if (state.position < 2) state.position = 2;
  while (start + state.position < end) {
    const stop = bytes[start + state.position] ?? 0;
    if (stop === 0) return state.position + 1;
    if (stop <= state.value || state.position === 2 + 32) return state.position;
    state.value = stop;
    state.position++;
  }
  return end - start + 1;
}

/** True for a byte that starts a command rather than being a pulse time. */
function startsCommand(byte: number): boolean {
  return byte === 0x1b || byte === 0x1d;
}

/** ESC p m t1 t2; some senders leave out t1 t2, and the next command must not be swallowed. */
function measurePulse(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 3) return 3;
  if (startsCommand(peek(bytes, start, end, 2))) return 2;
  if (end - start < 4) return 4;
  return startsCommand(peek(bytes, start, end, 3)) ? 3 : 5;
}

/** ESC 4 is italic on many clones, with a parameter of 0 or 1 on some of them. */
function measureItalic(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 3) return 3;
  return peek(bytes, start, end, 2) <= 1 ? 3 : 2;
}

const paperSettings = table(two.unknown("Unknown ESC c"), [
  [0x30, three.fixed("ESC c 0", "n")],
  [0x31, three.fixed("ESC c 1", "n")],
  [0x33, three.fixed("ESC c 3", "n")],
  [0x34, three.fixed("ESC c 4", "n")],
  [0x35, three.fixed("ESC c 5", "n")],
]);

const parenthesis = table(
  three.unknown("Unknown ESC (", "p:2", ([p = 0]) => p),
  [
    [0x41, three.sized("ESC ( A", "p:2", ([p = 0]) => p)],
    [0x59, three.sized("ESC ( Y", "p:2", ([p = 0]) => p)],
  ],
);

/** ESC commands. Source: Epson ESC/POS reference; ESC 4, 5 and B are common on clones. */
export const escCommands = table(two.unknown("Unknown ESC"), [
  ...cloneEscRows,
  [0x0c, two.fixed("ESC FF")],
  [0x20, two.fixed("ESC SP", "n")],
  [0x21, two.fixed("ESC !", "n")],
  [0x24, two.fixed("ESC $", "n:2")],
  [0x25, two.fixed("ESC %", "n")],
  [0x26, two.scanned("ESC &", "y c1 c2", measureUserDefinedCharacters)],
  [0x28, parenthesis],
  [0x2a, two.sized("ESC *", "m n:2", ([m = 0, n = 0]) => n * bytesPerColumn(m))],
  [0x2d, two.fixed("ESC -", "n")],
  [0x32, two.fixed("ESC 2")],
  [0x33, two.fixed("ESC 3", "n")],
  [0x34, two.scanned("ESC 4", "", measureItalic)],
  [0x35, two.fixed("ESC 5")],
  [0x3c, two.fixed("ESC <")],
  [0x3d, two.fixed("ESC =", "n")],
  [0x3f, two.fixed("ESC ?", "n")],
  [0x40, two.fixed("ESC @")],
  [0x42, two.fixed("ESC B", "n t")],
  [0x43, two.fixed("ESC C", "n")],
  [0x44, two.scanned("ESC D", "", measureTabStops)],
  [0x47, two.fixed("ESC G", "n")],
  [0x4a, two.fixed("ESC J", "n")],
  [0x4b, two.fixed("ESC K", "n")],
  [0x4c, two.fixed("ESC L")],
  [0x4d, two.fixed("ESC M", "n")],
  [0x52, two.fixed("ESC R", "n")],
  [0x53, two.fixed("ESC S")],
  [0x54, two.fixed("ESC T", "n")],
  [0x55, two.fixed("ESC U", "n")],
  [0x56, two.fixed("ESC V", "n")],
  // QR codes of Zijang printers and their like.
  [0x5a, two.sized("ESC Z", "m n k d:2", ([, , , d = 0]) => d)],
  [0x5c, two.fixed("ESC \\", "n:s2")],
  [0x61, two.fixed("ESC a", "n")],
  [0x63, paperSettings],
  [0x64, two.fixed("ESC d", "n")],
  [0x65, two.fixed("ESC e", "n")],
  [0x66, two.fixed("ESC f", "t1 t2")],
  [0x69, two.fixed("ESC i")],
  [0x6d, two.fixed("ESC m")],
  [0x6f, two.fixed("ESC o")],
  [0x70, two.scanned("ESC p", "m t1 t2", measurePulse)],
  [0x71, two.fixed("ESC q")],
  [0x72, two.fixed("ESC r", "n")],
  [0x74, two.fixed("ESC t", "n")],
  [0x75, two.fixed("ESC u", "n")],
  [0x7b, two.fixed("ESC {", "n")],
  // QR codes of Daruma printers.
  [0x81, two.sized("ESC 81", "n:2", ([n = 0]) => n, "size level")],
]);
