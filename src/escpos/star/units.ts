import type { Machine } from "../machine.ts";

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

/** Dots of a line: 4 mm, 3 mm, and 1/6 inch. */
export const LINE_4_MM = 32;
export const LINE_3_MM = 24;
