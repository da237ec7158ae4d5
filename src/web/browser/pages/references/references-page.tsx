import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { ReferenceAnswer } from "../../../../contract/reference.ts";
import { toast } from "../../app/notices.tsx";
import type { PageProps } from "../../app/pages.ts";
import { printsAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { remove, workspacePath } from "../../client/request.ts";
import { Badge } from "../../design/badge.tsx";
import { Button, LinkButton } from "../../design/button.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { EmptyState, Page } from "../../design/page.tsx";
import { Table } from "../../design/table.tsx";
import { formatFullTime, formatShortTime } from "../../texts/format.ts";
import { actorWords } from "../audit/actor-words.ts";
import { t } from "../../texts/texts.ts";
import { compareAddress } from "../compare/compare-address.ts";
import { useReferences } from "../compare/use-comparison.ts";
import { type Judged, useVerdicts } from "./use-verdicts.ts";

/** The prints that were approved, and whether what is printed now still looks like them. */
export function ReferencesPage({ slug }: PageProps) {
  const { answer: references, error, again } = useReferences(slug);
  const [removing, setRemoving] = useState<ReferenceAnswer | null>(null);
  const verdicts = useVerdicts(slug, references);
  return (
    <Page title={t("compare.page.references")} about={t("compare.referencesAbout")}>
      <Loading of={{ answer: references, error, again }} lines={6} />
      {references?.length === 0 ? (
        <EmptyState
          title={t("compare.noReferences")}
          actions={<LinkButton href={printsAddress(slug)}>{t("compare.toPrints")}</LinkButton>}
        >
          <p>{t("compare.noReferencesAbout")}</p>
        </EmptyState>
      ) : null}
      {references === null || references.length === 0 ? null : (
        <ReferencesTable slug={slug} references={references} verdicts={verdicts} onRemove={setRemoving} />
      )}
      {removing === null ? null : (
        <Confirmation
          title={t("compare.removeTitle", { name: removing.name })}
          action={t("compare.remove")}
          isDangerous
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await remove(workspacePath(slug, "references", removing.name));
            toast(t("compare.removed", { name: removing.name }));
            again();
          }}
        >
          {t("compare.removeAbout")}
        </Confirmation>
      )}
    </Page>
  );
}

interface ReferencesTableProps {
  readonly slug: string;
  readonly references: readonly ReferenceAnswer[];
  readonly verdicts: ReadonlyMap<string, Judged>;
  readonly onRemove: (reference: ReferenceAnswer) => void;
}

function ReferencesTable({ slug, references, verdicts, onRemove }: ReferencesTableProps) {
  return (
    <Table
      label={t("compare.page.references")}
      rows={references}
      keyOf={({ name }) => name}
      columns={[
        { title: t("compare.name"), cell: ({ name }) => <strong class="reference-name">{name}</strong> },
        {
          title: t("compare.newest"),
          cell: ({ name }) => <NewestPrint slug={slug} judged={verdicts.get(name)} />,
        },
        {
          title: t("compare.approvedPrint"),
          cell: ({ printId, approvedAt }) => (
            <>
              <a href={printsAddress(slug, printId)}>{t("compare.print", { id: String(printId) })}</a>{" "}
              <time class="reference-soft" dateTime={approvedAt} title={formatFullTime(approvedAt)}>
                {formatShortTime(approvedAt)}
              </time>
            </>
          ),
        },
        { title: t("compare.byWhom"), cell: ({ approvedBy }) => actorWords(approvedBy) },
        {
          title: t("compare.ignoredPatterns"),
          cell: ({ ignore }) =>
            ignore.length === 0 ? null : <code class="reference-patterns">{ignore.join("  ")}</code>,
        },
        {
          title: t("compare.actions"),
          isTitleHidden: true,
          cell: (reference) => (
            <span class="reference-actions">
              <CompareLink slug={slug} name={reference.name} judged={verdicts.get(reference.name)} />
              {may("write") ? (
                <Button kind="danger" onClick={() => onRemove(reference)}>
                  {t("compare.remove")}
                </Button>
              ) : null}
            </span>
          ),
        },
      ]}
    />
  );
}

interface JudgedProps {
  readonly slug: string;
  /** `undefined` while it is not known. */
  readonly judged: Judged | undefined;
}

/** Whether the newest print looks like the reference, and which that is. */
function NewestPrint({ slug, judged }: JudgedProps) {
  if (judged === undefined) return <span class="reference-soft">{t("compare.checking")}</span>;
  if (judged.kind === "failed")
    return <span class="reference-soft">{t("compare.failed", { reason: judged.reason })}</span>;
  const { verdict, printId } = judged.verdict;
  if (verdict === "none" || printId === null) return <Badge>{t("compare.noPrint")}</Badge>;
  return (
    <>
      <Badge kind={verdict === "same" ? "good" : "bad"}>
        {t(verdict === "same" ? "compare.same" : "compare.different")}
      </Badge>{" "}
      <a href={printsAddress(slug, printId)}>{t("compare.print", { id: String(printId) })}</a>
    </>
  );
}

function CompareLink({ slug, name, judged }: JudgedProps & { readonly name: string }) {
  const printId = judged?.kind === "judged" ? judged.verdict.printId : null;
  if (printId === null) return null;
  return (
    <LinkButton icon="compare" href={compareAddress(slug, { a: printId, reference: name })}>
      {t("compare.show")}
    </LinkButton>
  );
}
