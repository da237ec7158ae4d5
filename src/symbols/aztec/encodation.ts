/** Data of an Aztec code in the fewest bits. Source: ISO/IEC 24778, 7.1 and annex H. */

import { BitWriter } from "../bit-writer.ts";
import {
  AZTEC_MODES,
  BYTE_COUNT,
  LAST_MODE_BEFORE_BYTES,
  pairValueOf,
  TO_BYTES,
  UPPER,
  valueOf,
} from "./characters.ts";

/** States: the modes, then bytes out of each mode that can be left for them. */
const MODES = AZTEC_MODES.length;
const STATES = MODES + LAST_MODE_BEFORE_BYTES + 1;

const FAR = 1 << 28;

/** How a state was reached: from which, by how many bytes, and by a character of which mode. */
interface Step {
  readonly from: number;
  readonly bytes: number;
  readonly mode: number;
}

/** What is known about data: by place and state the bits that it takes to there, and the step that led there, packed. */
interface Search {
  readonly data: Uint8Array;
  readonly costs: Int32Array;
  readonly steps: Int16Array;
  /** Bytes since the state of bytes was entered. */
  readonly counts: Int16Array;
}

const NO_STEP = -1;

function packed(from: number, bytes: number, mode: number): number {
  return from | (bytes << 4) | (mode << 6);
}

function unpacked(step: number): Step {
  return { from: step & 15, bytes: (step >> 4) & 3, mode: step >> 6 };
}

/** Data as bits, one behind the other. */
export interface AztecBits {
  readonly bytes: Uint8Array;
  /** Bits. */
  readonly length: number;
}

/** Data of any bytes in the fewest bits. */
export function shortestBits(data: Uint8Array): AztecBits {
  // A pair of bytes may lead to one place behind the last.
  const length = (data.length + 2) * STATES;
  const costs = new Int32Array(length).fill(FAR);
  const steps = new Int16Array(length).fill(NO_STEP);
  const search: Search = { data, costs, steps, counts: new Int16Array(length) };
  costs[UPPER] = 0;
  for (let at = 0; at <= data.length; at++) {
    changeMode(search, at * STATES);
    if (at < data.length) writeCharacter(search, at);
  }
  return written(data, stepsOf(search));
}

function reach({ costs, steps, counts }: Search, place: number, cost: number, step: number, count = 0): void {
  if (cost >= (costs[place] ?? 0)) return;
  costs[place] = cost;
  steps[place] = step;
  counts[place] = count;
}

/** Leaves bytes, changes modes over as many others as it takes, and enters bytes. */
function changeMode(search: Search, base: number): void {
  const cost = (state: number): number => search.costs[base + state] ?? FAR;
  for (let mode = 0; mode <= LAST_MODE_BEFORE_BYTES; mode++)
    reach(search, base + mode, cost(MODES + mode), packed(MODES + mode, 0, mode));
  // From digits to punctuation it is three changes.
  for (let round = 0; round < 3; round++) {
    for (let from = 0; from < MODES; from++) {
      const { bits = 0, latches = [] } = AZTEC_MODES[from] ?? {};
      for (const { to } of latches) reach(search, base + to, cost(from) + bits, packed(from, 0, from));
    }
  }
  for (let mode = 0; mode <= LAST_MODE_BEFORE_BYTES; mode++) {
    const bits = (AZTEC_MODES[mode]?.bits ?? 0) + BYTE_COUNT.bits;
    reach(search, base + MODES + mode, cost(mode) + bits, packed(mode, 0, mode));
  }
}

/** Writes the character at a place in each state that has it, or as a character of another mode. */
function writeCharacter(search: Search, at: number): void {
  const { costs, counts } = search;
  const base = at * STATES;
  for (let state = 0; state < MODES; state++) {
    const cost = costs[base + state] ?? FAR;
    writeOneOf(search, at, state, state, cost);
    const { bits = 0, shifts = [] } = AZTEC_MODES[state] ?? {};
    for (const { to } of shifts) writeOneOf(search, at, state, to, cost + bits);
  }
  for (let state = MODES; state < STATES; state++) {
    const count = (counts[base + state] ?? 0) + 1;
    if (count > BYTE_COUNT.mostOfAll) continue;
    const longer = count === BYTE_COUNT.most + 1 ? BYTE_COUNT.moreBits : 0;
    const cost = (costs[base + state] ?? FAR) + 8 + longer;
    reach(search, base + STATES + state, cost, packed(state, 1, state), count);
  }
}

/** Writes one or two bytes as a character of a mode. @param before bits up to there */
function writeOneOf(search: Search, at: number, state: number, mode: number, before: number): void {
  const byte = search.data[at] ?? 0;
  const next = search.data[at + 1];
  const cost = before + (AZTEC_MODES[mode]?.bits ?? 0);
  if (valueOf(mode, byte) > 0) reach(search, (at + 1) * STATES + state, cost, packed(state, 1, mode));
  if (next !== undefined && pairValueOf(mode, byte, next) > 0)
    reach(search, (at + 2) * STATES + state, cost, packed(state, 2, mode));
}

/** The steps with the state that each leads to, from the start. */
function stepsOf({ data, costs, steps: all }: Search): (Step & { readonly to: number })[] {
  const steps: (Step & { readonly to: number })[] = [];
  let at = data.length;
  const last = costs.subarray(at * STATES, (at + 1) * STATES);
  let state = last.indexOf(Math.min(...last));
  for (
    let step = all[at * STATES + state] ?? NO_STEP;
    step !== NO_STEP;
    step = all[at * STATES + state] ?? NO_STEP
  ) {
    const { from, bytes, mode } = unpacked(step);
    steps.push({ from, bytes, mode, to: state });
    at -= bytes;
    state = from;
  }
  return steps.toReversed();
}

/** Bits of a byte at most, in modes, with a change before each. */
const MOST_BITS_A_BYTE = 24;

function written(data: Uint8Array, steps: readonly (Step & { readonly to: number })[]): AztecBits {
  const bytes = new Uint8Array(Math.ceil((data.length * MOST_BITS_A_BYTE) / 8) + 8);
  const writer = new BitWriter(bytes);
  let at = 0;
  steps.forEach(({ from, bytes: taken, mode, to }, index) => {
    const bits = AZTEC_MODES[from]?.bits ?? 0;
    if (to >= MODES && from < MODES) {
      writer.write(TO_BYTES, bits);
      let count = 0;
      while (steps[index + 1 + count]?.from === to && steps[index + 1 + count]?.bytes === 1) count++;
      writeCount(writer, count);
    } else if (from >= MODES) {
      if (taken > 0) writer.write(data[at] ?? 0, 8);
    } else if (taken === 0) {
      writer.write(AZTEC_MODES[from]?.latches.find((change) => change.to === to)?.value ?? 0, bits);
    } else {
      if (mode !== from)
        writer.write(AZTEC_MODES[from]?.shifts.find((change) => change.to === mode)?.value ?? 0, bits);
      const byte = data[at] ?? 0;
      const value = taken === 2 ? pairValueOf(mode, byte, data[at + 1] ?? 0) : valueOf(mode, byte);
      writer.write(value, AZTEC_MODES[mode]?.bits ?? 0);
    }
    at += taken;
  });
  return { bytes, length: writer.length };
}

function writeCount(writer: BitWriter, count: number): void {
  if (count <= BYTE_COUNT.most) writer.write(count, BYTE_COUNT.bits);
  else {
    writer.write(0, BYTE_COUNT.bits);
    writer.write(count - BYTE_COUNT.most, BYTE_COUNT.moreBits);
  }
}
