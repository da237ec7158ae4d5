/**
 * What a command did in a print:
 * - "drawn": it put something on the paper or moved where it goes;
 * - "state": it changed what later commands do;
 * - "event": it did something beside the paper;
 * - "none": it has no effect on paper, by design;
 * - "ignored": it is known, but did nothing here;
 * - "unknown": printers drop it;
 * - "truncated": the print ended inside it.
 */
export type Effect = "drawn" | "state" | "event" | "none" | "ignored" | "unknown" | "truncated";

/** What a command is about to do. */
export interface Said {
  readonly sentence: string;
  /** The effect, if it is not the one of the command's record. */
  readonly effect?: Effect;
}

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

/** A command that only page mode knows. */
export function inPageModeOnly(inPageMode: boolean, what: string): Said | string {
  return inPageMode ? what : ignored(what, "it acts in page mode only");
}

/** A command that page mode ignores. */
export function standardModeOnly(inPageMode: boolean, what: string): Said | string {
  return inPageMode ? ignored(what, "page mode is on") : what;
}

/** "on" or "off". */
export function onOff(on: boolean): string {
  return on ? "on" : "off";
}

/** A text with a capital at its start. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
