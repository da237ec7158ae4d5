import { helpOf, type Option } from "./option.ts";

/** Columns that a line of a comment may have. */
const LINE_CHARACTERS = 100;

const HEADING = [
  "Settings of Tillroll. A line that begins with # does not count; what follows a setting's words is its",
  'default, or an example. Options of the command line and variables count before this file. "tillroll config',
  'check" says what is wrong in it. What is changed here counts from the next start on.',
];

/** What stands in a configuration file for an option: its value, or its default behind a #. */
export interface WrittenSetting {
  readonly isSet: boolean;
  /** The values, as they would be given; several of a repeatable option. */
  readonly values: readonly string[];
}

/** A configuration file with a comment and a line for every option. */
export function configurationText(
  options: readonly Option[],
  settingOf: (option: Option) => WrittenSetting,
): string {
  const sections = options.map((option) => {
    const { isSet, values } = settingOf(option);
    const line = `${option.name} = ${tomlOf(option, values)}`;
    return [...wrapped(helpOf(option)).map((words) => `# ${words}`), isSet ? line : `# ${line}`];
  });
  return [HEADING.map((words) => `# ${words}`), ...sections].map((lines) => lines.join("\n")).join("\n\n");
}

/** The value of an option as TOML has it. */
export function tomlOf(option: Option, values: readonly string[]): string {
  const written = values.map((value) => scalarOf(option, value));
  return option.repeatable === true ? `[${written.join(", ")}]` : (written.at(-1) ?? '""');
}

function scalarOf({ kind, value }: Option, text: string): string {
  if (value === undefined) return text;
  if (kind === undefined) return /^(0|[1-9]\d{0,14})$/.test(text) ? text : JSON.stringify(text);
  if (kind.written === "string") return JSON.stringify(text);
  return kind.written === "boolean" ? String(kind.read(text)) : text;
}

function wrapped(words: string): string[] {
  const lines = [""];
  for (const word of words.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= LINE_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
