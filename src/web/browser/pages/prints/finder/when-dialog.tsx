import { useState } from "preact/hooks";
import { isoDayOf, wallTimeOf } from "../../../../../search-language/calendar.ts";
import { DATE_WORDS } from "../../../../../search-language/dates.ts";
import { withTimes } from "../../../../../search-language/edits.ts";
import { readSearch } from "../../../../../search-language/search.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { Field } from "../../../design/field.tsx";
import { type PlainTextKey, t } from "../../../texts/texts.ts";
import { searchContext, TIME_ZONE } from "./search-context.ts";

interface WhenDialogProps {
  readonly slug: string;
  readonly text: string;
  onSearch(text: string): void;
  onClose(): void;
}

/** Days of the week are written, not chosen. */
const CHOICES = DATE_WORDS.map(({ words: [word] }) => word).filter((word) =>
  /^(?:today|yesterday|(?:this|last)-.*)$/.test(word),
);

/** Chooses the days of which prints are wanted, and writes them into the search. */
export function WhenDialog({ slug, text, onSearch, onClose }: WhenDialogProps) {
  const { wanted } = readSearch(text, searchContext(slug));
  const [from, setFrom] = useState(dayOf(wanted.from));
  const [to, setTo] = useState(dayOf(wanted.to));
  const isWrong = from !== "" && to !== "" && to < from;
  const show = (bounds: { readonly on?: string; readonly from?: string; readonly to?: string }) => {
    onSearch(withTimes(text, bounds));
    onClose();
  };
  return (
    <Dialog title={t("finder.when.title")} onClose={onClose}>
      <div class="when-choices">
        {CHOICES.map((word) => (
          <Button key={word} onClick={() => show({ on: word })}>
            {t(`finder.date.${word}` as PlainTextKey)}
          </Button>
        ))}
        <Button onClick={() => show({})}>{t("finder.when.any")}</Button>
      </div>
      <div class="when-days">
        <Field label={t("finder.when.from")} type="date" value={from} onValue={setFrom} />
        <Field
          label={t("finder.when.to")}
          type="date"
          value={to}
          onValue={setTo}
          problem={isWrong ? t("finder.when.wrong") : undefined}
        />
      </div>
      <DialogActions>
        <Button
          kind="main"
          disabled={isWrong}
          onClick={() => show(from === to && from !== "" ? { on: from } : { from, to })}
        >
          {t("finder.when.show")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The day of a bound of time, as a field for dates has it; empty without one. */
function dayOf(instant: string | undefined): string {
  return instant === undefined ? "" : isoDayOf(wallTimeOf(Date.parse(instant), TIME_ZONE));
}
