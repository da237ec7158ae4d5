import { useId, useState } from "preact/hooks";
import { AGE_WORDS, DATE_WORDS } from "../../../../../search-language/dates.ts";
import { SEARCH_KEYS, searchKey } from "../../../../../search-language/keys.ts";
import type { Operator, Term } from "../../../../../search-language/tokens.ts";
import type { ValueSource } from "../../../../../search-language/completion.ts";
import { type Choice, Field, Select } from "../../../design/field.tsx";
import { type PlainTextKey, t } from "../../../texts/texts.ts";
import { about, operatorsOf, subjectOf, wordsFor } from "./builder-items.ts";
import { facetValues } from "./facet-values.ts";
import { searchContext } from "./search-context.ts";

/** What each operator is called; what is meant without one depends on the key. */
const OPERATOR_NAMES: Readonly<Partial<Record<Operator, PlainTextKey>>> = {
  "=": "finder.operator.is",
  "!=": "finder.operator.isNot",
  "~": "finder.operator.contains",
  ">": "finder.operator.greater",
  ">=": "finder.operator.atLeast",
  "<": "finder.operator.less",
  "<=": "finder.operator.atMost",
  "*": "finder.operator.any",
};

interface BuilderTermProps {
  readonly slug: string;
  readonly term: Term;
  onTerm(term: Term): void;
}

/** One condition: what it is about, how it compares, and with what. */
export function BuilderTerm({ slug, term, onTerm }: BuilderTermProps) {
  const subject = subjectOf(term);
  const operators = operatorsOf(term);
  const isOtherTag = subject === "tag ";
  return (
    <div class="builder-term">
      <Select
        label={t("finder.builder.key")}
        isLabelHidden
        choices={subjects(slug, subject)}
        value={subject}
        onValue={(value) => onTerm(about(value, term))}
      />
      {isOtherTag ? (
        <Field
          label={<span class="spoken">{t("finder.builder.tagKey")}</span>}
          placeholder={t("finder.builder.tagKey")}
          value={term.key}
          onValue={(key) => onTerm(about(`tag ${key}`, term))}
        />
      ) : null}
      {operators.length === 0 ? null : (
        <Select
          label={t("finder.builder.operator")}
          isLabelHidden
          choices={operators.map((value) => ({ value, name: operatorName(term, value) }))}
          value={term.operator}
          onValue={(operator) => onTerm({ ...term, operator, value: operator === "*" ? "" : term.value })}
        />
      )}
      {term.operator === "*" ? null : <BuilderValue slug={slug} term={term} onTerm={onTerm} />}
    </div>
  );
}

function operatorName(term: Term, operator: Operator): string {
  const meaning = searchKey(term.key)?.meaning;
  const isContaining = term.kind === "key" && meaning?.kind === "field" && meaning.byDefault === "contains";
  if (operator === "") return t(isContaining ? "finder.operator.contains" : "finder.operator.usual");
  return t(OPERATOR_NAMES[operator] ?? "finder.operator.is");
}

/** What a condition may be about: words, keys of the language, tags of these prints, and any other tag. */
function subjects(slug: string, shown: string): Choice<string>[] {
  const tags = (searchContext(slug).tagKeys?.names ?? []).map((name) => `tag ${name}`);
  const all = tags.includes(shown) || !shown.startsWith("tag ") ? tags : [...tags, shown];
  const group = t("finder.facets.tags");
  return [
    { value: "word", name: `${t("finder.builder.word")} (${t("finder.builder.wordAbout")})` },
    ...SEARCH_KEYS.map(({ key }) => ({
      value: `key ${key}`,
      name: `${key}: ${t(`finder.key.${key}` as PlainTextKey)}`,
    })),
    ...all
      .filter((value) => value !== "tag ")
      .map((value) => ({ value, name: value.slice("tag ".length), group })),
    { value: "tag ", name: t("finder.builder.tag"), group },
  ];
}

function BuilderValue({ slug, term, onTerm }: BuilderTermProps) {
  const list = useId();
  const [offered, setOffered] = useState<readonly string[]>([]);
  const words = term.kind === "key" ? wordsFor(term.key) : null;
  const onValue = (value: string) => onTerm({ ...term, value });
  if (words !== null)
    return (
      <Select
        label={t("finder.builder.value")}
        isLabelHidden
        choices={words.map((value) => ({
          value,
          name: t(`finder.value.${term.key}.${value}` as PlainTextKey),
        }))}
        value={term.value}
        onValue={onValue}
      />
    );
  const load = () => void valuesFor(slug, term).then(setOffered, () => {});
  return (
    <>
      <Field
        label={<span class="spoken">{t("finder.builder.value")}</span>}
        placeholder={t("finder.builder.value")}
        value={term.operator === ".." || term.value !== "" ? term.value : ""}
        onValue={onValue}
        onFocus={load}
        list={list}
        spellcheck={false}
      />
      <datalist id={list}>
        {offered.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}

/** Values that may be meant. */
async function valuesFor(slug: string, term: Term): Promise<readonly string[]> {
  const meaning = term.kind === "key" ? searchKey(term.key)?.meaning : undefined;
  const { printers, dateWords = 0 } = searchContext(slug);
  if (term.kind === "word" || meaning?.kind === "text") return [];
  if (meaning?.kind === "printer") return printers.map(({ name }) => name);
  if (meaning?.kind === "time") return [...DATE_WORDS.map(({ words }) => words[dateWords]), ...AGE_WORDS];
  const isDevice = meaning?.kind === "field" && meaning.field === "deviceId";
  if (meaning !== undefined && !isDevice) return [];
  const source: Extract<ValueSource, { kind: "facet" }> = isDevice
    ? { kind: "facet", of: "deviceId" }
    : { kind: "facet", of: "tag", key: term.key };
  const values = await facetValues(slug, source, "", new AbortController().signal);
  return values.map(({ value }) => value);
}
