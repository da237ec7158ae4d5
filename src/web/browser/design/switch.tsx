import type { ComponentChildren } from "preact";

interface SwitchProps<Value extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  /** Of the group of radio buttons: unique on the page. */
  readonly name: string;
  readonly choices: readonly { readonly value: Value; readonly title: ComponentChildren }[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly isSmall?: boolean;
}

/** A choice of a few things that are all seen, side by side. */
export function Switch<Value extends string>(props: SwitchProps<Value>) {
  const { label, name, choices, value: chosen, onValue, isSmall = false } = props;
  return (
    <fieldset class={isSmall ? "switch switch-small" : "switch"}>
      <legend class="spoken">{label}</legend>
      {choices.map(({ value, title }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onValue(value)}
          />
          <span class="switch-title">{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
