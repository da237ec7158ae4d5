import { Elysia } from "elysia";
import type { AuditAct } from "../audit/acts.ts";
import type { AuditDetails, AuditNote } from "../audit/audit-entry.ts";
import { changedSettings, toldRule } from "../audit/told-settings.ts";
import { read } from "../contract/check.ts";
import {
  readNewRule,
  readReapplication,
  readRulePatch,
  readRuleTrial,
  type RuleAnswer,
  RuleDefaults,
  type RulesAnswer,
} from "../contract/rule.ts";
import { formatInstant } from "../domain/instant.ts";
import type { ReapplicationBounds, Rule, RuleSettings } from "../domain/rule.ts";
import type { Scope } from "../domain/scope.ts";
import { DEFAULT_RULES } from "../rules/defaults/default-rules.ts";
import type { RuleChange } from "../storage/rule-store.ts";
import { auditNote } from "./audit-note.ts";
import type { Authorised } from "./authentication.ts";
import { asOperation, type Call, idOf, type WorkspaceEndpoint, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { declaredLength, readJson } from "./request-body.ts";

const RULES = "/api/workspace/:slug/rules";

/** The rules of a workspace, trying them out, and applying them to old prints. */
export function rulesController(service: HttpService) {
  const rules = new RuleEndpoints(service);
  const to = (scope: Scope, answer: WorkspaceEndpoint) => workspaceEndpoint(service, scope, answer);
  return new Elysia()
    .get(RULES, to("read", rules.list), asOperation("listRules"))
    .post(RULES, to("admin", rules.create), asOperation("createRule"))
    .post(`${RULES}/test`, to("read", rules.tryOut), asOperation("tryRule"))
    .post(`${RULES}/apply`, to("admin", rules.apply), asOperation("applyRules"))
    .patch(`${RULES}/defaults`, to("admin", rules.switchDefaults), asOperation("switchDefaultRules"))
    .patch(`${RULES}/:ruleId`, to("admin", rules.update), asOperation("updateRule"))
    .delete(`${RULES}/:ruleId`, to("admin", rules.remove), asOperation("removeRule"));
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
      this.note(call, who, "rule.created", null, toldRule(given.settings)),
    );
    return replyValue(201, ruleAnswer(this.rule(workspaceId, id)));
  };

  readonly update: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const id = idOf(call, "ruleId");
    const rule = this.rule(workspaceId, id);
    const given = await readJson(call.request, (body) => readRulePatch(body, rule));
    await this.service.background.checkRule(workspaceId, given.settings, id);
    const details = changedSettings(toldRule(rule), toldRule(given.settings));
    const note = this.note(call, who, "rule.changed", id, details);
    await this.store({ do: "update", workspaceId, id, given }, note);
    return replyValue(200, ruleAnswer(this.rule(workspaceId, id)));
  };

  readonly remove: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const rule = this.rule(workspaceId, idOf(call, "ruleId"));
    const note = this.note(call, who, "rule.removed", rule.id, toldRule(rule));
    await this.store({ do: "remove", workspaceId, id: rule.id }, note);
    return replyValue(200, ruleAnswer(rule));
  };

  readonly switchDefaults: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const { enabled } = await readJson(call.request, (body) => read(RuleDefaults, body));
    const note = this.note(call, who, "rule.defaults-switched", "defaults", { enabled });
    await this.store({ do: "defaults", workspaceId, enabled }, note);
    return this.answerAll(200, workspaceId);
  };

  readonly apply: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const bounds = await boundsOf(call.request);
    const note = this.note(call, who, "rule.applied", "all", { ...bounds });
    await this.service.background.reapplyRules(workspaceId, bounds, note);
    return this.answerAll(202, workspaceId);
  };

  readonly tryOut: WorkspaceEndpoint = async (call, { workspace: { id: workspaceId } }) => {
    const trial = await readJson(call.request, readRuleTrial);
    return replyValue(200, await this.service.background.tryRules(workspaceId, trial));
  };

  private rule(workspaceId: number, id: number): Rule {
    return this.service.stores.rules.get(workspaceId, id);
  }

  private async store(change: RuleChange, audit: AuditNote): Promise<number> {
    return (await this.service.writer.submit({ kind: "rule", change, audit })).id;
  }

  private note(
    call: Call,
    who: Authorised,
    act: AuditAct,
    subject: string | number | null,
    details: AuditDetails,
  ): AuditNote {
    return auditNote(this.service, call, who, act, subject, details);
  }

  private answerAll(status: number, workspaceId: number): Response {
    const { stores, background } = this.service;
    const { pending, reapplication } = background.rulesStatus(workspaceId);
    const answer: RulesAnswer = {
      items: stores.rules.list(workspaceId).map(ruleAnswer),
      defaults: { enabled: stores.rules.areDefaultsEnabled(workspaceId), items: DEFAULT_RULES.map(giving) },
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
