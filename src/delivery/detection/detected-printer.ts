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

/** Says of what a source found how it is added. @param taken names that are not free; those that are given are added */
export function describeFound(source: string, found: FoundPrinter, taken: Set<string>): DetectedPrinter {
  const model = modelMeant(found.title) ?? null;
  const name = freeName(found.title, taken);
  const words = ["tillroll", "printer", "add", name, "--target", quoted(found.target)];
  if (model !== null) words.push("--model", model);
  return { ...found, source, name, model, command: words.join(" ") };
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

/** A word as a shell takes it; both those of Linux and Windows. */
function quoted(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `"${word.replaceAll(/(["$`])/g, "\\$1")}"`;
}
