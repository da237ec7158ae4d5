import type { AnsweringPrinter } from "./answers.ts";
import type { Command, CommandKind, Device, Measure, ScanState } from "./command.ts";
import type { Machine } from "./machine.ts";
import { outOfRange, type Said } from "./sentence.ts";
import type { Survey } from "./text/text-survey.ts";
import type { CharacterCoding } from "./text/character-coding.ts";
import type { Check, Need } from "./warning.ts";

/** What a command does to a receipt: marks on paper, a mark beside it, a change of what follows, or nothing. */
export type CommandEffect = "drawn" | "mark" | "state" | "skipped";

/**
 * What a command means for the job that it is in.
 * - `request`: asks the printer something. It is no work, and breaks no silence.
 * - `setting`: changes what later commands do, moves the print position, or feeds blank paper.
 * - `mark`: puts something on the paper that can be seen.
 * - `cut`: cuts the paper.
 * - `page end`: cuts the paper if anything is on it; on a bare paper it does nothing (Star's raster mode).
 * - `act`: kicks the drawer or sounds the buzzer.
 * - `definition`: stores an image or characters in the printer.
 *
 * A job is stored when it has any of the last four: whatever somebody at the printer would see or hear, and what later
 * prints need of the real printer. So a job that only kicks the drawer is kept too: who looks into a shop's books wants
 * to know of it. Requests and settings alone make no print, and neither does blank paper.
 */
export type CommandMeaning = "request" | "setting" | "mark" | "cut" | "page end" | "act" | "definition";

/**
 * Whether a real printer answers a command in print order, so that its answer says that what is before it is printed:
 * `status` with one byte, or the echo of a process ID, that can be told from every other answer; `block` with a block of
 * bytes, if it knows the request; `maybe` with anything or nothing; `watched` with its status if the host watches it,
 * else not.
 */
export type Asking = "status" | "block" | "watched" | "maybe" | "no";

/** Everything that is known of one command. */
export interface CommandRecord {
  /** The name in the Epson ESC/POS reference or in Star's, such as GS v 0 or ESC GS t. */
  readonly name: string;
  /**
   * The opcode in hexadecimal and the parameters at fixed places, such as "1B 5C n:s2": a name, then its bytes if not
   * one (little endian), `s` for two's complement. Brackets stand for data behind them, "1D 28 6B p:2 [cn fn]", and
   * name the first of it; the last parameter counts its bytes unless `dataLength` says otherwise. A record whose opcode
   * begins those of others is what the bytes are when none of these follows.
   */
  readonly bytes: string;
  /** A command if not given. */
  readonly kind?: CommandKind;
  /** The printer if not given. */
  readonly device?: Device;
  /** Bytes of the data, from the values of the parameters. */
  readonly dataLength?: (parameters: readonly number[]) => number;
  /** The length, for commands that tell it by more than their parameters. */
  readonly measure?: Measure;
  /** Changes how the bytes behind the command are split. */
  readonly splits?: (state: ScanState, command: Command) => void;

  readonly effect?: CommandEffect;
  /** What it is or, of a skipped one, why nothing is missing from the paper. */
  readonly words: string;
  /** What it does to the printer; without it the command is read and skipped. */
  readonly run?: (machine: Machine, command: Command) => void;
  /** A sentence on what it is about to do, if it says more than `words`. Changes nothing and never throws. */
  readonly says?: string | ((machine: Machine, command: Command) => Said | string);
  /** What it tells of the coding of the text behind it, before the print is run. */
  readonly survey?: (survey: Survey, coding: CharacterCoding, command: Command) => void;
  /** What a printer must have for it, if not all have it. */
  readonly needs?: Need | ((command: Command) => readonly Need[]);
  /** What is wrong with it on a printer, beside what it needs. */
  readonly check?: Check;
  /** It may print a picture that was stored in the printer before, and is in no job. */
  readonly printsStored?: boolean;
  /** It prints a strip of a picture, which the next one goes on below. */
  readonly isStrip?: boolean;
  /** Something of it stands on the paper, unless it is dropped; others only move or set. */
  readonly marksPaper?: boolean;
  /** Whether it stores the data of a kind of symbol (in byte 5), or prints what is stored. */
  readonly symbolStep?: (command: Command) => "store" | "print" | undefined;
  /** It prints characters, which may be one piece with those before and behind it. */
  readonly printsText?: boolean;
  /** Like text, it makes a receipt begin: the top logo is printed before it. */
  readonly beginsReceipt?: boolean;
  /** Hosts begin a job with it: behind a cut, what follows is another one. */
  readonly beginsJob?: boolean;
  /**
   * The bytes of it that a printer reads, where it does not execute it in its present state and prints what follows as
   * text; undefined where it does.
   */
  readonly unexecutedLength?: (machine: Machine, command: Command) => number | undefined;
  /** It acts with what arrived when the print ends inside it. */
  readonly actsTruncated?: boolean;
  /** It acts even while the printer is deselected by ESC =. */
  readonly actsDeselected?: boolean;
  /** It defines or runs a macro, and is no part of it. */
  readonly controlsMacro?: boolean;

