import { forms, peek, table } from "./command-form.ts";
import { dleCommands } from "./dle.ts";
import { measureUserDefinedCharacters } from "./esc.ts";

const one = forms(1, "display");
const two = forms(2, "display");
const three = forms(3, "display");

/** ESC W n m: m = 1 sets a window and carries its four corners. */
function measureWindow(bytes: Uint8Array, start: number, end: number): number {
  const mode = peek(bytes, start, end, 3);
  return mode === 1 || mode === 0x31 ? 8 : 4;
}

const escCommands = table(two.unknown("Unknown ESC"), [
  [0x25, two.fixed("ESC %", "n")],
  [0x26, two.scanned("ESC &", "y c1 c2", measureUserDefinedCharacters)],
  [0x3d, two.fixed("ESC =", "n")],
  [0x3f, two.fixed("ESC ?", "n")],
  [0x40, two.fixed("ESC @")],
  [0x52, two.fixed("ESC R", "n")],
  [0x57, two.scanned("ESC W", "n m", measureWindow)],
  [0x74, two.fixed("ESC t", "n")],
]);

const byLength = ([p = 0]: readonly number[]): number => p;

const parenthesis = table(three.unknown("Unknown US (", "p:2", byLength), [
  [0x41, three.sized("US ( A", "p:2", byLength)],
  [0x45, three.sized("US ( E", "p:2", byLength)],
  [0x47, three.sized("US ( G", "p:2", byLength)],
]);

const usCommands = table(two.unknown("Unknown US"), [
  [0x01, two.fixed("US MD1")],
  [0x02, two.fixed("US MD2")],
  [0x03, two.fixed("US MD3")],
  [0x0a, two.fixed("US LF")],
  [0x0d, two.fixed("US CR")],
  [0x23, two.fixed("US #", "n m")],
  [0x24, two.fixed("US $", "n m")],
  [0x28, parenthesis],
  [0x2c, two.fixed("US ,", "n")],
  [0x2e, two.fixed("US .", "n")],
  [0x3a, two.fixed("US :")],
  [0x3b, two.fixed("US ;", "n")],
  [0x40, two.fixed("US @")],
  [0x42, two.fixed("US B")],
  [0x43, two.fixed("US C", "n")],
  [0x45, two.fixed("US E", "n")],
  [0x54, two.fixed("US T", "h m")],
  [0x55, two.fixed("US U")],
  [0x58, two.fixed("US X", "n")],
  [0x5e, two.fixed("US ^", "n m")],
  [0x72, two.fixed("US r", "n")],
  [0x76, two.fixed("US v", "n")],
]);

/** First bytes of what a customer display acts on, selected by ESC = 2. */
export const displayRows = [
  [0x08, one.fixed("BS")],
  [0x09, one.fixed("HT")],
  [0x0a, one.fixed("LF")],
  [0x0b, one.fixed("HOM")],
  [0x0c, one.fixed("CLR")],
  [0x0d, one.fixed("CR")],
  [0x10, dleCommands],
  [0x18, one.fixed("CAN")],
  [0x1b, escCommands],
  [0x1f, usCommands],
] as const;
