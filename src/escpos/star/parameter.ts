import type { Command } from "../command.ts";
import type { Machine } from "../machine.ts";

/** The number that a parameter means: 0 to 9 and "0" to "9" are the same, and so are 10 to 35 and "A" to "Z" (Star, all commands). */
export function starValue(value: number): number {
  if (value >= 0x30 && value <= 0x39) return value - 0x30;
  return value >= 0x41 && value <= 0x5a ? value - 0x41 + 10 : value;
}

/** The byte of a command at `index` as a {@link starValue}. */
export function starNumber(command: Command, index: number): number {
  return starValue(command.byte(index));
}

/** Whether it is one of the dot impact printers, which measure in inches and print red. */
export function isImpact({ language }: Pick<Machine, "language">): boolean {
  return language === "star-impact";
}

/** A distance along the paper: on thermal printers dots of 1/8 mm, on impact printers the n-th parts of an inch. */
export interface Distance {
  readonly thermal: number;
  readonly impact: readonly [count: number, anInch: number];
}

/** A distance in dots of the paper. */
export function dotsOf(machine: Machine, { thermal, impact: [count, anInch] }: Distance): number {
  return isImpact(machine) ? inches(machine, count, anInch) : thermal;
}

/** `count` times the part of an inch along the paper, in dots. */
export function inches({ state }: Pick<Machine, "state">, count: number, anInch: number): number {
  return Math.round((count * state.model.dotsPerInchAlong) / anInch);
}

/** Dots of a line of 4 mm, and of 3 mm. */
export const LINE_4_MM = 32;
export const LINE_3_MM = 24;
