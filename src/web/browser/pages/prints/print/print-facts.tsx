import type { ComponentChildren } from "preact";
import type { PrintHistoryAnswer } from "../../../../../contract/about-print.ts";
import type { PrintAnswer } from "../../../../../contract/print.ts";
import { PRINT_FIELD_NAMES } from "../../../../../contract/print-fields.ts";
import { workspaceAddress } from "../../../app/route.ts";
import { formatNumber } from "../../../texts/format.ts";
import { t } from "../../../texts/texts.ts";
import { recognisedWords } from "../print-badges.tsx";
import { ruleWords } from "./print-words.ts";
import { TagChips } from "./tag-chips.tsx";
import { Time } from "../../../design/time.tsx";

interface PrintFactsProps {
  readonly slug: string;
  readonly print: PrintAnswer;
  /** `null` while it is not known. */
  readonly history: PrintHistoryAnswer | null;
}

/** All fields of a print, with the rules that gave them. */
export function PrintFacts({ slug, print, history }: PrintFactsProps) {
  const created = history?.items.at(-1)?.actor ?? null;
  return (
    <section class="facts-part" aria-labelledby="fields-title">
      <h2 id="fields-title">{t("print.fields")}</h2>
      <dl id="fields">
        {PRINT_FIELD_NAMES.map((name) => (
          <Fact
            key={name}
            title={t(`print.field.${name}`)}
            source={<RuleLink slug={slug} rule={ruleOf(history, name)} />}
          >
            {shown(print[name])}
          </Fact>
        ))}
        <Fact title={t("print.field.tag")}>
          {Object.keys(print.tag).length === 0 ? <None /> : <TagChips slug={slug} tag={print.tag} />}
        </Fact>
        {print.recognised === null ? null : (
          <Fact title={t("print.field.recognised")}>{recognisedWords(print.recognised)}</Fact>
        )}
        {created?.kind === "printer" ? (
          <Fact title={t("print.field.printer")}>
            {created.name === "" ? t("print.actor.removed") : created.name}
          </Fact>
        ) : null}
        <Fact title={t("print.field.created")}>
          <Time isFull at={print.createdAt} />
        </Fact>
        <Fact title={t("print.field.updated")}>
          <Time isFull at={print.updatedAt} />
        </Fact>
        <Fact title={t("print.field.deletedAt")}>
          {print.deletedAt === null ? t("print.no") : <Time isFull at={print.deletedAt} />}
        </Fact>
        <Fact title={t("print.field.testPrint")}>{t(print.testPrint ? "print.yes" : "print.no")}</Fact>
        <Fact title={t("print.field.id")}>{String(print.id)}</Fact>
        <Fact title={t("print.field.workspaceId")}>{String(print.workspaceId)}</Fact>
        <Fact title={t("print.field.userId")}>{String(print.userId)}</Fact>
      </dl>
    </section>
  );
}

interface FactProps {
  readonly title: string;
  /** Where it is from. */
  readonly source?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Fact({ title, source, children }: FactProps) {
  return (
    <div class="field">
      <dt>{title}</dt>
      <dd>
        {children}
        {source}
      </dd>
    </div>
  );
}

/** The rule that gave a field what it has now. */
function RuleLink({ slug, rule }: { readonly slug: string; readonly rule: string | null }) {
  if (rule === null) return null;
  return (
    <a class="field-rule" href={workspaceAddress(slug, "rules")}>
      {t("print.byRule", { rule: ruleWords(rule) })}
    </a>
  );
}

function None() {
  return <span class="none">{t("print.none")}</span>;
}

function shown(value: string | number | null): ComponentChildren {
  if (value === null) return <None />;
  return typeof value === "number" ? formatNumber(value) : value;
}

/** The rule that gave a field what it has now; `null` where a person did, or nobody knows. */
function ruleOf(history: PrintHistoryAnswer | null, field: string): string | null {
  const changes = history?.items.flatMap((item) => item.changes) ?? [];
  return changes.find((change) => change.field === field)?.rule ?? null;
}
