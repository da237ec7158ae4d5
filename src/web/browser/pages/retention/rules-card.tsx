import { useState } from "preact/hooks";
import type { RetentionRuleBody } from "../../../../contract/retention.ts";
import { may } from "../../app/session.ts";
import { post, remove, workspacePath } from "../../client/request.ts";
import { Badge } from "../../design/badge.tsx";
import { Button, IconButton } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { formatBytes, formatFullTime } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { keptUntil } from "./age-words.ts";
import { ConditionWords } from "./condition-fields.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

interface RulesCardProps {
  readonly slug: string;
  readonly rules: readonly RetentionRuleBody[];
  readonly onChanged: () => void;
}

/** What is done with a rule, in a dialog. */
type Deed = "edit" | "confirm" | "remove";

/** The rules of retention, in the order in which they decide. */
export function RulesCard({ slug, rules, onChanged }: RulesCardProps) {
  const [shown, setShown] = useState<{ readonly deed: Deed; readonly rule: RetentionRuleBody | null } | null>(
    null,
  );
  const close = () => setShown(null);
  const mine = may("admin") ? [actionsColumn((deed, rule) => setShown({ deed, rule }))] : [];
  return (
    <Card
      title={t("retention.rules")}
      aside={
        may("admin") ? (
          <Button kind="main" icon="plus" onClick={() => setShown({ deed: "edit", rule: null })}>
            {t("retention.make")}
          </Button>
        ) : undefined
      }
    >
      <p>{rules.length === 0 ? t("retention.empty") : t("retention.rulesAbout")}</p>
      {rules.length === 0 ? null : (
        <Table
          label={t("retention.list")}
          rows={rules}
          keyOf={({ id }) => id}
          columns={[...COLUMNS(), ...mine]}
        />
      )}
      {shown?.deed === "edit" ? (
        <RuleDialog slug={slug} rule={shown.rule} count={rules.length} onSaved={onChanged} onClose={close} />
      ) : null}
      {shown === null || shown.rule === null || shown.deed === "edit" ? null : (
        <Asked slug={slug} deed={shown.deed} rule={shown.rule} onDone={onChanged} onClose={close} />
      )}
    </Card>
  );
}

interface AskedProps {
  readonly slug: string;
  readonly deed: Exclude<Deed, "edit">;
  readonly rule: RetentionRuleBody;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Asked({ slug, deed, rule: { id, name, wouldDelete }, onDone, onClose }: AskedProps) {
  const path = workspacePath(slug, "retention-rules", id);
  return (
    <Confirmation
      title={t(`retention.${deed}Title`)}
      action={deed === "confirm" ? t("retention.confirm") : t("administration.takeAway")}
      isDangerous
      onConfirm={async () => {
        if (deed === "confirm") await post(`${path}/confirm`);
        else await remove(path);
        onDone();
      }}
      onClose={onClose}
    >
      <p>
        {deed === "confirm"
          ? t("retention.confirmText", { name, n: wouldDelete })
          : t("retention.removeText", { name })}
      </p>
    </Confirmation>
  );
}

/** What a rule keeps, in words. */
function keepsWords({ keep, maxAge, maxPrints, maxSize }: RetentionRuleBody): string {
  if (keep) return t("retention.keeps.ever");
  const words = [
    maxAge === null ? null : keptUntil(maxAge),
    maxPrints === null ? null : t("retention.keeps.prints", { n: maxPrints }),
    maxSize === null ? null : t("retention.keeps.size", { size: formatBytes(maxSize) }),
  ];
  return words.filter((part) => part !== null).join(", ");
}

/** Whether a rule waits to be confirmed. */
function isWaiting({ appliesFrom, enabled }: RetentionRuleBody): boolean {
  return enabled && appliesFrom !== null && Date.parse(appliesFrom) > Date.now();
}

const COLUMNS = (): readonly Column<RetentionRuleBody>[] => [
  {
    title: t("retention.name"),
    cell: (rule) => (
      <>
        {rule.name} {rule.enabled ? null : <Badge>{t("administration.off")}</Badge>}
        {isWaiting(rule) ? (
          <div class="retention-waiting">
            {t("retention.wouldDelete", { n: rule.wouldDelete })}{" "}
            {t("retention.waitsUntil", { time: formatFullTime(rule.appliesFrom ?? "") })}
          </div>
        ) : null}
      </>
    ),
  },
  { title: t("retention.for"), cell: ({ condition }) => <ConditionWords condition={condition} /> },
  { title: t("retention.keeps"), cell: keepsWords },
];

function actionsColumn(onDeed: (deed: Deed, rule: RetentionRuleBody) => void): Column<RetentionRuleBody> {
  return {
    title: t("administration.actions"),
    isTitleHidden: true,
    cell: (rule) => (
      <span class="retention-actions">
        {isWaiting(rule) ? (
          <Button
            kind="quiet"
            aria-label={t("retention.confirmOf", { name: rule.name })}
            onClick={() => onDeed("confirm", rule)}
          >
            {t("retention.confirm")}
          </Button>
        ) : null}
        <IconButton
          icon="pencil"
          label={t("administration.changeOf", { name: rule.name })}
          onClick={() => onDeed("edit", rule)}
        />
        <IconButton
          icon="trash"
          label={t("administration.takeAwayOf", { name: rule.name })}
          onClick={() => onDeed("remove", rule)}
        />
      </span>
    ),
  };
}
