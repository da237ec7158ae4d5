import type { Setting, SettingsOf, SettingTable } from "../contract/settings.ts";
import type { GivenOptions, Option } from "./options.ts";

/** The options of settings, with a help that follows from what each setting is. */
export function settingOptions(table: SettingTable): Option[] {
  return optionalsOf(table).map(({ name, option, form, description }) => {
    const { value, repeatable, listedBy, none, isDuration } = option;
    const about = typeof repeatable === "string" ? repeatable : description;
    // Where the API takes null, a command takes a word.
    const saysNone = none !== undefined && about.includes("null for ");
    const help = [
      saysNone ? about.replace("null for ", `${none} for `) : about,
      ...(listedBy !== undefined ? [`"tillroll ${listedBy}" lists them.`] : []),
      ...(listedBy === undefined && form.words.length > 0
        ? [`${form.type === "array" ? "Any" : "One"} of ${form.words.join(", ")}.`]
        : []),
      ...(isDuration === true ? ["Such as 90, 30s, 5min, 1h."] : []),
      ...(form.type === "integer" && none === undefined && isDuration !== true
        ? [`From ${form.minimum} to ${form.maximum}.`]
        : []),
      ...(form.type === "boolean" ? ["true or false."] : []),
      ...(repeatable === undefined ? [] : ["Repeatable."]),
      ...(none === undefined || saysNone ? [] : [noneInWords(none, form.type)]),
    ].join(" ");
    return { name, value, help, ...(repeatable !== undefined && { repeatable: true }) };
  });
}

/** How a setting is taken away. */
function noneInWords(none: string, type: string): string {
  if (none !== "none") return `${none} for none.`;
  return type === "array" ? `"none" takes them all away.` : `"none" takes it away.`;
}

/** The settings that options give, by their names, as the API takes them: in their bounds. @throws UsageError */
export function givenSettings<Table extends SettingTable>(
  table: Table,
  given: GivenOptions,
): Partial<SettingsOf<Table>> {
  const settings = optionalsOf(table)
    .filter(({ name }) => given.has(name))
    .map((optional) => [optional.setting, valueOf(optional, given)] as const);
  return Object.fromEntries(settings) as Partial<SettingsOf<Table>>;
}

function valueOf(
  { name, option, form }: ReturnType<typeof optionalsOf>[number],
  given: GivenOptions,
): unknown {
  const { none, repeatable, value, isDuration } = option;
  const text = given.text(name) ?? "";
  if (form.type === "object") return Object.fromEntries(given.pairs(name, value));
  if (form.type === "array") {
    const entries = repeatable === undefined ? text.split(",") : given.all(name);
    return entries.filter((entry) => entry !== "" && entry !== none);
  }
  if (text === none) return null;
  if (isDuration === true) return given.seconds(name, form.minimum, form.maximum);
  if (form.type === "boolean") return given.boolean(name);
  if (form.type === "integer")
    return given.integer(name, Math.min(form.minimum, Number(none ?? form.minimum)), form.maximum);
  return form.words.length > 0 ? given.choice(name, form.words) : text;
}

/** The settings that have an option. */
function optionalsOf(table: SettingTable) {
  return Object.entries(table).flatMap(([setting, { schema, option }]) => {
    if (option === undefined) return [];
    const name = option.name ?? setting.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    return [{ setting, name, option, form: formOf(schema), description: schema.description ?? "" }];
  });
}

/** What the command line needs to know of a setting's schema: its type without `null`, its words, its bounds. */
function formOf(schema: Setting["schema"]) {
  const type = [schema["type"] as string | readonly string[]].flat()[0] ?? "";
  const worded = type === "array" ? (schema["items"] as Setting["schema"]) : schema;
  const words = ((worded["enum"] ?? []) as unknown[]).filter((word) => word !== null).map(String);
  return { type, words, minimum: Number(schema["minimum"]), maximum: Number(schema["maximum"]) };
}
