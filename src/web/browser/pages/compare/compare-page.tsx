import { useState } from "preact/hooks";
import type { PageProps } from "../../app/pages.ts";
import { goTo } from "../../app/router.ts";
import { isArchive, may } from "../../app/session.ts";
import { addressOf } from "../../base-path.ts";
import { workspacePath } from "../../client/request.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Failure } from "../../design/notice.tsx";
import { EmptyState, Page, Skeleton } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { compareAddress, type Compared, readCompared } from "./compare-address.ts";
import { CompareChoice } from "./compare-choice.tsx";
import { CompareWish } from "./compare-wish.tsx";
import { ComparisonView } from "./comparison-view.tsx";
import { type Loaded, useComparison, useReferences } from "./use-comparison.ts";

/** How a print differs from another one, or from what was approved. */
export function ComparePage({ slug, query }: PageProps) {
  const wanted = readCompared(query);
  const { loaded, error, isLoading, again } = useComparison(slug, wanted);
  const { answer: references } = useReferences(slug);
  const show = (change: Partial<Compared>) => goTo(compareAddress(slug, { ...wanted, ...change }), true);
  return (
    <Page
      title={t("compare.title")}
      actions={loaded === null ? null : <Actions slug={slug} loaded={loaded} wanted={wanted} />}
    >
      <div class="compare-page">
        <CompareChoice wanted={wanted} shown={loaded} references={references ?? []} onChange={show} />
        {wanted.a === null ? null : (
          <CompareWish
            ignore={wanted.ignore}
            tolerance={wanted.tolerance}
            reference={loaded?.reference ?? null}
            isRefused={error !== null}
            onChange={show}
          />
        )}
      </div>
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {wanted.a === null ? (
        <EmptyState title={t("compare.empty")}>
          <p>{t("compare.emptyAbout")}</p>
        </EmptyState>
      ) : null}
      {isLoading && loaded === null && error === null && wanted.a !== null ? <Skeleton lines={8} /> : null}
      {loaded === null || loaded.comparison !== null || error !== null ? null : (
        <EmptyState title={t("compare.alone")}>
          <p>{t("compare.aloneAbout")}</p>
        </EmptyState>
      )}
      {loaded?.comparison == null || error !== null ? null : (
        <ComparisonView
          key={`${loaded.print.id} ${loaded.other?.id} ${loaded.reference?.name}`}
          slug={slug}
          loaded={loaded}
          comparison={loaded.comparison}
        />
      )}
    </Page>
  );
}

interface ActionsProps {
  readonly slug: string;
  readonly loaded: Loaded;
  readonly wanted: Compared;
}

/** A picture of both, and approving the print. */
function Actions({ slug, loaded, wanted }: ActionsProps) {
  const [isApproving, setApproving] = useState(false);
  const { print, reference, comparison } = loaded;
  return (
    <>
      {comparison === null ? null : (
        <LinkButton
          icon="download"
          href={addressOf(picturePath(slug, loaded, wanted))}
          download="compare.png"
        >
          {t("compare.download")}
        </LinkButton>
      )}
      {may("write") && !isArchive() ? (
        <Button kind="main" icon="check" onClick={() => setApproving(true)}>
          {t("compare.approve")}
        </Button>
      ) : null}
      {isApproving ? (
        <ApproveDialog
          slug={slug}
          print={print}
          reference={reference}
          ignore={wanted.ignore}
          tolerance={wanted.tolerance}
          onClose={() => setApproving(false)}
        />
      ) : null}
    </>
  );
}

/** The path of a picture of both. */
function picturePath(slug: string, { print, other, reference }: Loaded, wanted: Compared): string {
  const query = new URLSearchParams(
    reference === null ? { with: String(other?.id) } : { reference: reference.name },
  );
  for (const pattern of wanted.ignore) query.append("ignore", pattern);
  if (wanted.tolerance !== null) query.set("tolerance", String(wanted.tolerance));
  return `${workspacePath(slug, "prints", print.id, "compare.png")}?${query}`;
}
