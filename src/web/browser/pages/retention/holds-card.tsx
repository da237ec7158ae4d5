import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { HoldBody } from "../../../../contract/retention.ts";
import { may } from "../../app/session.ts";
import { get, post, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useForm } from "../../client/use-form.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Checkbox, Field } from "../../design/field.tsx";
import { FormDialog } from "../../design/form-dialog.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { Time } from "../../design/time.tsx";
import { formatFullTime } from "../../texts/format.ts";
import { actorWords } from "../audit/actor-words.ts";
import { t } from "../../texts/texts.ts";
import { type ConditionDraft, conditionOf, draftOf } from "./condition-draft.ts";
import { ConditionFields, ConditionWords } from "./condition-fields.tsx";

/** The legal holds of a workspace. */
export function HoldsCard({ slug }: { readonly slug: string }) {
  const asked = useAnswer(
    (end) => get<{ items: HoldBody[] }>(workspacePath(slug, "retention-holds"), end),
    [slug],
  );
  const [shown, setShown] = useState<HoldBody | "new" | null>(null);
  const [showsReleased, setShowsReleased] = useState(false);
  const all = asked.answer?.items ?? [];
  const rows = all.filter(({ releasedAt }) => showsReleased || releasedAt === null).toReversed();
  const close = () => setShown(null);
  return (
    <Card
      title={t("retention.holds")}
      aside={
        may("admin") ? (
          <Button icon="plus" onClick={() => setShown("new")}>
            {t("retention.hold")}
          </Button>
        ) : undefined
      }
    >
      <p>{t("retention.holdsAbout")}</p>
      <Loading of={asked} lines={2} />
      {all.some(({ releasedAt }) => releasedAt !== null) ? (
        <Checkbox label={t("retention.showReleased")} checked={showsReleased} onValue={setShowsReleased} />
      ) : null}
      {asked.answer !== null && rows.length === 0 ? <p>{t("retention.noHolds")}</p> : null}
      {rows.length === 0 ? null : (
        <Table
          label={t("retention.holdList")}
          rows={rows}
          keyOf={({ id }) => id}
          columns={columnsOf((hold) => setShown(hold))}
        />
      )}
      {shown === "new" ? <NewHoldDialog slug={slug} onMade={asked.again} onClose={close} /> : null}
      {shown === null || shown === "new" ? null : (
        <ReleaseDialog slug={slug} hold={shown} onReleased={asked.again} onClose={close} />
      )}
    </Card>
  );
}

function columnsOf(onRelease: (hold: HoldBody) => void): readonly Column<HoldBody>[] {
  return [
    {
      title: t("retention.name"),
      cell: ({ name, releasedAt, releasedBy, releaseReason }) => (
        <>
          {name}
          {releasedAt === null ? null : (
            <div class="retention-soft">
              {t("retention.releasedAt", {
                time: formatFullTime(releasedAt),
                by: releasedBy ?? "",
                reason: releaseReason ?? "",
              })}
            </div>
          )}
        </>
      ),
    },
    { title: t("retention.for"), cell: ({ condition }) => <ConditionWords condition={condition} /> },
    { title: t("retention.why"), cell: ({ reason }) => reason },
    { title: t("retention.by"), cell: ({ createdBy }) => actorWords(createdBy) },
    { title: t("retention.since"), cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: t("administration.actions"),
      isTitleHidden: true,
      cell: (hold) =>
        hold.releasedAt !== null || !may("admin") ? null : (
          <Button
            kind="quiet"
            aria-label={t("retention.releaseOf", { name: hold.name })}
            onClick={() => onRelease(hold)}
          >
            {t("retention.release")}
          </Button>
        ),
    },
  ];
}

interface NewHoldDialogProps {
  readonly slug: string;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

function NewHoldDialog({ slug, onMade, onClose }: NewHoldDialogProps) {
  const initial: { name: string; condition: ConditionDraft; reason: string } = {
    name: "",
    condition: draftOf({}),
    reason: "",
  };
  const form = useForm(initial);
  const { values, set, problem } = form;
  return (
    <FormDialog
      title={t("retention.hold")}
      action={t("retention.hold")}
      isWide
      form={form}
      onSend={async () => {
        const { name, condition, reason } = values;
        const body = { name, condition: conditionOf(condition), reason };
        await post(workspacePath(slug, "retention-holds"), body);
        onMade();
      }}
      onClose={onClose}
    >
      <Field
        label={t("retention.name")}
        value={values.name}
        onValue={set("name")}
        problem={problem("name")}
        autofocus
      />
      <ConditionFields draft={values.condition} onDraft={set("condition")} problem={problem("condition")} />
      <Field
        label={t("administration.reason")}
        hint={t("administration.reasonHint")}
        value={values.reason}
        onValue={set("reason")}
        problem={problem("reason")}
      />
    </FormDialog>
  );
}

interface ReleaseDialogProps {
  readonly slug: string;
  readonly hold: HoldBody;
  readonly onReleased: () => void;
  readonly onClose: () => void;
}

function ReleaseDialog({ slug, hold: { id, name }, onReleased, onClose }: ReleaseDialogProps) {
  const form = useForm({ reason: "" });
  return (
    <FormDialog
      title={t("retention.releaseOf", { name })}
      action={t("retention.release")}
      isDangerous
      form={form}
      onSend={async () => {
        await post(workspacePath(slug, "retention-holds", id, "release"), form.values);
        onReleased();
      }}
      onClose={onClose}
    >
      <p>{t("retention.releaseText", { name })}</p>
      <Field
        label={t("administration.reason")}
        hint={t("administration.reasonHint")}
        value={form.values.reason}
        onValue={form.set("reason")}
        problem={form.problem("reason")}
        autofocus
      />
    </FormDialog>
  );
}
