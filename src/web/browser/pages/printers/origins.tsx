import { may } from "../../app/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Table } from "../../design/table.tsx";
import { formatShortTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { type ActOn, changeLists } from "./printer-acts.ts";

/** A web page that may print, or was refused. */
interface OriginRow {
  /** `null` for pages without one, which cannot be allowed. */
  readonly origin: string | null;
  readonly isAllowed: boolean;
  /** How often it was refused, and when last; of one that may print `null`. */
  readonly refused: { readonly count: number; readonly lastAt: string } | null;
}

/** Web pages of the internet that may print, and those that were refused; each is allowed or blocked by one press. */
export function Origins(on: ActOn) {
  const { printer } = on;
  const rows: readonly OriginRow[] = [
    ...printer.allowOrigins.map((origin) => ({ origin, isAllowed: true, refused: null })),
    ...printer.state.refusedOrigins.map(({ origin, ...refused }) => ({ origin, isAllowed: false, refused })),
  ];
  return (
    <section class="printer-section">
      <h2 class="printer-section-title">{t("printers.origins")}</h2>
      <p class="page-about">{t("printers.originsAbout")}</p>
      {printer.pairingUntil === null ? null : (
        <p>{t("printers.pairing", { time: formatShortTime(printer.pairingUntil) })}</p>
      )}
      {rows.length === 0 ? (
        <p>{t("printers.noOrigins")}</p>
      ) : (
        <Table
          label={t("printers.origins")}
          rows={rows}
          keyOf={({ origin, isAllowed }) => `${origin} ${isAllowed}`}
          columns={[
            { title: t("printers.origin"), cell: ({ origin }) => origin ?? t("printers.noOrigin") },
            {
              title: t("printers.mayPrint"),
              cell: ({ refused }) =>
                refused === null ? (
                  <Badge kind="good">{t("printers.originAllowed")}</Badge>
                ) : (
                  <Badge kind="bad">{t("printers.originRefused", { n: refused.count })}</Badge>
                ),
            },
            {
              title: t("printers.last"),
              cell: ({ refused }) => (refused === null ? "–" : formatShortTime(refused.lastAt)),
            },
            {
              title: t("printers.decision"),
              isTitleHidden: true,
              cell: ({ origin, isAllowed }) =>
                origin === null || !may("admin") ? null : (
                  <Decision {...on} origin={origin} isAllowed={isAllowed} />
                ),
            },
          ]}
        />
      )}
    </section>
  );
}

function Decision({
  origin,
  isAllowed,
  ...on
}: ActOn & { readonly origin: string; readonly isAllowed: boolean }) {
  const words = { address: origin, printer: on.printer.name };
  const decide = () =>
    changeLists(
      on,
      ({ allowOrigins }) => {
        const others = allowOrigins.filter((each) => each !== origin);
        return { allowOrigins: isAllowed ? others : [...others, origin] };
      },
      t(isAllowed ? "printers.blocked" : "printers.allowed", words),
    );
  return (
    <Button
      aria-label={t(isAllowed ? "printers.blockNamed" : "printers.allowNamed", { address: origin })}
      onClick={decide}
    >
      {t(isAllowed ? "printers.block" : "printers.allow")}
    </Button>
  );
}
