import { labelText } from "../label.ts";
import type { Handlers } from "../machine.ts";

/** Bar code systems by the parameter of GS k, form A (0 to 6) and form B (65 to 79). */
const BAR_CODE_SYSTEMS: ReadonlyMap<number, string> = new Map(
  [
    "UPC-A",
    "UPC-E",
    "EAN13",
    "EAN8",
    "CODE39",
    "ITF",
    "CODABAR",
    "CODE93",
    "CODE128",
    "GS1-128",
    "GS1 DataBar Omnidirectional",
    "GS1 DataBar Truncated",
    "GS1 DataBar Limited",
    "GS1 DataBar Expanded",
    "CODE128",
  ].flatMap((name, index): [number, string][] =>
    index <= 6
      ? [
          [index, name],
          [index + 65, name],
        ]
      : [[index + 65, name]],
  ),
);

/** Two-dimensional symbols by the cn of GS ( k. */
const SYMBOLS: ReadonlyMap<number, string> = new Map([
  [48, "PDF417"],
  [49, "QR code"],
  [50, "MaxiCode"],
  [51, "GS1 DataBar"],
  [52, "composite symbol"],
  [53, "Aztec code"],
  [54, "DataMatrix"],
]);

const CODE128_WITH_CODE_SETS = 73;
const BEMATECH_QR_CODE = 81;

/** Bar codes and symbols: for now placeholders that say what a scanner would read. */
export const symbolHandlers: Handlers = {
  "GS k"({ surface }, command) {
    const system = command.byte(2);
    if (system === BEMATECH_QR_CODE) {
      surface.placeholder(`QR code ${labelText(command.data(9))}`);
      return;
    }
    const counted = system >= 65;
    const end = counted || command.byte(command.length - 1) !== 0 ? command.length : command.length - 1;
    const data = command.bytes.subarray(counted ? 4 : 3, end);
    const name = BAR_CODE_SYSTEMS.get(system) ?? `system ${system}`;
    const text = system === CODE128_WITH_CODE_SETS ? code128Text(data) : labelText(data);
    surface.placeholder(`bar code ${name} ${text}`.trim());
  },
  "GS ( k"(machine, command) {
    const kind = command.byte(5);
    const store = command.byte(6) === 80;
    const print = command.byte(6) === 81;
    if (store) machine.symbolData.set(kind, command.data(8));
    const data = machine.symbolData.get(kind);
    if (!print || data === undefined) return;
    machine.surface.placeholder(`${SYMBOLS.get(kind) ?? `symbol ${kind}`} ${labelText(data)}`.trim());
  },
  "FS p"({ surface }, command) {
    surface.placeholder(`NV image ${command.byte(2)}`);
  },
  "GS /"({ surface }) {
    surface.placeholder("downloaded image");
  },
  "GS c"({ surface }) {
    surface.inlinePlaceholder("counter", 8);
  },
  "GS ^"({ surface }, command) {
    surface.placeholder(`macro, ${command.byte(2)} times`);
  },
  "GS ( A"({ surface }) {
    surface.placeholder("test print");
  },
  "GS ( Q"({ surface }, command) {
    if (command.byte(5) === HORIZONTAL_LINE) {
      const from = command.word(6);
      const thickness = RULE_THICKNESS[command.byte(12) - 1] ?? 2;
      surface.rule(from, command.word(8) - from, thickness);
    } else {
      surface.placeholder("line or box (GS ( Q)");
    }
  },
};

/** GS ( Q function 50. */
const HORIZONTAL_LINE = 50;
/** Dots of line styles 1 to 6: thin, medium, thick, single and double. */
const RULE_THICKNESS = [2, 4, 6, 2, 4, 6];

/** What a CODE128 with code sets says: `{A`, `{B`, `{C` choose a set; in set C a byte is two digits. */
function code128Text(data: Uint8Array): string {
  const characters: number[] = [];
  let pairs = false;
  for (let index = 0; index < data.length; index++) {
    const byte = data[index] ?? 0;
    if (byte === 0x7b) {
      const next = data[++index] ?? 0;
      if (next === 0x7b) characters.push(byte);
      else if (next >= 0x41 && next <= 0x43) pairs = next === 0x43;
    } else if (pairs && byte < 100) {
      characters.push(0x30 + Math.floor(byte / 10), 0x30 + (byte % 10));
    } else {
      characters.push(byte);
    }
  }
  return labelText(Uint8Array.from(characters));
}
