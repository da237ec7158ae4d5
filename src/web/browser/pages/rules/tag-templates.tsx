import { Button, IconButton } from "../../design/button.tsx";
import { t } from "../../texts/texts.ts";
import type { TagTemplate } from "./draft-rule.ts";

interface TagTemplatesProps {
  readonly tags: readonly TagTemplate[];
  readonly onTags: (tags: readonly TagTemplate[]) => void;
  readonly problem: string;
}

/** The tags that a rule gives, a line each. */
export function TagTemplates({ tags, onTags, problem }: TagTemplatesProps) {
  const change = (at: number, changed: TagTemplate) =>
    onTags(tags.map((tag, index) => (index === at ? changed : tag)));
  return (
    <fieldset class="rules-tags">
      <legend class="field-label">{t("rules.tags")}</legend>
      {tags.map(([key, value], index) => (
        <div key={index} class="rules-tag">
          <input
            class="field-input"
            aria-label={t("rules.tagKey", { n: index + 1 })}
            value={key}
            spellcheck={false}
            onInput={(event) => change(index, [event.currentTarget.value, value])}
          />
          <input
            class="field-input"
            aria-label={t("rules.tagValue", { n: index + 1 })}
            value={value}
            placeholder="$1"
            spellcheck={false}
            onInput={(event) => change(index, [key, event.currentTarget.value])}
          />
          <IconButton
            icon="cross"
            label={t("rules.removeTag", { n: index + 1 })}
            onClick={() => onTags(tags.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <div>
        <Button icon="plus" onClick={() => onTags([...tags, ["", "$1"]])}>
          {t("rules.addTag")}
        </Button>
      </div>
      <p class="field-problem" role="alert">
        {problem}
      </p>
    </fieldset>
  );
}
