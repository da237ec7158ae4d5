import type { OpenAPIV3 } from "openapi-types";
import { body, fails, IN_WORKSPACE, SLUG, succeeds, WRITING } from "./operation-parts.ts";

const RULES = ["Rules"];

const RULE_ID: OpenAPIV3.ParameterObject = {
  name: "ruleId",
  in: "path",
  required: true,
  description: "The rule's id.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};

const CHANGING = [...WRITING, "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const;

/** The operations on rules, as the API reference describes them. */
export const ruleOperations = {
  list: {
    tags: RULES,
    operationId: "listRules",
    summary: "List the rules",
    description:
      "Needs the scope read. Also those that come with Tillroll, and how far they have been applied.",
    parameters: [SLUG],
    responses: { ...succeeds(200, "Rules", "The rules."), ...fails(...IN_WORKSPACE) },
  },
  create: {
    tags: RULES,
    operationId: "createRule",
    summary: "Make a rule",
    description:
      "Needs the scope admin. It is for prints from now on; apply has it applied to older ones. A rule only fills in " +
      "what a print lacks: it never changes a label or tag that somebody gave.",
    parameters: [SLUG],
    requestBody: body("NewRule"),
    responses: { ...succeeds(201, "Rule", "The rule."), ...fails(...CHANGING, "WORKSPACE_LIMIT_EXCEEDED") },
  },
  update: {
    tags: RULES,
    operationId: "updateRule",
    summary: "Change a rule",
    description: "Needs the scope admin.",
    parameters: [SLUG, RULE_ID],
    requestBody: body("RulePatch"),
    responses: { ...succeeds(200, "Rule", "The rule as it is now."), ...fails(...CHANGING) },
  },
  remove: {
    tags: RULES,
    operationId: "removeRule",
    summary: "Remove a rule",
    description: "Needs the scope admin. What it gave prints stays.",
    parameters: [SLUG, RULE_ID],
    responses: { ...succeeds(200, "Rule", "The rule as it was."), ...fails(...WRITING) },
  },
  defaults: {
    tags: RULES,
    operationId: "switchDefaultRules",
    summary: "Switch the rules that come with Tillroll on or off",
    description: "Needs the scope admin. They are on at first.",
    parameters: [SLUG],
    requestBody: body("RuleDefaults"),
    responses: { ...succeeds(200, "Rules", "The rules."), ...fails(...CHANGING) },
  },
  apply: {
    tags: RULES,
    operationId: "applyRules",
    summary: "Apply the rules to old prints",
    description:
      "Needs the scope admin. Done in the background, so that new prints come first; reapplication in the list tells how " +
      "far it is. When the service ends meanwhile, its next start goes on with it.",
    parameters: [SLUG],
    requestBody: { ...body("RuleApplication"), required: false },
    responses: { ...succeeds(202, "Rules", "It has begun."), ...fails(...CHANGING, "CONFLICT") },
  },
  test: {
    tags: RULES,
    operationId: "tryRule",
    summary: "Try a rule out",
    description: "Needs the scope read. Changes nothing: tells what it would give and where it matches.",
    parameters: [SLUG],
    requestBody: body("RuleTrial"),
    responses: {
      ...succeeds(200, "RuleTrialResult", "What it would give."),
      ...fails(...CHANGING, "PRINT_DATA_DAMAGED"),
    },
  },
} satisfies Record<string, OpenAPIV3.OperationObject>;
