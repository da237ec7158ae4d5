import type { Awaitable } from "../domain/awaitable.ts";
import { Elysia } from "elysia";
import type { AuditAct } from "../audit/acts.ts";
import type { AuditDetails, AuditNote } from "../audit/audit-entry.ts";
import { changedSettings, toldRule } from "../audit/told-settings.ts";
import { read } from "../contract/check.ts";
import {
  readNewRule,
  readReapplication,
  readRulePatch,
  readRulePreviewWish,
  readRuleTrial,
  type RuleAnswer,
  RuleDefaults,
  type RulesAnswer,
} from "../contract/rule.ts";
import { formatInstant } from "../domain/instant.ts";
import type { ReapplicationBounds, Rule, RuleSettings } from "../domain/rule.ts";
import { DEFAULT_RULES } from "../rules/defaults/default-rules.ts";
import type { ChangeOf } from "../storage/write-operation.ts";
import { auditNote } from "./audit-note.ts";
import type { Authorised } from "./authentication.ts";
import { type Call, idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { replyValue } from "./reply.ts";
import { declaredLength, readJson } from "./request-body.ts";

const RULES = "/api/workspace/:slug/rules";

/** The rules of a workspace, trying them out, and applying them to old prints. */
export function rulesController(service: HttpService) {
  const rules = new RuleEndpoints(service);
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);
  return new Elysia()
    .get(RULES, ...to("listRules", rules.list))
    .post(RULES, ...to("createRule", rules.create))
    .post(`${RULES}/test`, ...to("tryRule", rules.tryOut))
    .post(`${RULES}/preview`, ...to("previewRule", rules.preview))
    .post(`${RULES}/apply`, ...to("applyRules", rules.apply))
    .patch(`${RULES}/defaults`, ...to("switchDefaultRules", rules.switchDefaults))
    .patch(`${RULES}/:ruleId`, ...to("updateRule", rules.update))
    .delete(`${RULES}/:ruleId`, ...to("removeRule", rules.remove));
}

class RuleEndpoints {
  constructor(private readonly service: HttpService) {}

  readonly list: WorkspaceEndpoint = (_call, { workspace }) => this.answerAll(200, workspace.id);

  readonly create: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const given = await readJson(call.request, readNewRule);
    await this.service.background.checkRule(workspaceId, given.settings);
    const id = await this.store(
      { do: "create", workspaceId, given },
      await this.note(call, who, "rule.created", null, toldRule(given.settings)),
    );
    return replyValue(201, ruleAnswer(await this.rule(workspaceId, id)));
  };

  readonly update: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const id = idOf(call, "ruleId");
    const rule = await this.rule(workspaceId, id);
    const given = await readJson(call.request, (body) => readRulePatch(body, rule));
    await this.service.background.checkRule(workspaceId, given.settings, id);
    const details = changedSettings(toldRule(rule), toldRule(given.settings));
    const note = await this.note(call, who, "rule.changed", id, details);
    await this.store({ do: "update", workspaceId, id, given }, note);
    return replyValue(200, ruleAnswer(await this.rule(workspaceId, id)));
  };

  readonly remove: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const rule = await this.rule(workspaceId, idOf(call, "ruleId"));
    const note = await this.note(call, who, "rule.removed", rule.id, toldRule(rule));
    await this.store({ do: "remove", workspaceId, id: rule.id }, note);
    return replyValue(200, ruleAnswer(rule));
  };

  readonly switchDefaults: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const { enabled } = await readJson(call.request, (body) => read(RuleDefaults, body));
    const note = await this.note(call, who, "rule.defaults-switched", "defaults", { enabled });
    await this.store({ do: "defaults", workspaceId, enabled }, note);
    return this.answerAll(200, workspaceId);
  };

  readonly apply: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const bounds = await boundsOf(call.request);
    const note = await this.note(call, who, "rule.applied", "all", { ...bounds });
    await this.service.background.reapplyRules(workspaceId, bounds, note);
    return this.answerAll(202, workspaceId);
  };

  readonly tryOut: WorkspaceEndpoint = async (call, { workspace: { id: workspaceId } }) => {
    const trial = await readJson(call.request, readRuleTrial);
    return replyValue(200, await this.service.background.tryRules(workspaceId, trial));
  };

  readonly preview: WorkspaceEndpoint = async (call, { workspace: { id: workspaceId } }) => {
    const rule = await readJson(call.request, readRulePreviewWish);
    return replyValue(200, await this.service.background.previewRule(workspaceId, rule));
  };

  private rule(workspaceId: number, id: number): Awaitable<Rule> {
    return this.service.stores.rules.get(workspaceId, id);
  }

  private async store(change: ChangeOf<"rule">, audit: AuditNote): Promise<number> {
    return (await this.service.writer.submit({ kind: "rule", change, audit })).id;
  }

  private note(
    call: Call,
    who: Authorised,
    act: AuditAct,
    subject: string | number | null,
    details: AuditDetails,
  ): Promise<AuditNote> {
    return auditNote(this.service, call, who, act, subject, details);
  }

  private async answerAll(status: number, workspaceId: number): Promise<Response> {
    const { stores, background } = this.service;
    const { pending, reapplication } = await background.rulesStatus(workspaceId);
    const answer: RulesAnswer = {
      items: (await stores.rules.list(workspaceId)).map(ruleAnswer),
      defaults: {
        enabled: await stores.rules.areDefaultsEnabled(workspaceId),
        items: DEFAULT_RULES.map(giving),
      },
      pending,
      reapplication,
    };
    return replyValue(status, answer);
  }
}

/** What a rule is called, looks for and gives. */
function giving({ name, pattern, label, tag, appliesTo }: RuleSettings) {
  return { name, pattern, label, tag: JSON.parse(tag) as Record<string, string>, appliesTo };
}

function ruleAnswer(rule: Rule): RuleAnswer {
  const { id, position, enabled, createdAt, updatedAt } = rule;
  return {
    id,
    ...giving(rule),
    enabled,
    position,
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
  };
}

/** Without a body, the rules are applied to all prints. */
async function boundsOf(request: Request): Promise<ReapplicationBounds> {
  const isBare = (declaredLength(request) ?? 0) === 0 && !request.headers.has("transfer-encoding");
  return isBare ? readReapplication({}) : readJson(request, readReapplication);
}
