import type { Command } from "../escpos/command.ts";
import type { Machine } from "../escpos/machine.ts";
import type { Effect } from "./explanation.ts";

/** What a command is about to do. */
export interface Said {
  readonly sentence: string;
  /** The effect, if it is not the one of the command table (`effectOf`). */
  readonly effect?: Effect;
}

/** Tells what a command will do on a machine; changes nothing and never throws. */
export type Describer = (command: Command, machine: Machine) => Said | string;

/** Describers by the name of their command. */
export type Describers = Readonly<Record<string, Describer>>;

/** A command that does nothing here, and why. */
export function ignored(what: string, why: string): Said {
  return { sentence: `${what}: ignored, ${why}`, effect: "ignored" };
}

/** A command that changes what later commands do. */
export function sets(sentence: string): Said {
  return { sentence, effect: "state" };
}

/** A command that never has an effect on paper. */
export function skips(sentence: string): Said {
  return { sentence, effect: "none" };
}

/** A command that is ignored because a parameter is not one of those that mean something. */
export function outOfRange(what: string, value: number): Said {
  return ignored(what, `${value} is out of range`);
}

/** A number with its noun: "1 line", "3 lines". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

/** "on" or "off". */
export function onOff(on: boolean): string {
  return on ? "on" : "off";
}

/** A parameter of which only bit 0 counts. */
export function bit0(command: Command, index = 2): boolean {
  return (command.byte(index) & 1) === 1;
}

/** Characters of a text that a sentence quotes. */
const MAXIMUM_QUOTED_CHARACTERS = 40;

/** Text in quotation marks, control characters as spaces, cut where it is long. */
export function quoted(text: string): string {
  const short = text.slice(0, 2 * MAXIMUM_QUOTED_CHARACTERS).replace(/\p{Cc}/gu, " ");
  const characters = [...short].slice(0, MAXIMUM_QUOTED_CHARACTERS);
  const shown = characters.join("").toWellFormed();
  return shown.length < text.length ? `“${shown}…”` : `“${shown}”`;
}
