import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { InstallationAnswer } from "../../../../contract/installation.ts";
import type { PrintAnswer } from "../../../../contract/print.ts";
import type { PageAnswer } from "../../../../contract/search.ts";
import { isDamaged } from "../../../../domain/damaged-print.ts";
import type { PageProps } from "../../app/pages.ts";
import { printsAddress, workspaceAddress } from "../../app/route.ts";
import { toast } from "../../app/notices.tsx";
import { may, me } from "../../app/session.ts";
import { addressOf } from "../../base-path.ts";
import { get, post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useEvents } from "../../client/use-events.ts";
import { LinkButton } from "../../design/button.tsx";
import { Page } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { usePrinters } from "../printers/use-printers.ts";
import { PasswordForm } from "../welcome/password-form.tsx";
import { BootFacts } from "./boot-step.tsx";
import { firstPrinter } from "./first-printer.ts";
import { FirstPrint } from "./print-step.tsx";
import { StartStep } from "./start-step.tsx";
import { RealPrinter } from "./target-step.tsx";
import { TillAddress } from "./till-step.tsx";

/** Leads whoever is new from nothing to the first receipt. The steps can be done in any order, or left out. */
export function StartPage({ slug }: PageProps) {
  const asked = usePrinters(slug);
  const { answer, again } = asked;
  const print = useNewestPrint(slug);
  const installation = useAnswer(
    (end) => (may("service") ? get<InstallationAnswer>("/api/installation", end) : Promise.resolve(null)),
    [],
  ).answer;
  if (answer === null)
    return (
      <Page title={t("start.title")} about={t("start.about")}>
        <Loading of={asked} lines={8} />
      </Page>
    );
  const hasPassword = me.value?.hasPassword === true;
  const printers = answer.items;
  const printer = firstPrinter(printers);
  const given = { slug, printers, onChanged: again };
  return (
    <Page title={t("start.title")} about={t("start.about")}>
      <ol class="start-steps">
        <StartStep title={t("start.tillTitle")} about={t("start.tillAbout")} isDone={print !== null}>
          <TillAddress {...given} />
        </StartStep>
        <StartStep title={t("start.printTitle")} isDone={print !== null}>
          <FirstPrint slug={slug} printer={printer} print={print} />
        </StartStep>
        {may("admin") ? (
          <StartStep
            title={t("start.targetTitle")}
            about={t("start.targetAbout")}
            isDone={printers.some(({ target }) => target !== null)}
          >
            <RealPrinter {...given} />
          </StartStep>
        ) : null}
        {me.value?.user == null ? null : (
          <StartStep title={t("start.passwordTitle")} about={t("start.passwordAbout")} isDone={hasPassword}>
            {hasPassword ? null : <PasswordForm hasName onDone={() => toast(t("start.passwordSet"))} />}
          </StartStep>
        )}
        {installation === null ? null : (
          <StartStep title={t("start.bootTitle")} about={t("start.bootAbout")} isDone={installation.isThis}>
            <BootFacts installation={installation} />
          </StartStep>
        )}
      </ol>
      <Ready slug={slug} />
    </Page>
  );
}

/** The newest print, as soon as it comes; `null` while there is none. */
function useNewestPrint(slug: string): PrintAnswer | null {
  const [come, setCome] = useState<PrintAnswer | null>(null);
  const stored = useAnswer(
    (end) => post<PageAnswer>(workspacePath(slug, "prints", "search"), { pageSize: 1 }, end),
    [slug],
  );
  useEvents(["print.created"], ({ data }) => setCome(data as PrintAnswer));
  const newest = come ?? stored.answer?.items[0] ?? null;
  return newest === null || isDamaged(newest) ? null : newest;
}

function Ready({ slug }: { readonly slug: string }) {
  return (
    <section class="start-ready" aria-label={t("start.doneTitle")}>
      <p>{t("start.doneAbout")}</p>
      <div class="page-actions">
        <LinkButton kind="main" href={printsAddress(slug)}>
          {t("start.toPrints")}
        </LinkButton>
        <LinkButton href={workspaceAddress(slug, "printers")}>{t("start.toPrinters")}</LinkButton>
        <LinkButton kind="quiet" href={addressOf("/guide")}>
          {t("start.guide")}
        </LinkButton>
      </div>
    </section>
  );
}
