import {
  Hold,
  HoldRelease,
  Holds,
  NewHoldBody,
  NewRetentionRule,
  RetentionLimits,
  RetentionPreview,
  RetentionPreviewQuestion,
  RetentionRuleAnswer,
  RetentionRulePatch,
  RetentionRules,
} from "../../contract/retention.ts";
import { RetentionPresets } from "../../contract/retention-presets.ts";
import { gives, operation, type Operations } from "./operation.ts";

export const retentionOperations = {
  listRetentionRules: operation("read", "List the rules of retention", {
    description: "Also the limits of the whole service, and what the last run has done.",
    answers: { 200: gives(RetentionRules, "The rules.") },
  }),
  createRetentionRule: operation("admin", "Make a rule of retention", {
    description:
      "Of the rules that a print fits, the first decides: it is kept for ever, or marked deleted when it is older, or when " +
      "there are more, than the rule says. A rule that would delete prints at once waits for a day, unless it is confirmed.",
    body: NewRetentionRule,
    answers: { 201: gives(RetentionRuleAnswer, "The rule.") },
    errors: ["WORKSPACE_LIMIT_EXCEEDED"],
  }),
  previewRetention: operation("read", "Preview what retention deletes", {
    description:
      "Deletes nothing: tells what each rule and limit would delete now, whether it waits or not, and with a rule what " +
      "would be deleted if it were among them. With many prints it takes a while.",
    body: RetentionPreviewQuestion,
    isBodyOptional: true,
    answers: { 200: gives(RetentionPreview, "What would be deleted.") },
  }),
  runRetention: operation("admin", "Run retention now", {
    description: "In the background, for the whole service, as at night; what waits goes on waiting.",
    answers: { 202: gives(RetentionRules, "It has begun.") },
  }),
  updateRetentionRule: operation("admin", "Change a rule of retention", {
    description:
      "After a change that matters the rules of the workspace wait again, if they would delete prints at once.",
    body: RetentionRulePatch,
    answers: { 200: gives(RetentionRuleAnswer, "The rule as it is now.") },
  }),
  removeRetentionRule: operation("admin", "Remove a rule of retention", {
    description: "What it kept, other rules and limits may delete from then on.",
    answers: { 200: gives(RetentionRuleAnswer, "The rule as it was.") },
  }),
  confirmRetentionRule: operation("admin", "Confirm a rule of retention", {
    description: "It need not wait any more; the next run deletes.",
    answers: { 200: gives(RetentionRuleAnswer, "The rule as it is now.") },
  }),
  confirmRetentionLimits: operation("service", "Confirm the limits of the service", {
    description: "They need not wait any more; the next run deletes by them.",
    answers: { 200: gives(RetentionLimits, "The limits as they are now.") },
    errors: ["API_TOKEN_SCOPE_INSUFFICIENT"],
  }),
  listRetentionPresets: operation("read", "How long countries have receipts kept", {
    description:
      "Suggestions for rules, each with the law, where it was read and when. No advice; nothing of it is applied by itself.",
    answers: { 200: gives(RetentionPresets, "The suggestions.") },
  }),
  listHolds: operation("read", "List the legal holds", {
    description: "Also those that were released.",
    answers: { 200: gives(Holds, "The holds.") },
  }),
  createHold: operation("admin", "Make a legal hold", {
    description:
      "What it is for now or later is not deleted by rules and limits, and not removed or erased by anybody, until the hold " +
      "is released. People may still mark it deleted.",
    body: NewHoldBody,
    answers: { 201: gives(Hold, "The hold.") },
    errors: ["WORKSPACE_LIMIT_EXCEEDED"],
  }),
  releaseHold: operation("admin", "Release a legal hold", {
    description: "Deleted prints that it was for can be restored for as long as any after their deletion.",
    body: HoldRelease,
    answers: { 200: gives(Hold, "The hold as it is now.") },
    errors: ["CONFLICT"],
  }),
} satisfies Operations;
