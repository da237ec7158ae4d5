import type { ComponentChildren, TargetedEvent, TargetedKeyboardEvent } from "preact";
import { useId } from "preact/hooks";

interface FieldFrameProps {
  readonly label: ComponentChildren;
  /** A sentence below that helps to fill it in. */
  readonly hint?: ComponentChildren;
  /** What is wrong with what is filled in; empty for nothing. */
  readonly problem?: string | undefined;
}

interface Described extends FieldFrameProps {
  readonly id: string;
  readonly children: ComponentChildren;
}

/** Attributes that all that is filled in may have. */
interface ControlProps<Kind extends EventTarget> {
  readonly id?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autofocus?: boolean;
  readonly onBlur?: (event: TargetedEvent<Kind>) => void;
  readonly onFocus?: (event: TargetedEvent<Kind>) => void;
  readonly onKeyDown?: (event: TargetedKeyboardEvent<Kind>) => void;
}

/** Attributes of what is typed in. */
interface TypedProps<Kind extends EventTarget> extends ControlProps<Kind> {
  readonly value: string;
  /** Called with what stands in the field, with each key. */
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  readonly spellcheck?: boolean;
  readonly maxLength?: number;
  readonly autocomplete?:
    "off" | "username" | "current-password" | "new-password" | "one-time-code" | "email";
}

function FieldFrame({ id, label, hint, problem = "", children }: Described) {
  return (
    <div class="field-frame">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children}
      {hint === undefined ? null : (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="field-problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
    </div>
  );
}

function descriptionOf(id: string, { hint, problem = "" }: FieldFrameProps) {
  const words = [...(hint === undefined ? [] : [`${id}-hint`]), ...(problem === "" ? [] : [`${id}-problem`])];
  return {
    ...(words.length === 0 ? {} : { "aria-describedby": words.join(" ") }),
    ...(problem === "" ? {} : { "aria-invalid": true as const }),
  };
}

interface FieldProps extends FieldFrameProps, TypedProps<HTMLInputElement> {
  readonly type?: "text" | "number" | "password" | "url" | "email" | "search" | "date" | "time";
  readonly inputMode?: "text" | "numeric" | "decimal" | "url" | "email";
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number | string;
  /** The id of a `datalist` with what may be meant. */
  readonly list?: string;
}

/** A line to type in, with its label, a hint and what is wrong with it. */
export function Field({ label, hint, problem, onValue, type = "text", ...others }: FieldProps) {
  const own = useId();
  const id = others.id ?? own;
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      <input
        autocomplete="off"
        {...others}
        {...descriptionOf(id, { label, hint, problem })}
        id={id}
        // Preact's types have an element for each kind of input, and no union of them.
        type={type as "text"}
        class="field-input"
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

interface TextAreaProps extends FieldFrameProps, TypedProps<HTMLTextAreaElement> {
  readonly rows?: number;
}

/** Several lines to type in. */
export function TextArea({ label, hint, problem, onValue, ...others }: TextAreaProps) {
  const own = useId();
  const id = others.id ?? own;
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem}>
      <textarea
        {...others}
        {...descriptionOf(id, { label, hint, problem })}
        id={id}
        class="field-input field-area"
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

/** A value that can be chosen. Values of the same `group` stand together. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly group?: string;
}

interface SelectProps<Value extends string> extends FieldFrameProps, ControlProps<HTMLSelectElement> {
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  /** The label is for screen readers alone. */
  readonly isLabelHidden?: boolean;
}

/** A choice of one of several. */
export function Select<Value extends string>({
  label,
  hint,
  problem,
  choices,
  value,
  onValue,
  isLabelHidden = false,
  ...others
}: SelectProps<Value>) {
  const own = useId();
  const id = others.id ?? own;
  const groups = Map.groupBy(choices, ({ group }) => group ?? "");
  const shownLabel = isLabelHidden ? <span class="spoken">{label}</span> : label;
  return (
    <FieldFrame id={id} label={shownLabel} hint={hint} problem={problem}>
      <select
        {...others}
        {...descriptionOf(id, { label, hint, problem })}
        id={id}
        class="field-input"
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
          if (chosen !== undefined) onValue(chosen.value);
        }}
      >
        {[...groups].map(([group, members]) =>
          group === "" ? optionsOf(members) : <optgroup label={group}>{optionsOf(members)}</optgroup>,
        )}
      </select>
    </FieldFrame>
  );
}

function optionsOf(choices: readonly Choice<string>[]) {
  return choices.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

interface CheckboxProps extends ControlProps<HTMLInputElement> {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly checked: boolean;
  readonly onValue: (checked: boolean) => void;
}

/** Something that is so or not. */
export function Checkbox({ label, hint, onValue, ...others }: CheckboxProps) {
  const own = useId();
  const described = hint === undefined ? {} : { "aria-describedby": `${own}-hint` };
  return (
    <div class="checkbox">
      <label class="checkbox-label">
        <input
          {...others}
          {...described}
          type="checkbox"
          onChange={(event) => onValue(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {hint === undefined ? null : (
        <p class="field-hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
