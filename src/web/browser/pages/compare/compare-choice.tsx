import { useLayoutEffect, useState } from "preact/hooks";
import type { ReferenceAnswer } from "../../../../contract/reference.ts";
import { Button } from "../../design/button.tsx";
import { Field, Select } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";
import type { Compared } from "./compare-address.ts";
import type { Loaded } from "./use-comparison.ts";

interface CompareChoiceProps {
  readonly wanted: Compared;
  /** What is shown, where the address leaves it open. */
  readonly shown: Loaded | null;
  readonly references: readonly ReferenceAnswer[];
  readonly onChange: (change: Partial<Compared>) => void;
}

/** The value of "another print" among the references, which no name has: names have a character at least. */
const PRINT = "";

/** What is compared: a print, with another print or a reference. */
export function CompareChoice({ wanted, shown, references, onChange }: CompareChoiceProps) {
  const known = {
    a: String(wanted.a ?? ""),
    b: String(wanted.b ?? shown?.other?.id ?? ""),
    reference: wanted.reference ?? shown?.reference?.name ?? PRINT,
  };
  const [given, setGiven] = useState(known);
  // Before anybody can type: an effect after the frame would take back what was typed within it.
  useLayoutEffect(() => setGiven(known), [known.a, known.b, known.reference]);
  const names = references.map(({ name }) => name);
  if (given.reference !== PRINT && !names.includes(given.reference)) names.push(given.reference);
  return (
    <form
      class="compare-choice"
      onSubmit={(event) => {
        event.preventDefault();
        const isPrint = given.reference === PRINT;
        onChange({
          a: numberOf(given.a),
          b: isPrint ? numberOf(given.b) : null,
          reference: isPrint ? null : given.reference,
        });
      }}
    >
      <Field
        label={t("compare.choosePrint")}
        value={given.a}
        inputMode="numeric"
        required
        onValue={(a) => setGiven({ ...given, a })}
      />
      <Select
        label={t("compare.chooseWith")}
        value={given.reference}
        onValue={(reference) => setGiven({ ...given, reference })}
        choices={[
          { value: PRINT, name: t("compare.anotherPrint") },
          ...names.map((name) => ({ value: name, name, group: t("compare.references") })),
        ]}
      />
      {given.reference === PRINT ? (
        <Field
          label={t("compare.chooseOther")}
          value={given.b}
          inputMode="numeric"
          onValue={(b) => setGiven({ ...given, b })}
        />
      ) : null}
      <Button type="submit" icon="compare">
        {t("compare.compare")}
      </Button>
    </form>
  );
}

function numberOf(text: string): number | null {
  return /^\s*\d{1,15}\s*$/.test(text) && Number(text) > 0 ? Number(text) : null;
}
