import { modelMeant } from "../../escpos/models/model-meant.ts";

/** A printer that was found, and how it is reached. */
export interface FoundPrinter {
  /** Its address, as a printer's target is written. */
  readonly target: string;
  /** What it calls itself, or what its place is called. */
  readonly title: string;
}

/** A printer that was found, and how it is made one of ours. */
export interface DetectedPrinter extends FoundPrinter {
  readonly source: string;
  /** A name for the printer of ours that stands before it. */
  readonly name: string;
  /** The model that its title names; `null` where it names none that is known. */
  readonly model: string | null;
  /** The command that makes it. */
  readonly command: string;
}

const NAME_CHARACTERS = 40;

/**
 * Says of what a source found how it is added. What a device or a neighbour calls itself is shown by terminals, and pasted
 * into shells: it can tell neither of them to do anything.
 * @param taken names that are not free; those that are given are added @param system whose shell takes the command
 */
export function describeFound(
  source: string,
  { target, title: given }: FoundPrinter,
  taken: Set<string>,
  system: NodeJS.Platform = process.platform,
): DetectedPrinter {
  const title = given.replaceAll(/\p{C}/gu, "");
  const model = modelMeant(title) ?? null;
  const name = freeName(title, taken);
  const words = ["tillroll", "printer", "add", name, "--target", quoted(target, system)];
  if (model !== null) words.push("--model", model);
  return { target, title, source, name, model, command: words.join(" ") };
}

function freeName(title: string, taken: Set<string>): string {
  const letters = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "");
  const base = letters.slice(0, NAME_CHARACTERS).replace(/-+$/, "") || "printer";
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}-${number}`;
  taken.add(name);
  return name;
}

/** A word as a shell takes it. */
function quoted(word: string, system: NodeJS.Platform): string {
  if (/^[\w./:@%+,=-]+$/.test(word)) return word;
  return system === "win32" ? `"${word.replaceAll('"', "")}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
