import { chipsOf, withoutPart } from "../../../../../search-language/edits.ts";
import type { SearchFault } from "../../../../../search-language/faults.ts";
import { Chip } from "../../../design/chip.tsx";
import { t } from "../../../texts/texts.ts";

interface ChipsProps {
  readonly text: string;
  onText(text: string): void;
}

/** The conditions of a search; each can be taken away. One word alone is seen in the box already. */
export function Chips({ text, onText }: ChipsProps) {
  const chips = chipsOf(text);
  const isPlain = chips.length <= 1 && chips.every(({ name, isNot }) => name === "" && !isNot);
  if (isPlain) return null;
  return (
    <ul class="finder-chips" aria-label={t("finder.conditions")}>
      {chips.map((chip) => (
        <li key={`${chip.from} ${text.slice(chip.from, chip.to)}`}>
          <Chip
            name={[...(chip.isNot ? [t("finder.not")] : []), chip.name].join(" ").trim()}
            value={chip.value}
            onRemove={() => onText(withoutPart(text, chip))}
          />
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <button type="button" class="button-quiet" onClick={() => onText("")}>
            {t("finder.removeAll")}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

interface FaultsProps {
  readonly id: string;
  readonly faults: readonly SearchFault[];
  onText(text: string): void;
}

/** What is wrong with a search, in sentences, and what was probably meant. */
export function Faults({ id, faults, onText }: FaultsProps) {
  return (
    <div id={id} class="finder-faults" role="status">
      {faults.map((fault) => (
        <p key={`${fault.code} ${fault.from}`} class={fault.isHint ? "finder-hint" : "finder-fault"}>
          {faultWords(fault)}
          {fault.suggestion === null ? null : (
            <button type="button" class="button-quiet" onClick={() => onText(fault.suggestion ?? "")}>
              {t("finder.meant", { text: fault.suggestion })}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

/** A fault in the reader's language. */
export function faultWords({ code, values }: SearchFault): string {
  const words = t(`finder.fault.${code}` as "finder.fault.noSuchValue", values as never);
  return words;
}
