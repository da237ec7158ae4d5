import { effectOf } from "../../escpos/command-effects.ts";
import type { Command } from "../../escpos/escpos.ts";

/**
 * What a command means for the job that it is in.
 * - `request`: asks the printer something. It is no work, and breaks no silence.
 * - `setting`: changes what later commands do, moves the print position, or feeds blank paper.
 * - `mark`: puts something on the paper that can be seen.
 * - `cut`: cuts the paper.
 * - `act`: kicks the drawer or sounds the buzzer.
 * - `definition`: stores an image or characters in the printer.
 *
 * A job is stored when it has any of the last four: whatever somebody at the printer would see or hear, and what later
 * prints need of the real printer. So a job that only kicks the drawer is kept too: who looks into a shop's books wants
 * to know of it. Requests and settings alone make no print, and neither does blank paper.
 */
export type CommandMeaning = "request" | "setting" | "mark" | "cut" | "act" | "definition";

/** The first printable byte that is seen on the paper. */
const FIRST_VISIBLE = 0x21;

const REQUESTS = `DLE EOT,DLE ENQ,DLE DC4 2,DLE DC4 7,DLE DC4 8,ESC u,GS I,GS a,GS j,GS r,GS g 2,GS ( H,FS ( e,GS ( C,FS g 2,
  FS ( f,FS ( g,FS b,Control,CR`;
/** Commands that the preview draws but that show nothing by themselves. */
const MOVEMENTS = "HT,LF,FF,ESC FF,ESC $,ESC J,ESC K,ESC \\,ESC d,ESC e,GS $,GS \\,GS T,GS o";
const ACTS = "ESC p,DLE DC4 1,DLE DC4 3,ESC ( A,ESC B";
const DEFINITIONS = "FS q,GS *,GS D,ESC &,FS 2";

const BY_NAME: ReadonlyMap<string, CommandMeaning> = new Map(
  (
    [
      [REQUESTS, "request"],
      [MOVEMENTS, "setting"],
      [ACTS, "act"],
      [DEFINITIONS, "definition"],
      ["ESC i,ESC m", "cut"],
    ] as const
  ).flatMap(([names, meaning]) => names.split(",").map((name) => [name.trim(), meaning] as const)),
);

/** Commands whose parameters decide. */
const BY_PARAMETERS: ReadonlyMap<string, (command: Command) => CommandMeaning> = new Map([
  ["Text", textMeaning],
  ["ESC v", (command: Command) => (command.length > 2 ? "act" : "request")],
  ["GS V", (command: Command) => (isCut(command.byte(2)) ? "cut" : "setting")],
  [
    "GS ( k",
    (command: Command) => (command.byte(6) === 81 ? "mark" : command.byte(6) === 82 ? "request" : "setting"),
  ],
  ["GS ( L", (command: Command) => graphicsMeaning(command.byte(6))],
  ["GS 8 L", (command: Command) => graphicsMeaning(command.byte(8))],
]);

/** By the form's index; what the parameters decide is looked up each time. */
const cache: (CommandMeaning | ((command: Command) => CommandMeaning))[] = [];

/** What a command means for its job. Looks at a bounded number of bytes, but for text without a visible character. */
export function meaningOf(command: Command): CommandMeaning {
  const meaning = (cache[command.form.index] ??= lookUp(command));
  return typeof meaning === "string" ? meaning : meaning(command);
}

function lookUp({ name, kind, form }: Command): CommandMeaning | ((command: Command) => CommandMeaning) {
  // What is sent to the customer display is never on paper, but for requests, which any device passes on.
  if (form.device === "display") return "setting";
  const known = BY_PARAMETERS.get(name) ?? BY_NAME.get(name);
  if (known !== undefined) return known;
  return kind === "command" && effectOf(name)?.effect === "drawn" ? "mark" : "setting";
}

function textMeaning({ source, start, length }: Command): CommandMeaning {
  for (let at = start; at < start + length; at++) {
    if ((source[at] ?? 0) >= FIRST_VISIBLE) return "mark";
  }
  return "setting";
}

/** GS V: 0, 1 and their digits cut here; 65, 66 after feeding; 97, 98, 103, 104 with feeding and later. */
function isCut(m: number): boolean {
  return (m & 0xfe) === 0 || (m & 0xfe) === 48 || [65, 66, 97, 98, 103, 104].includes(m);
}

/** GS ( L and GS 8 L: 2, 50, 69 and 85 print, 112 and 113 store for printing, 67, 68, 83 and 84 define. */
function graphicsMeaning(fn: number): CommandMeaning {
  if ([2, 50, 69, 85, 112, 113].includes(fn)) return "mark";
  if ([67, 68, 83, 84].includes(fn)) return "definition";
  return [0, 48, 3, 51, 4, 52, 64, 80].includes(fn) ? "request" : "setting";
}
