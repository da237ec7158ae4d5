import { Elysia } from "elysia";
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
import { asOperation, type Call, idOf, workspaceEndpoint } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { declaredLength, readJson } from "./request-body.ts";

const RULES = "/api/workspace/:slug/rules";

/** The rules of a workspace, trying them out, and applying them to old prints. */
export function rulesController(service: HttpService) {
  const rules = new RuleEndpoints(service);
  const to = (scope: Scope, answer: RuleEndpoint) =>
    workspaceEndpoint(service, scope, (call, { workspace }) => answer(call, workspace.id));
  return new Elysia()
    .get(RULES, to("read", rules.list), asOperation("listRules"))
    .post(RULES, to("admin", rules.create), asOperation("createRule"))
    .post(`${RULES}/test`, to("read", rules.tryOut), asOperation("tryRule"))
    .post(`${RULES}/apply`, to("admin", rules.apply), asOperation("applyRules"))
    .patch(`${RULES}/defaults`, to("admin", rules.switchDefaults), asOperation("switchDefaultRules"))
    .patch(`${RULES}/:ruleId`, to("admin", rules.update), asOperation("updateRule"))
    .delete(`${RULES}/:ruleId`, to("admin", rules.remove), asOperation("removeRule"));
}

type RuleEndpoint = (call: Call, workspaceId: number) => Response | Promise<Response>;

class RuleEndpoints {
  constructor(private readonly service: HttpService) {}

  readonly list: RuleEndpoint = (_call, workspaceId) => this.answerAll(200, workspaceId);

  readonly create: RuleEndpoint = async (call, workspaceId) => {
    const given = await readJson(call.request, readNewRule);
    await this.service.background.checkRule(workspaceId, given.settings);
    const id = await this.store({ do: "create", workspaceId, given });
    return replyValue(201, ruleAnswer(this.rule(workspaceId, id)));
  };

  readonly update: RuleEndpoint = async (call, workspaceId) => {
    const id = idOf(call, "ruleId");
    const given = await readJson(call.request, (body) => readRulePatch(body, this.rule(workspaceId, id)));
    await this.service.background.checkRule(workspaceId, given.settings, id);
    await this.store({ do: "update", workspaceId, id, given });
    return replyValue(200, ruleAnswer(this.rule(workspaceId, id)));
  };

  readonly remove: RuleEndpoint = async (call, workspaceId) => {
    const rule = this.rule(workspaceId, idOf(call, "ruleId"));
    await this.store({ do: "remove", workspaceId, id: rule.id });
    return replyValue(200, ruleAnswer(rule));
  };

  readonly switchDefaults: RuleEndpoint = async (call, workspaceId) => {
    const { enabled } = await readJson(call.request, (body) => read(RuleDefaults, body));
    await this.store({ do: "defaults", workspaceId, enabled });
    return this.answerAll(200, workspaceId);
  };

  readonly apply: RuleEndpoint = async (call, workspaceId) => {
    await this.service.background.reapplyRules(workspaceId, await boundsOf(call.request));
    return this.answerAll(202, workspaceId);
  };

  readonly tryOut: RuleEndpoint = async (call, workspaceId) => {
    const trial = await readJson(call.request, readRuleTrial);
    return replyValue(200, await this.service.background.tryRules(workspaceId, trial));
  };

  private rule(workspaceId: number, id: number): Rule {
    return this.service.stores.rules.get(workspaceId, id);
  }

  private async store(change: RuleChange): Promise<number> {
    return (await this.service.writer.submit({ kind: "rule", change })).id;
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
