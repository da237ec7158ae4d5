import { signal } from "@preact/signals";
import { EXPORT_LIMITS } from "../../../../domain/limits.ts";
import { Button } from "../../design/button.tsx";
import { t } from "../../texts/texts.ts";

/** The ids of the prints that are chosen, in the order in which they were; `null` while none are to be. */
export const chosenPrints = signal<ReadonlySet<number> | null>(null);

/** Begins to choose prints, or ends it. */
export function toggleChoosing(): void {
  chosenPrints.value = chosenPrints.value === null ? new Set() : null;
}

interface PrintChoiceProps {
  readonly id: number;
  /** What the print is called. */
  readonly name: string;
  readonly tabIndex: number;
}

/** The box on a print's row by which it is chosen; nothing while none are to be. */
export function PrintChoice({ id, name, tabIndex }: PrintChoiceProps) {
  const chosen = chosenPrints.value;
  if (chosen === null) return null;
  return (
    <input
      type="checkbox"
      class="row-choice"
      aria-label={t("finder.choose.print", { name })}
      tabIndex={tabIndex}
      checked={chosen.has(id)}
      disabled={!chosen.has(id) && chosen.size >= EXPORT_LIMITS.ids}
      onChange={({ currentTarget: { checked } }) => {
        const others = [...chosen].filter((other) => other !== id);
        chosenPrints.value = new Set(checked ? [...others, id] : others);
      }}
    />
  );
}

/** What can be done with the prints that are chosen. */
export function ChosenPrints({ onExport }: { readonly onExport: () => void }) {
  const chosen = chosenPrints.value;
  if (chosen === null) return null;
  return (
    <div class="finder-chosen" role="status">
      <span>{t("finder.choose.count", { n: chosen.size })}</span>
      <Button kind="quiet" icon="download" disabled={chosen.size === 0} onClick={onExport}>
        {t("finder.export.start")}
      </Button>
      <Button kind="quiet" icon="cross" onClick={toggleChoosing}>
        {t("finder.choose.end")}
      </Button>
    </div>
  );
}
