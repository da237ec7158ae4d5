import type { PrintChangeAnswer, PrintHistoryAnswer } from "../../../../../contract/about-print.ts";
import { formatFullTime, formatShortTime } from "../../../texts/format.ts";
import { t } from "../../../texts/texts.ts";
import { actorWords, fieldWords, ruleWords } from "./print-words.ts";

/** What was done to a print, and by whom, the newest first. */
export function PrintHistory({ history }: { readonly history: PrintHistoryAnswer }) {
  const { items, leftOut } = history;
  return (
    <section id="history" class="facts-part" aria-labelledby="history-title">
      <h2 id="history-title">{t("print.history")}</h2>
      <ol class="history">
        {items.map((item, index) => (
          <HistoryItem key={items.length - index} item={item} />
        ))}
      </ol>
      {leftOut === 0 ? null : <p class="none">{t("print.historyLeftOut", { n: leftOut })}</p>}
    </section>
  );
}

function HistoryItem({ item }: { readonly item: PrintChangeAnswer }) {
  const { at, kind, actor, changes, deliveryId, printer } = item;
  const place =
    deliveryId === null ? null : t("print.history.at", { printer: printer ?? t("print.history.gone") });
  return (
    <li class="history-item">
      <p class="history-head">
        <strong>{t(`print.history.${kind}`)}</strong>
        {place === null ? null : ` ${place}`}
      </p>
      {changes.map((change) => (
        <p class="history-change" key={change.field}>
          {changeWords(change)}
        </p>
      ))}
      <p class="history-about">
        <time dateTime={at} title={formatFullTime(at)}>
          {formatShortTime(at)}
        </time>
        {`, ${actorWords(actor)}`}
      </p>
    </li>
  );
}

function changeWords({ field, before, after, rule }: PrintChangeAnswer["changes"][number]): string {
  const name = fieldWords(field);
  const nothing = t("print.history.nothing");
  const words =
    rule === null
      ? t("print.history.change", { field: name, before: before ?? nothing, after: after ?? nothing })
      : t("print.history.gave", { field: name, after: after ?? nothing });
  return rule === null ? words : `${words} (${t("print.history.byRule", { rule: ruleWords(rule) })})`;
}
