import { useState } from "preact/hooks";
import type { RuleAnswer } from "../../../../contract/rule.ts";
import { attempt } from "../../app/notices.tsx";
import { workspaceAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { patch, remove, workspacePath } from "../../client/request.ts";
import { Badge } from "../../design/badge.tsx";
import { Button, IconButton } from "../../design/button.tsx";
import { Chip } from "../../design/chip.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { EmptyState } from "../../design/page.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { t } from "../../texts/texts.ts";

interface RuleListProps {
  readonly slug: string;
  readonly rules: readonly RuleAnswer[];
  readonly onChanged: () => void;
}

/** The workspace's own rules, in the order in which they count. */
export function RuleList({ slug, rules, onChanged }: RuleListProps) {
  const [removed, setRemoved] = useState<RuleAnswer | null>(null);
  if (rules.length === 0)
    return (
      <EmptyState title={t("rules.empty")}>
        <p>{t("rules.emptyAbout")}</p>
      </EmptyState>
    );
  const change = (rule: RuleAnswer, given: object) =>
    void attempt(() => patch(workspacePath(slug, "rules", rule.id), given)).then(onChanged);
  const mine = may("admin") ? [actionsColumn(rules, change, setRemoved)] : [];
  return (
    <>
      <Table
        label={t("rules.list")}
        rows={rules}
        keyOf={({ id }) => id}
        columns={[...columnsOf(slug), ...mine]}
      />
      {removed === null ? null : (
        <Confirmation
          title={t("rules.removeTitle")}
          action={t("administration.takeAway")}
          isDangerous
          onConfirm={async () => {
            await remove(workspacePath(slug, "rules", removed.id));
            onChanged();
          }}
          onClose={() => setRemoved(null)}
        >
          <p>{t("rules.removeText", { name: removed.name })}</p>
        </Confirmation>
      )}
    </>
  );
}

function columnsOf(slug: string): readonly Column<RuleAnswer>[] {
  return [
    {
      title: t("administration.name"),
      cell: ({ id, name, enabled }) => (
        <>
          <a href={workspaceAddress(slug, "rules", String(id))}>{name}</a>{" "}
          {enabled ? null : <Badge>{t("administration.off")}</Badge>}
        </>
      ),
    },
    { title: t("rules.pattern"), cell: ({ pattern }) => <code class="rules-pattern">{pattern}</code> },
    { title: t("rules.gives"), cell: (rule) => <Gives {...rule} /> },
    { title: t("rules.appliesTo"), cell: ({ appliesTo }) => t(`rules.appliesTo.${appliesTo}`) },
  ];
}

/** What a rule gives a print: its label, and its tags. */
export function Gives({
  label,
  tag,
}: {
  readonly label: string | null;
  readonly tag: Readonly<Record<string, string>>;
}) {
  return (
    <span class="rules-gives">
      {label === null ? null : <strong>{label}</strong>}
      {Object.entries(tag).map(([name, value]) => (
        <Chip key={name} name={name} value={value} />
      ))}
    </span>
  );
}

function actionsColumn(
  rules: readonly RuleAnswer[],
  change: (rule: RuleAnswer, given: object) => void,
  onRemove: (rule: RuleAnswer) => void,
): Column<RuleAnswer> {
  return {
    title: t("administration.actions"),
    isTitleHidden: true,
    cell: (rule) => {
      const { name, enabled } = rule;
      const at = rules.indexOf(rule);
      return (
        <span class="rules-actions">
          <IconButton
            icon="up"
            label={t("rules.moveUp", { name })}
            disabled={at === 0}
            onClick={() => change(rule, { position: at - 1 })}
          />
          <IconButton
            icon="down"
            label={t("rules.moveDown", { name })}
            disabled={at === rules.length - 1}
            onClick={() => change(rule, { position: at + 1 })}
          />
          <Button
            kind="quiet"
            aria-label={enabled ? t("rules.switchOff", { name }) : t("rules.switchOn", { name })}
            onClick={() => change(rule, { enabled: !enabled })}
          >
            {enabled ? t("administration.switchOff") : t("administration.switchOn")}
          </Button>
          <IconButton
            icon="trash"
            label={t("administration.takeAwayOf", { name })}
            onClick={() => onRemove(rule)}
          />
        </span>
      );
    },
  };
}
