import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { ConfigurationAnswer, ConfigurationCheckAnswer } from "../../../../contract/configuration.ts";
import { get, post } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Checkbox, TextArea } from "../../design/field.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { said } from "../../texts/sentences.ts";
import { rich, t } from "../../texts/texts.ts";

type ShownSetting = ConfigurationAnswer["items"][number];

/** With what the service was started, and checking another configuration. */
export function ConfigurationPart() {
  const asked = useAnswer((end) => get<ConfigurationAnswer>("/api/configuration", end), []);
  const [showsDefaults, setShowsDefaults] = useState(false);
  const { answer } = asked;
  if (answer === null) return <Loading of={asked} lines={8} />;
  const shown = answer.items.filter(({ isSet }) => isSet || showsDefaults);
  return (
    <div class="system-part">
      <p class="page-about">{t("system.settingsAbout")}</p>
      <p>
        {answer.file === null
          ? rich("system.noFile", { folder: <code>{answer.folders[0]}</code> })
          : rich("system.file", { file: <code>{answer.file}</code> })}
      </p>
      <Checkbox label={t("system.showDefaults")} checked={showsDefaults} onValue={setShowsDefaults} />
      {shown.length === 0 ? (
        <p>{t("system.nothingSet")}</p>
      ) : (
        <Table label={t("system.settings")} rows={shown} keyOf={({ name }) => name} columns={columns()} />
      )}
      <CheckCard />
    </div>
  );
}

const columns = (): readonly Column<ShownSetting>[] => [
  {
    title: t("system.setting"),
    cell: ({ name, help }) => (
      <>
        <code>{name}</code>
        <div class="system-help">{said(help)}</div>
      </>
    ),
  },
  { title: t("system.value"), cell: ({ value }) => <code class="system-value">{value}</code> },
  {
    title: t("system.source"),
    cell: ({ isSet, from }) => (isSet ? <code>{from}</code> : t("system.default")),
  },
  {
    title: t("system.lineOf"),
    cell: ({ line }) => <code class="system-value">{line.replace(/^# /, "")}</code>,
  },
];

function CheckCard() {
  const [found, setFound] = useState<ConfigurationCheckAnswer | null>(null);
  const form = useForm({ text: "" });
  return (
    <Card title={t("system.check")}>
      <form
        class="form-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void form.send(async () =>
            setFound(await post<ConfigurationCheckAnswer>("/api/configuration/check", form.values)),
          );
        }}
      >
        <TextArea
          label={t("system.checkText")}
          value={form.values.text}
          onValue={form.set("text")}
          problem={form.problem("text") || form.rest}
          rows={8}
          spellcheck={false}
        />
        <div>
          <Button type="submit" disabled={form.isBusy}>
            {t("system.checkIt")}
          </Button>
        </div>
      </form>
      <div role="status">{found === null ? null : <Faults found={found} />}</div>
    </Card>
  );
}

function Faults({ found: { isRight, settings, faults } }: { readonly found: ConfigurationCheckAnswer }) {
  if (isRight) return <p>{t("system.isRight", { n: settings })}</p>;
  return (
    <ul class="system-faults">
      {faults.map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          {line === null ? said(message) : t("system.faultInLine", { line, message: said(message) })}
        </li>
      ))}
    </ul>
  );
}
