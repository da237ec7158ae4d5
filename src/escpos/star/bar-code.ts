import type { LinearSettings } from "../../symbols/linear.ts";
import { byteString } from "../../symbols/symbol.ts";
import type { Command } from "../command.ts";
import { starNumber } from "./parameter.ts";

/** A bar code of ESC b as the encoder takes it. */
interface BarCode {
  /** The parameter of Epson's GS k for the same system. */
  readonly system: number;
  readonly data: Uint8Array;
  readonly settings: LinearSettings;
  /** Whether its characters stand below it. */
  readonly isRead: boolean;
}

/** Dots of narrow and wide elements by n3. */
type Elements = readonly (readonly [narrow: number, wide: number])[];

/** Of CODE39 and NW-7. Source: Star Line Mode specifications, ESC b. */
const TWO_WIDTHS: Elements = [
  [2, 6],
  [3, 9],
  [4, 12],
  [2, 5],
  [3, 8],
  [4, 10],
  [2, 4],
  [3, 6],
  [4, 8],
];
const ITF_WIDTHS: Elements = [
  [2, 5],
  [4, 10],
  [6, 15],
  [2, 4],
  [4, 8],
  [6, 12],
  [2, 6],
  [3, 9],
  [4, 12],
];

interface System {
  readonly epson: number;
  readonly elements?: Elements;
  /** The data as Epson's command takes it, if it is another, and the command's parameter. */
  readonly translate?: (data: string) => readonly [epson: number, data: string];
}

/** By n1. */
const SYSTEMS: readonly System[] = [
  { epson: 66 },
  { epson: 65 },
  { epson: 68 },
  { epson: 67 },
  { epson: 69, elements: TWO_WIDTHS },
  { epson: 70, elements: ITF_WIDTHS, translate: (data) => [70, data.length % 2 === 0 ? data : `0${data}`] },
  { epson: 79, translate: code128 },
  { epson: 72 },
  { epson: 71, elements: TWO_WIDTHS },
  { epson: 74 },
  { epson: 75 },
  { epson: 76 },
  { epson: 77 },
  { epson: 78 },
];

/** Dots of a module by n3, of bar codes whose elements have more than two widths. */
const MODULES: readonly (readonly [module: number, wide?: number])[] = [[2], [3], [4]];

/** The bar code of ESC b n1 n2 n3 n4; undefined when one of these is out of range: the printer discards it. */
export function barCodeOf(command: Command): BarCode | undefined {
  const system = SYSTEMS[starNumber(command, 2)];
  const look = starNumber(command, 3);
  const widths = (system?.elements ?? MODULES)[starNumber(command, 4) - 1];
  const height = command.byte(5);
  if (system === undefined || widths === undefined || look < 1 || look > 4 || height === 0) return undefined;
  const { translate } = system;
  const [narrow, wide] = widths;
  const end = command.byte(command.length - 1) === 0x1e ? command.length - 1 : command.length;
  const sent = command.bytes.subarray(6, Math.max(6, end));
  const [epson, data] = translate?.(byteString(sent)) ?? [system.epson, sent];
  return {
    system: epson,
    data: typeof data === "string" ? Buffer.from(data, "latin1") : data,
    settings: { moduleWidth: narrow, ...(wide !== undefined && { wideWidth: wide }), height },
    isRead: look % 2 === 0,
  };
}

/**
 * Data of a CODE128: Star printers choose the code sets. `%0` is a percent sign, `%1` to `%4` are function characters,
 * `%5` is DEL, and `%` with a letter a control character. Epson's 79 chooses code sets too, but has no function characters;
 * for these its 73 is told the sets.
 */
function code128(data: string): readonly [epson: number, data: string] {
  const characters = [...data.matchAll(/%([\s\S])|[\s\S]/g)].map(([plain, escaped]) =>
    escaped === undefined ? plain : (ESCAPES[escaped] ?? String.fromCharCode(escaped.charCodeAt(0) & 0x1f)),
  );
  if (characters.every((character) => character.length === 1)) return [79, characters.join("")];
  let result = "";
  let set: "A" | "B" | undefined;
  for (const character of characters) {
    const isFunction = character.length > 1;
    const wanted = isFunction ? undefined : character < " " ? "A" : character >= "`" ? "B" : undefined;
    const next = wanted ?? set ?? "B";
    if (next !== set) result += `{${next}`;
    set = next;
    result += character === "{" ? "{{" : character;
  }
  return [73, result];
}

/** What stands for a character and a percent sign before it; function characters as Epson writes them. */
const ESCAPES: Readonly<Record<string, string>> = {
  "0": "%",
  "1": "{1",
  "2": "{2",
  "3": "{3",
  "4": "{4",
  "5": "\x7f",
};
