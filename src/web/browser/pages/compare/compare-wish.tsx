import { useState } from "preact/hooks";
import { COMPARISON_LIMITS } from "../../../../compare/limits.ts";
import type { ReferenceAnswer } from "../../../../contract/reference.ts";
import { Button } from "../../design/button.tsx";
import { Chip } from "../../design/chip.tsx";
import { Field, Select } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";
import type { Compared } from "./compare-address.ts";

interface CompareWishProps {
  readonly ignore: readonly string[];
  readonly tolerance: number | null;
  readonly reference: ReferenceAnswer | null;
  /** The service refuses what is wished: it is shown. */
  readonly isRefused: boolean;
  readonly onChange: (change: Partial<Compared>) => void;
}

/** Patterns that most receipts need, by the keys of their texts. */
const USUAL = {
  dates: String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`,
  times: String.raw`\d{1,2}:\d\d(:\d\d)?`,
  numbers: String.raw`\d+`,
} as const;

const TOLERANCES = Array.from({ length: COMPARISON_LIMITS.toleranceDots + 1 }, (_, dots) => dots);

/** What does not count: patterns, and dots by which ink may stand elsewhere. */
export function CompareWish({ ignore, tolerance, reference, isRefused, onChange }: CompareWishProps) {
  const [isOpen, setOpen] = useState(false);
  const ofReference = reference?.ignore ?? [];
  return (
    <details
      class="compare-wish"
      open={isOpen || isRefused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("compare.ignored", { n: ignore.length + ofReference.length })}</summary>
      <div class="compare-wish-body">
        {ignore.length + ofReference.length === 0 ? null : (
          <p class="compare-patterns">
            {ofReference.map((text) => (
              <Chip key={`reference ${text}`} name={t("compare.ofReference")} value={text} />
            ))}
            {ignore.map((text) => (
              <Chip
                key={text}
                name={t("compare.pattern")}
                value={text}
                onRemove={() => onChange({ ignore: ignore.filter((other) => other !== text) })}
              />
            ))}
          </p>
        )}
        <PatternForm ignore={ignore} onAdd={(text) => onChange({ ignore: [...ignore, text] })} />
        <Select
          label={t("compare.tolerance")}
          value={String(tolerance ?? reference?.tolerance ?? 0)}
          onValue={(value) => onChange({ tolerance: Number(value) })}
          choices={TOLERANCES.map((dots) => ({
            value: String(dots),
            name: t("compare.dots", { n: dots }),
          }))}
        />
      </div>
    </details>
  );
}

interface PatternFormProps {
  readonly ignore: readonly string[];
  readonly onAdd: (pattern: string) => void;
}

/** Adds a pattern: one that is typed in, or a usual one. */
function PatternForm({ ignore, onAdd }: PatternFormProps) {
  const [pattern, setPattern] = useState("");
  const add = (text: string) => {
    if (text !== "" && !ignore.includes(text)) onAdd(text);
    setPattern("");
  };
  return (
    <form
      class="compare-choice"
      onSubmit={(event) => {
        event.preventDefault();
        add(pattern.trim());
      }}
    >
      <Field
        label={t("compare.addPattern")}
        hint={t("compare.patternHint")}
        value={pattern}
        maxLength={COMPARISON_LIMITS.patternCharacters}
        spellcheck={false}
        onValue={setPattern}
      />
      <Button type="submit" icon="plus">
        {t("compare.add")}
      </Button>
      {(["dates", "times", "numbers"] as const).map((name) => (
        <Button
          key={name}
          kind="quiet"
          disabled={ignore.includes(USUAL[name])}
          onClick={() => add(USUAL[name])}
        >
          {t(`compare.usual.${name}`)}
        </Button>
      ))}
    </form>
  );
}
