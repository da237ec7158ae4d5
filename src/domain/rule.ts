import { tagFromJson } from "./print.ts";

/** The prints that a rule is for: those that came in by a printer of ours, or all, those of HTTP clients too. */
export const RULE_SCOPES = ["printers", "all"] as const;

export type RuleScope = (typeof RULE_SCOPES)[number];

/** What a rule does: what its pattern finds in the text of a print becomes the print's label and tags. */
export interface RuleSettings {
  readonly name: string;
  /** A regular expression in RE2's syntax; `^` and `$` are the ends of a line. */
  readonly pattern: string;
  /** The template of the label; `null` when it gives none. */
  readonly label: string | null;
  /** The templates of the tags, by key, as the text of a JSON object. */
  readonly tag: string;
  readonly appliesTo: RuleScope;
  readonly enabled: boolean;
}

/** A rule of a workspace. Of those that match, the first in the order of `position` gives a field its value. */
export interface Rule extends RuleSettings {
  readonly id: number;
  readonly workspaceId: number;
  /** From 0, without gaps. */
  readonly position: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A rule as a client gives it; without a position it stays where it is, or goes to the end. */
export interface GivenRule {
  readonly settings: RuleSettings;
  readonly position: number | null;
}

/** What a rule is tried out on. */
export interface RuleTrial {
  /** `null` for the rules that there are. */
  readonly rule: RuleSettings | null;
  /** A print of the workspace, or else a text. */
  readonly printId: number | null;
  readonly text: string | null;
}

/** What a rule would do to the newest prints, without doing it. */
export interface RulePreview {
  /** How many prints were looked at: of those that the rule is for, the newest. */
  readonly looked: number;
  /** Those whose text its pattern finds. */
  readonly matched: number;
  /** Those of them that it would give something: the others have a label and tags already. */
  readonly filled: number;
  /** The newest of those that match. */
  readonly prints: readonly RulePreviewPrint[];
}

/** A print that a rule matches, and what it would be given if it had nothing. */
export interface RulePreviewPrint {
  readonly printId: number;
  readonly label: string | null;
  readonly tag: Readonly<Record<string, string>>;
}

/** Inclusive bounds of `createdAt`, epoch milliseconds; `null` for none. */
export interface ReapplicationBounds {
  readonly from: number | null;
  readonly to: number | null;
}

/** The templates of a rule's tags, by key. */
export function tagTemplates({ tag }: RuleSettings): Map<string, string> {
  return tagFromJson(tag);
}

/** What the rules of a workspace are doing. */
export interface RulesStatus {
  /** Prints that the rules have not been applied to yet. */
  readonly pending: number;
  /** The last time that the rules were applied again, in prints; `null` for none. */
  readonly reapplication: {
    readonly done: number;
    readonly total: number;
    /** Prints that the rules found something for. */
    readonly filled: number;
    readonly isDone: boolean;
  } | null;
}
