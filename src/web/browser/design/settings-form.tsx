import type { Setting, SettingTable } from "../../../contract/settings.ts";
import { Choices } from "./choices.tsx";
import { Checkbox, type Choice, Field, Select, TextArea } from "./field.tsx";
import { kindOf, readSetting, type SettingKind, writeSetting } from "./setting-value.ts";

/** What a form says of settings, in the reader's language. */
export interface SettingWords {
  label(name: string): string;
  help(name: string): string;
  /** What a choice is called; `null` for its value as it is. */
  choice(name: string, value: string): string | null;
}

/** What a form has so far, by the names of the settings. */
export type SettingValues = Readonly<Record<string, unknown>>;

export interface SettingsFormProps {
  /** Their rows: what each setting is filled in with follows from them. */
  readonly table: SettingTable;
  /** Those that are shown, in this order. */
  readonly names: readonly string[];
  readonly values: SettingValues;
  readonly words: SettingWords;
  /** Of settings that are one of what there is at the moment, such as names of printers. */
  readonly choices?: Readonly<Record<string, readonly Choice<string>[]>>;
  /** What is wrong, as the service said. */
  readonly problems?: Readonly<Record<string, string>>;
  readonly onValue: (name: string, value: unknown) => void;
}

/** Fields for settings, each as its row says. What was typed stays as it is until it can be read. */
export function SettingsForm({ table, names, ...others }: SettingsFormProps) {
  return (
    <div class="settings-form">
      {names.map((name) => {
        const row = table[name];
        return row === undefined ? null : <SettingField key={name} name={name} row={row} {...others} />;
      })}
    </div>
  );
}

interface SettingFieldProps extends Omit<SettingsFormProps, "table" | "names"> {
  readonly name: string;
  readonly row: Setting;
}

function SettingField({ name, row, values, words, choices, problems, onValue }: SettingFieldProps) {
  const kind = kindOf(row);
  const value = values[name];
  const set = (given: unknown) => onValue(name, given);
  const frame = { label: words.label(name), hint: words.help(name), problem: problems?.[name], name };
  const offered = choices?.[name];
  if (kind.kind === "flag")
    return (
      <Checkbox name={name} label={frame.label} hint={frame.hint} checked={value === true} onValue={set} />
    );
  if (kind.kind === "choice" || offered !== undefined) {
    const own = kind.kind === "choice" ? kind.values : [];
    const all = offered ?? own.map((each) => ({ value: each, name: words.choice(name, each) ?? each }));
    const none = row.default === null ? [{ value: "", name: "–" }] : [];
    return (
      <Select
        {...frame}
        choices={[...none, ...all]}
        value={writeSetting(kind, value)}
        onValue={(chosen) => set(chosen === "" ? null : chosen)}
      />
    );
  }
  if (kind.kind === "choices")
    return (
      <Choices
        {...frame}
        values={kind.values}
        chosen={Array.isArray(value) ? value : []}
        nameOf={(each) => words.choice(name, each) ?? each}
        inputOf={(each) => `${name}.${each}`}
        onValue={set}
      />
    );
  const typed = {
    ...frame,
    value: textOf(kind, value),
    onValue: (text: string) => set(typedValue(kind, text)),
  };
  if (kind.kind === "list" || kind.kind === "pairs")
    return <TextArea {...typed} rows={3} spellcheck={false} />;
  if (kind.kind === "secret") return <Field {...typed} type="password" autocomplete="off" />;
  if (kind.kind === "integer") return <Field {...typed} inputMode="numeric" />;
  return <Field {...typed} spellcheck={false} />;
}

/** What is being typed, beside what it is read as: a line that is not finished stays as it stands. */
class Typed {
  constructor(
    readonly text: string,
    readonly value: unknown,
  ) {}
}

function typedValue(kind: SettingKind, text: string): Typed {
  return new Typed(text, readSetting(kind, text));
}

function textOf(kind: SettingKind, value: unknown): string {
  return value instanceof Typed ? value.text : writeSetting(kind, value);
}

/** The values of a form as the API takes them. */
export function settingValues(values: SettingValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value instanceof Typed ? value.value : value]),
  );
}

/** What of a form differs from what was there. */
export function changedSettings(before: SettingValues, values: SettingValues): Record<string, unknown> {
  const now = settingValues(values);
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}
