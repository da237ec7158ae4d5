import { Elysia } from "elysia";
import {
  readDefaultsEnabled,
  readNewRule,
  readReapplication,
  readRulePatch,
  readRuleTrial,
} from "../contract/rule.ts";
import type { RuleAnswer, RulesAnswer } from "../contract/rule.ts";
import { formatInstant } from "../domain/instant.ts";
import type { ReapplicationBounds, Rule, RuleSettings } from "../domain/rule.ts";
import type { Scope } from "../domain/scope.ts";
import { DEFAULT_RULES } from "../rules/defaults/default-rules.ts";
import type { RuleChange } from "../storage/rule-store.ts";
import { asOperation, type Call, type Endpoint, endpoint, idOf } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyJson } from "./reply.ts";
import { declaredLength, readJson } from "./request-body.ts";

const RULES = "/api/workspace/:slug/rules";

/** The rules of a workspace, trying them out, and applying them to old prints. */
export function rulesController(service: HttpService) {
  const rules = new RuleEndpoints(service);
  const to = (answer: Endpoint) => endpoint(service, answer);
  return new Elysia()
    .get(RULES, to(rules.list), asOperation("listRules"))
    .post(RULES, to(rules.create), asOperation("createRule"))
    .post(`${RULES}/test`, to(rules.tryOut), asOperation("tryRule"))
    .post(`${RULES}/apply`, to(rules.apply), asOperation("applyRules"))
    .patch(`${RULES}/defaults`, to(rules.switchDefaults), asOperation("switchDefaultRules"))
    .patch(`${RULES}/:ruleId`, to(rules.update), asOperation("updateRule"))
    .delete(`${RULES}/:ruleId`, to(rules.remove), asOperation("removeRule"));
}

class RuleEndpoints {
  constructor(private readonly service: HttpService) {}

  readonly list = (call: Call): Response => this.answerAll(200, this.authorise(call, "read"));

  readonly create = async (call: Call): Promise<Response> => {
    const workspaceId = this.authorise(call, "admin");
    const given = await readJson(call.request, readNewRule);
    await this.service.background.checkRule(workspaceId, given.settings);
    const id = await this.store({ do: "create", workspaceId, given });
    return replyJson(201, JSON.stringify(ruleAnswer(this.rule(workspaceId, id))));
  };

  readonly update = async (call: Call): Promise<Response> => {
    const workspaceId = this.authorise(call, "admin");
    const id = idOf(call, "ruleId");
    const given = await readJson(call.request, (body) => readRulePatch(body, this.rule(workspaceId, id)));
    await this.service.background.checkRule(workspaceId, given.settings, id);
    await this.store({ do: "update", workspaceId, id, given });
    return replyJson(200, JSON.stringify(ruleAnswer(this.rule(workspaceId, id))));
  };

  readonly remove = async (call: Call): Promise<Response> => {
    const workspaceId = this.authorise(call, "admin");
    const rule = this.rule(workspaceId, idOf(call, "ruleId"));
    await this.store({ do: "remove", workspaceId, id: rule.id });
    return replyJson(200, JSON.stringify(ruleAnswer(rule)));
  };

  readonly switchDefaults = async (call: Call): Promise<Response> => {
    const workspaceId = this.authorise(call, "admin");
    const enabled = await readJson(call.request, readDefaultsEnabled);
    await this.store({ do: "defaults", workspaceId, enabled });
    return this.answerAll(200, workspaceId);
  };

  readonly apply = async (call: Call): Promise<Response> => {
    const workspaceId = this.authorise(call, "admin");
    await this.service.background.reapplyRules(workspaceId, await boundsOf(call.request));
    return this.answerAll(202, workspaceId);
  };

  readonly tryOut = async (call: Call): Promise<Response> => {
    const workspaceId = this.authorise(call, "read");
    const trial = await readJson(call.request, readRuleTrial);
    return replyJson(200, JSON.stringify(await this.service.background.tryRules(workspaceId, trial)));
  };

  /** @returns the workspace's id */
  private authorise(call: Call, scope: Scope): number {
    return this.service.authentication.authorise(call, call.parameter("slug"), scope).workspace.id;
  }

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
      defaults: {
        enabled: stores.rules.areDefaultsEnabled(workspaceId),
        items: DEFAULT_RULES.map(giving),
      },
      pending,
      reapplication,
    };
    return replyJson(status, JSON.stringify(answer));
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