  /** What it means for its job, a setting if not given. */
  readonly meaning?: CommandMeaning | ((command: Command) => CommandMeaning);
  /** It opens a drawer. */
  readonly kicksDrawer?: true | ((command: Command) => boolean);
  /** It acts the moment it comes, whatever is before it. */
  readonly realTime?: boolean;
  /** Has a printer answer it, or change what it answers later. Called for complete commands. */
  readonly answer?: (printer: AnsweringPrinter, command: Command) => void;
  /** Requests of it that a real printer may answer and this one does not, and why: silence misleads nobody. */
  readonly unanswered?: string;
  /** "maybe" of requests that are not real-time and "no" of other commands if not given. */
  readonly asks?: Asking | ((command: Command) => Asking);
  /** Whether a real printer answers it with one byte in print order. */
  readonly hasByteAnswer?: (command: Command) => boolean;
  /** What it does to Star's count of what is printed: not every printer begins anew at each command that says so. */
  readonly printedCount?: "one more" | "perhaps anew";

  /**
   * Whole commands in hexadecimal ("00*8" is eight times 00), for tests: one for each kind of length. Needed where the
   * command does nothing when each parameter is 1, and for data that the last one does not count.
   */
  readonly examples?: readonly string[];
}

/** What a command does on paper, and its sentence. */
export type CommandAct = Pick<CommandRecord, "run" | "says">;

/** What a record has beside its name, bytes, words and effect. */
type Details = Omit<CommandRecord, "name" | "bytes" | "words" | "effect">;

type Define = (name: string, bytes: string, words: string, details?: Details) => CommandRecord;

function define(effect: CommandEffect, usual: Details): Define {
  return (name, bytes, words, details) => ({ name, bytes, words, effect, ...usual, ...details });
}

/** A command of which something stands on the paper. */
export const drawn = define("drawn", { marksPaper: true, meaning: "mark" });
/** A command that moves the print position, or prints what others have set up. */
export const moved = define("drawn", {});
/** Something that the printer does beside the paper. */
export const beside = define("mark", { meaning: "act" });
/** A change of what later commands draw: it has `run`. What only the printer keeps, such as a speed, is {@link skipped}. */
export const setting = define("state", {});
/** A question to the printer, without an effect on the paper. */
export const request = define("skipped", { meaning: "request" });
/** A command that has no effect on the paper, by design; for its job it is a setting unless it has another `meaning`. */
export const skipped = define("skipped", {});

/**
 * What a command does that sets one of some things by a digit; another digit changes nothing.
 *
 * @param names of what it sets, from 0 on
 * @param says the sentence, from the name
 */
export function choice(
  what: string,
  names: readonly string[],
  set: (machine: Machine, n: number) => void,
  says: (name: string, machine: Machine) => string = (name) => `${what}${name}`,
): CommandAct {
  return {
    run(machine, command) {
      if (command.digit() < names.length) set(machine, command.digit());
    },
    says(machine, command) {
      const name = names[command.digit()];
      return name === undefined ? outOfRange(what, command.digit()) : says(name, machine);
    },
  };
}

/** A command of the customer display, of which only the length counts: it is never on paper. */
export function displayed(
  name: string,
  bytes: string,
  details?: Pick<CommandRecord, "measure" | "examples">,
): CommandRecord {
  return { name, bytes, words: "", device: "display", ...details };
}
