import type { Command } from "../escpos/command.ts";
import { effectOf } from "../escpos/command-effects.ts";
import { ACTS_WHEN_DESELECTED, ACTS_WHEN_TRUNCATED } from "../escpos/interpreter.ts";
import type { Machine } from "../escpos/machine.ts";
import type { Effect } from "./explanation.ts";
import { count, quoted, type Describers } from "./sentence.ts";
import { deviceSentences } from "./sentences/device.ts";
import { imageSentences } from "./sentences/image.ts";
import { pageSentences } from "./sentences/page.ts";
import { positionSentences } from "./sentences/position.ts";
import { styleSentences } from "./sentences/style.ts";
import { symbolSentences } from "./sentences/symbol.ts";
import { textSentences } from "./sentences/text.ts";

const describers: Describers = {
  ...textSentences,
  ...styleSentences,
  ...positionSentences,
  ...pageSentences,
  ...imageSentences,
  ...symbolSentences,
  ...deviceSentences,
};

/** Names of the commands that have a sentence of their own; the others take the words of the command table. */
export const describedCommands: ReadonlySet<string> = new Set(Object.keys(describers));

/** Commands of which something stands on the paper, unless it is dropped; the others only move or set. */
const MAKES_MARKS = new Set([
  "Text",
  "DC2 *",
  "ESC *",
  "ESC Z",
  "ESC 81",
  "FS p",
  "FS } %",
  "GS ( A",
  "GS ( L",
  "GS 8 L",
  "GS ( Q",
  "GS ( k",
  "GS /",
  "GS Q 0",
  "GS c",
  "GS k",
  "GS v 0",
]);

const EFFECTS = { drawn: "drawn", mark: "event", state: "state", skipped: "none" } as const;

/** What a command will do on a machine. */
export interface Described {
  readonly effect: Effect;
  readonly sentence: string;
  /** True if it puts marks on the paper, so that without any it did nothing. */
  readonly marks: boolean;
}

/** Describes a command that is about to be run. Changes nothing on the machine; never throws. */
export function describeCommand(machine: Machine, command: Command): Described {
  const { name, kind, form, truncated } = command;
  if (kind === "unknown") return said(truncated ? "truncated" : "unknown", unknownSentence(command));
  if (form.device === "display" && name !== "ESC =") return displayCommand(command);
  if (!machine.selected && !ACTS_WHEN_DESELECTED.has(name)) {
    return said(
      "ignored",
      `${ownSentence(machine, command).sentence}: ignored, the printer is not selected (ESC =)`,
    );
  }
  if (truncated) {
    const acts = ACTS_WHEN_TRUNCATED.has(name) ? "; what arrived is used" : "";
    return said(
      "truncated",
      `The print ends inside this command, after ${count(command.length, "byte")}${acts}`,
    );
  }
  return ownSentence(machine, command);
}

function said(effect: Effect, sentence: string, marks = false): Described {
  return { effect, sentence, marks };
}

function ownSentence(machine: Machine, command: Command): Described {
  const known = effectOf(command.name);
  const own = describers[command.name]?.(command, machine);
  const words = known?.words ?? "Control codes";
  const usual: Effect = known === undefined ? "none" : EFFECTS[known.effect];
  const marks = MAKES_MARKS.has(command.name);
  if (own === undefined) return said(usual, words.charAt(0).toUpperCase() + words.slice(1), marks);
  if (typeof own !== "string") return said(own.effect ?? usual, own.sentence, marks);
  return said(usual, own.charAt(0).toUpperCase() + own.slice(1), marks);
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
