import type { FiscalCodesAnswer } from "../../../../../contract/fiscal.ts";
import type { FiscalField } from "../../../../../fiscal/fiscal-code.ts";
import { get, workspacePath } from "../../../client/request.ts";
import { useAnswer } from "../../../client/use-answer.ts";
import { t } from "../../../texts/texts.ts";
import { faultWords } from "../../fiscal/fiscal-words.ts";

type Code = FiscalCodesAnswer["items"][number];

/** The fiscal codes of a print: their fields in words, and what is wrong with them. */
export function PrintFiscal({ slug, printId }: { readonly slug: string; readonly printId: number }) {
  const { answer } = useAnswer(
    (end) => get<FiscalCodesAnswer>(workspacePath(slug, "prints", printId, "fiscal"), end),
    [slug, printId],
  );
  if (answer === null || answer.items.length === 0) return null;
  return (
    <section id="fiscal" class="facts-part" aria-labelledby="fiscal-title">
      <h2 id="fiscal-title">{t("fiscal.title")}</h2>
      {answer.items.map((code) => (
        <CodeFacts key={code.code} code={code} />
      ))}
    </section>
  );
}

function CodeFacts({ code: { system, fields, faults, verdict, total } }: { readonly code: Code }) {
  const known = Object.entries(fields) as [FiscalField, string][];
  return (
    <>
      <p>{t(`fiscal.system.${system}`)}</p>
      <p class={verdict === "mismatch" ? "lint-bad" : undefined}>{t(`fiscal.verdict.${verdict}`)}</p>
      {faults.map((fault) => (
        <p key={fault.field} class="lint-bad">
          {faultWords(fault)}
        </p>
      ))}
      <dl>
        {total === null ? null : <Fact title={t("fiscal.total")} text={total} />}
        {known.map(([name, text]) => (
          <Fact key={name} title={t(`fiscal.field.${name}`)} text={text} />
        ))}
      </dl>
    </>
  );
}

function Fact({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="field">
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  );
}
