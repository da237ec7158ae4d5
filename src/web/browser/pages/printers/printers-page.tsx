import { Loading } from "../../design/loading.tsx";
import { useEffect, useState } from "preact/hooks";
import type { PageProps } from "../../app/pages.ts";
import { goTo } from "../../app/router.ts";
import { workspaceAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState, Page } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { PrinterCard } from "./printer-card.tsx";
import { isNamed, PrinterDetails } from "./printer-details.tsx";
import { type Asking, PrinterDialog } from "./printer-dialogs.tsx";
import { usePrinters } from "./use-printers.ts";

/** The printers of a workspace, a card each; or one of them with everything about it. */
export function PrintersPage({ slug, parts }: PageProps) {
  const [name] = parts;
  const { answer, error, again, replace } = usePrinters(slug);
  const [asking, ask] = useState<Asking | null>(null);
  useMinutes();
  // What was refused is not told of by itself: it is read when one looks.
  useEffect(again, [name]);
  const all = answer?.items ?? [];
  const shown = name === undefined ? undefined : all.find((printer) => isNamed(printer, name));
  const on = (printer: (typeof all)[number]) => ({
    slug,
    printer,
    printers: all,
    ask,
    onChanged: replace,
  });
  return (
    <Page
      title={shown?.name ?? t("printers.title")}
      about={shown ? undefined : t("printers.about")}
      actions={<Actions slug={slug} isOfOne={name !== undefined} ask={ask} />}
    >
      <Loading of={{ answer, error, again }} lines={8} />
      {answer === null ? null : name !== undefined ? (
        shown === undefined ? (
          <EmptyState title={t("printers.noSuch", { name })} />
        ) : (
          <PrinterDetails key={shown.id} {...on(shown)} />
        )
      ) : all.length === 0 ? (
        <EmptyState title={t("printers.none")}>
          <p>{t("printers.noneAbout")}</p>
        </EmptyState>
      ) : (
        <div class="printer-cards">
          {all.map((printer) => (
            <PrinterCard key={printer.id} {...on(printer)} />
          ))}
        </div>
      )}
      {asking === null ? null : (
        <PrinterDialog
          slug={slug}
          asking={asking}
          printers={all}
          ask={ask}
          onClose={() => ask(null)}
          onChanged={() => {
            again();
            if (asking.what === "remove" && name !== undefined) goTo(workspaceAddress(slug, "printers"));
          }}
        />
      )}
    </Page>
  );
}

const MINUTE_MILLISECONDS = 60_000;

/** Draws the page anew each minute: it says how long ago something was. */
function useMinutes(): void {
  const [, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), MINUTE_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
}

interface ActionsProps {
  readonly slug: string;
  /** Whether one printer alone is shown. */
  readonly isOfOne: boolean;
  readonly ask: (asking: Asking) => void;
}

function Actions({ slug, isOfOne, ask }: ActionsProps) {
  if (isOfOne)
    return (
      <LinkButton icon="back" href={workspaceAddress(slug, "printers")}>
        {t("printers.all")}
      </LinkButton>
    );
  if (!may("admin")) return null;
  return (
    <>
      <Button icon="search" onClick={() => ask({ what: "find" })}>
        {t("printers.find")}
      </Button>
      <Button kind="main" icon="plus" onClick={() => ask({ what: "add" })}>
        {t("printers.add")}
      </Button>
    </>
  );
}
