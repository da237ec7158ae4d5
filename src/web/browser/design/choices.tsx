import type { ComponentChildren } from "preact";
import { Checkbox } from "./field.tsx";

interface ChoicesProps<Value extends string> {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly problem?: string | undefined;
  /** What there is to choose from; the chosen ones stay in this order. */
  readonly values: readonly Value[];
  readonly chosen: readonly string[];
  /** What a value is called. */
  readonly nameOf: (value: Value) => string;
  /** How the input of a value is called; needed only where a form is looked through by names. */
  readonly inputOf?: (value: Value) => string;
  readonly onValue: (chosen: Value[]) => void;
}

/** Any of several values. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, hint, problem, values, chosen, nameOf, inputOf, onValue } = props;
  return (
    <fieldset class="choices">
      <legend class="field-label">{label}</legend>
      {hint === undefined ? null : <p class="field-hint">{hint}</p>}
      <div class="choices-list">
        {values.map((each) => (
          <Checkbox
            key={each}
            {...(inputOf === undefined ? {} : { name: inputOf(each) })}
            label={nameOf(each)}
            checked={chosen.includes(each)}
            onValue={(isChosen) =>
              onValue(values.filter((other) => (other === each ? isChosen : chosen.includes(other))))
            }
          />
        ))}
      </div>
      <p class="field-problem" role="alert">
        {problem ?? ""}
      </p>
    </fieldset>
  );
}
