import { PRINT_LIMITS } from "../domain/limits.ts";
import { fillTemplate, groupsOf, readTemplate, type Template } from "../domain/rule-template.ts";
import { type RuleSettings, tagTemplates } from "../domain/rule.ts";
import { firstCodePoints } from "../domain/text.ts";
import { type CapturedGroup, InvalidPattern, Pattern } from "./pattern.ts";

/** A rule that is to be applied; `id` is `null` for those that come with Tillroll and those being tried out. */
export interface NamedRule extends RuleSettings {
  readonly id: number | null;
}

/** A rule that cannot be applied: `path` is the field of the rule that is wrong. */
export class InvalidRule extends Error {
  override readonly name = "InvalidRule";

  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** A rule whose pattern is compiled when it is first searched for: many a rule never is. */
export class RunnableRule {
  readonly labelTemplate: Template | null;
  readonly tagTemplates: ReadonlyMap<string, Template>;
  private compiled: Pattern | null = null;

  /** @throws InvalidRule when a template is none */
  constructor(readonly rule: NamedRule) {
    this.labelTemplate = rule.label === null ? null : templateOf(rule.label, "label");
    const tags = [...tagTemplates(rule)];
    this.tagTemplates = new Map(tags.map(([key, text]) => [key, templateOf(text, `tag.${key}`)]));
  }

  /** @throws InvalidRule when it is no pattern, or too large */
  get pattern(): Pattern {
    try {
      return (this.compiled ??= Pattern.compile(this.rule.pattern));
    } catch (error) {
      if (error instanceof InvalidPattern) throw new InvalidRule("pattern", error.message);
      throw error;
    }
  }

  /** @throws InvalidRule when the pattern cannot be searched for, or has not the groups that the templates ask for */
  check(): void {
    this.checkGroups(this.labelTemplate ?? [], "label");
    for (const [key, template] of this.tagTemplates) this.checkGroups(template, `tag.${key}`);
  }

  /** What the label would be; `null` when the rule gives none, or only blanks. */
  labelOf(groups: readonly CapturedGroup[]): string | null {
    return this.labelTemplate === null
      ? null
      : filled(this.labelTemplate, groups, PRINT_LIMITS.labelCharacters);
  }

  /** What a tag would be; `null` when the rule gives it no value. */
  tagOf(key: string, groups: readonly CapturedGroup[]): string | null {
    const template = this.tagTemplates.get(key);
    return template === undefined ? null : filled(template, groups, PRINT_LIMITS.tagValueCharacters);
  }

  private checkGroups(template: Template, path: string): void {
    const { pattern } = this;
    const unknown = groupsOf(template).find((group) => !pattern.hasGroup(group));
    if (unknown === undefined) return;
    throw new InvalidRule(path, `must not have \${${unknown}}: the pattern has no such group.`);
  }
}

function templateOf(text: string, path: string): Template {
  const template = readTemplate(text);
  if (typeof template === "string") throw new InvalidRule(path, template);
  return template;
}

/** Cut to what a print may have, not in the middle of a character. */
function filled(template: Template, groups: readonly CapturedGroup[], maximum: number): string | null {
  const groupText = (wanted: number | string) =>
    groups.find(({ number, name }) => number === wanted || name === wanted)?.text;
  const text = fillTemplate(template, groupText);
  return text === null ? null : firstCodePoints(text, maximum).trimEnd();
}
