import type { Command } from "../escpos/command.ts";
import type { Machine } from "../escpos/machine.ts";
import { capitalized, count, quoted, type Effect } from "../escpos/sentence.ts";

const EFFECTS = { drawn: "drawn", mark: "event", state: "state", skipped: "none" } as const;

/** What a command will do on a machine. */
export interface Described {
  readonly effect: Effect;
  readonly sentence: string;
}

/** Describes a command that is about to be run. Changes nothing on the machine; never throws. */
export function describeCommand(machine: Machine, command: Command): Described {
  const { kind, form, truncated } = command;
  if (kind === "unknown") return said(truncated ? "truncated" : "unknown", unknownSentence(command));
  if (form.device === "display" && form.run === undefined) return displayCommand(command);
  if (!machine.selected && form.record.actsDeselected !== true) {
    const { sentence } = ownSentence(machine, command);
    return said("ignored", `${sentence}: ignored, the printer is not selected (ESC =)`);
  }
  if (truncated) {
    const acts = form.record.actsTruncated === true ? "; what arrived is used" : "";
    return said(
      "truncated",
      `The print ends inside this command, after ${count(command.length, "byte")}${acts}`,
    );
  }
  return ownSentence(machine, command);
}

function said(effect: Effect, sentence: string): Described {
  return { effect, sentence };
}

function ownSentence(machine: Machine, command: Command): Described {
  const { says, words, effect } = command.form.record;
  const own = typeof says === "function" ? says(machine, command) : (says ?? words);
  const usual = effect === undefined ? "none" : EFFECTS[effect];
  return typeof own === "string" ? said(usual, capitalized(own)) : said(own.effect ?? usual, own.sentence);
}

function unknownSentence(command: Command): string {
  if (command.truncated) return "The print ends inside a command";
  const dropped = command.length === 1 ? "its byte" : `its ${command.length} bytes`;
  return `No known command; printers drop ${dropped} and go on with what follows`;
}

/** After ESC = 2 nothing goes to the paper. */
function displayCommand(command: Command): Described {
  if (command.truncated) return said("truncated", "The print ends inside a command of the customer display");
  if (command.kind !== "text") return said("none", "For the customer display, not the paper");
  const text = Buffer.from(command.bytes).toString("latin1");
  return said("event", `The customer display shows ${quoted(text)}`);
}
