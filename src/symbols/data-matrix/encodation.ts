/** The encodations of data in a DataMatrix that take the fewest codewords. Source: ISO/IEC 16022, 5.2. */

import { isDigit, isEdifact, tripleValues, x12Value } from "./characters.ts";

/** An encodation. */
type Encodation = "ascii" | "c40" | "text" | "x12" | "edifact" | "bytes";

/** A part of the data in one encodation. */
export interface Segment {
  readonly encodation: Encodation;
  readonly data: Uint8Array;
}

/** States: an encodation, and how far the group of characters is that it writes together. */
const STATES: readonly { readonly encodation: Encodation; readonly phase: number }[] = [
  { encodation: "ascii", phase: 0 },
  ...[0, 1, 2].map((phase) => ({ encodation: "c40" as const, phase })),
  ...[0, 1, 2].map((phase) => ({ encodation: "text" as const, phase })),
  ...[0, 1, 2].map((phase) => ({ encodation: "x12" as const, phase })),
  ...[0, 1, 2, 3].map((phase) => ({ encodation: "edifact" as const, phase })),
  { encodation: "bytes", phase: 0 },
];

const ASCII = 0;
const C40 = 1;
const TEXT = 4;
const X12 = 7;
const EDIFACT = 10;
const BYTES = 14;

/** Costs are in twelfths of a codeword, so that those of all groups are whole. */
const CODEWORD = 12;
/** A value of C40, Text and X12, of which three are two codewords. */
const TRIPLE_VALUE = 8;
/** A character of EDIFACT, of which four are three codewords. */
const EDIFACT_CHARACTER = 9;

const FAR = 1 << 28;

/** What each state costs to be left for ASCII: the change takes the rest of a group of EDIFACT. */
const LEAVING = Int32Array.from(STATES, ({ encodation, phase }) => {
  if (encodation === "edifact") return [12, 15, 18, 9][phase] ?? FAR;
  if (encodation === "ascii" || encodation === "bytes") return 0;
  return phase === 0 ? CODEWORD : FAR;
});

/** What each state costs to be entered from ASCII: a codeword, and for bytes that of their number. */
const ENTERING = Int32Array.from(STATES, ({ encodation, phase }) =>
  encodation === "ascii" || phase > 0 ? FAR : encodation === "bytes" ? 2 * CODEWORD : CODEWORD,
);

/** A step from a state at the same place, at the byte before, or two bytes before. */
const ONE_BYTE = 0x10;
const TWO_BYTES = 0x20;
const STATE_MASK = 0x0f;

/** What is found out about data byte by byte: by place and state the least cost, and the step that led there. */
interface Search {
  readonly data: Uint8Array;
  readonly costs: Int32Array;
  readonly steps: Uint8Array;
}

/** The parts of data that take the fewest codewords; the last is not left where that may be spared. */
export function shortestSegments(data: Uint8Array): Segment[] {
  const places = (data.length + 1) * STATES.length;
  const search: Search = { data, costs: new Int32Array(places).fill(FAR), steps: new Uint8Array(places) };
  search.costs[ASCII] = 0;
  for (let at = 0; at < data.length; at++) {
    changeEncodation(search, at);
    writeByte(search, at);
  }
  return segmentsOf(search, lastState(search));
}

/** At the end all is written: a group that is not full must be left, one that is full need not be. */
function lastState({ data, costs }: Search): number {
  let best = ASCII;
  let least = FAR;
  STATES.forEach((_, state) => {
    const leaving = LEAVING[state] ?? FAR;
    const cost = (costs[data.length * STATES.length + state] ?? FAR) + (leaving === CODEWORD ? 0 : leaving);
    if (cost >= least) return;
    least = cost;
    best = state;
  });
  return best;
}

/** Leaves states for ASCII, and enters others from there. */
function changeEncodation(search: Search, at: number): void {
  const { costs } = search;
  const base = at * STATES.length;
  for (let state = 1; state < STATES.length; state++)
    reach(search, base + ASCII, (costs[base + state] ?? FAR) + (LEAVING[state] ?? FAR), state);
  const ascii = costs[base + ASCII] ?? FAR;
  for (let state = 1; state < STATES.length; state++)
    reach(search, base + state, ascii + (ENTERING[state] ?? FAR), ASCII);
}

function reach({ costs, steps }: Search, place: number, cost: number, step: number): void {
  if (cost >= (costs[place] ?? FAR)) return;
  costs[place] = cost;
  steps[place] = step;
}

/** Writes a byte in each encodation that has it. */
function writeByte(search: Search, at: number): void {
  const { data, costs } = search;
  const base = at * STATES.length;
  const next = base + STATES.length;
  const byte = data[at] ?? 0;
  const costOf = (state: number): number => costs[base + state] ?? FAR;
  reach(search, next + ASCII, costOf(ASCII) + (byte < 0x80 ? 1 : 2) * CODEWORD, ASCII | ONE_BYTE);
  if (isDigit(byte) && isDigit(data[at + 1] ?? 0))
    reach(search, next + STATES.length + ASCII, costOf(ASCII) + CODEWORD, ASCII | TWO_BYTES);
  for (const [first, values] of [
    [C40, valueCount(byte, C40)],
    [TEXT, valueCount(byte, TEXT)],
    [X12, x12Value(byte) < 0 ? 0 : 1],
  ] as const) {
    if (values === 0) continue;
    for (let phase = 0; phase < 3; phase++) {
      const to = first + ((phase + values) % 3);
      reach(search, next + to, costOf(first + phase) + values * TRIPLE_VALUE, (first + phase) | ONE_BYTE);
    }
  }
  if (isEdifact(byte)) {
    for (let phase = 0; phase < 4; phase++) {
      const to = EDIFACT + ((phase + 1) % 4);
      reach(search, next + to, costOf(EDIFACT + phase) + EDIFACT_CHARACTER, (EDIFACT + phase) | ONE_BYTE);
    }
  }
  reach(search, next + BYTES, costOf(BYTES) + CODEWORD, BYTES | ONE_BYTE);
}

/** How many values C40 and Text have for each byte. */
const VALUE_COUNTS = [false, true].map((isText) =>
  Uint8Array.from({ length: 256 }, (_, byte) => tripleValues(byte, isText).length),
);

function valueCount(byte: number, encodation: typeof C40 | typeof TEXT): number {
  return VALUE_COUNTS[encodation === C40 ? 0 : 1]?.[byte] ?? 0;
}

/** The steps that led to a state at the end, from the last byte back, as parts of one encodation each. */
function segmentsOf({ data, steps }: Search, last: number): Segment[] {
  const segments: Segment[] = [];
  let end = data.length;
  let at = end;
  for (let state = last; at > 0 || state !== ASCII;) {
    const step = steps[at * STATES.length + state] ?? 0;
    const from = step & STATE_MASK;
    at -= step >> 4;
    const encodation = STATES[state]?.encodation ?? "ascii";
    if (STATES[from]?.encodation !== encodation) {
      if (end > at) segments.push({ encodation, data: data.subarray(at, end) });
      end = at;
    }
    state = from;
  }
  if (end > 0) segments.push({ encodation: "ascii", data: data.subarray(0, end) });
  return segments.toReversed();
}
