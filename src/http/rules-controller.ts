import { Elysia } from "elysia";
import { formatInstant } from "../domain/instant.ts";
import { REQUEST_LIMITS } from "../domain/limits.ts";
import { readReapplication } from "../domain/rule-application.ts";
import { readDefaultsEnabled, readNewRule, readRulePatch, readRuleTrial, type Rule } from "../domain/rule.ts";
import type { Scope } from "../domain/scope.ts";
import { DEFAULT_RULES } from "../rules/defaults/default-rules.ts";
import type { RuleChange } from "../storage/rule-store.ts";
import { type Call, endpoint, idOf, UNREAD_BODY } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { ruleOperations } from "./openapi/rule-operations.ts";
import { replyJson } from "./reply.ts";
import { declaredLength, readJsonBody } from "./request-body.ts";

const RULES = "/api/workspace/:slug/rules";

/** The rules of a workspace, trying them out, and applying them to old prints. */
export function rulesController(service: HttpService) {
  const { authentication, writer, background } = service;
  const ruleStore = service.stores.rules;

  function authorise(call: Call, scope: Scope): number {
    return authentication.authorise(call, call.parameter("slug"), scope).workspace.id;
  }

  const readBody = (call: Call) => readJsonBody(call.request, REQUEST_LIMITS.jsonBodyBytes);

  async function store(change: RuleChange): Promise<number> {
    return (await writer.submit({ kind: "rule", change })).id;
  }

  function describeAll(workspaceId: number): string {
    const items = ruleStore.list(workspaceId).map(describe);
    const defaults = {
      enabled: ruleStore.areDefaultsEnabled(workspaceId),
      items: DEFAULT_RULES.map(({ name, pattern, label, tag, appliesTo }) => {
        return { name, pattern, label, tag: JSON.parse(tag) as object, appliesTo };
      }),
    };
    return JSON.stringify({ items, defaults, ...background.rulesStatus(workspaceId) });
  }

  const list = endpoint(service, (call) => replyJson(200, describeAll(authorise(call, "read"))));

  const create = endpoint(service, async (call) => {
    const workspaceId = authorise(call, "admin");
    const given = readNewRule(await readBody(call));
    await background.checkRule(workspaceId, given.settings);
    const id = await store({ do: "create", workspaceId, given });
    return replyJson(201, JSON.stringify(describe(ruleStore.get(workspaceId, id))));
  });

  const update = endpoint(service, async (call) => {
    const workspaceId = authorise(call, "admin");
    const id = idOf(call, "ruleId");
    const patch = await readBody(call);
    const given = readRulePatch(patch, ruleStore.get(workspaceId, id));
    await background.checkRule(workspaceId, given.settings, id);
    await store({ do: "update", workspaceId, id, given });
    return replyJson(200, JSON.stringify(describe(ruleStore.get(workspaceId, id))));
  });

  const remove = endpoint(service, async (call) => {
    const workspaceId = authorise(call, "admin");
    const rule = ruleStore.get(workspaceId, idOf(call, "ruleId"));
    await store({ do: "remove", workspaceId, id: rule.id });
    return replyJson(200, JSON.stringify(describe(rule)));
  });

  const switchDefaults = endpoint(service, async (call) => {
    const workspaceId = authorise(call, "admin");
    const enabled = readDefaultsEnabled(await readBody(call));
    await store({ do: "defaults", workspaceId, enabled });
    return replyJson(200, describeAll(workspaceId));
  });

  const apply = endpoint(service, async (call) => {
    const workspaceId = authorise(call, "admin");
    const isBare =
      (declaredLength(call.request) ?? 0) === 0 && !call.request.headers.has("transfer-encoding");
    const bounds = readReapplication(isBare ? {} : await readBody(call));
    await background.reapplyRules(workspaceId, bounds);
    return replyJson(202, describeAll(workspaceId));
  });

  const tryOut = endpoint(service, async (call) => {
    const workspaceId = authorise(call, "read");
    const trial = readRuleTrial(await readBody(call));
    return replyJson(200, JSON.stringify(await background.tryRules(workspaceId, trial)));
  });

  return new Elysia()
    .get(RULES, list, { detail: ruleOperations.list })
    .post(RULES, create, { ...UNREAD_BODY, detail: ruleOperations.create })
    .post(`${RULES}/test`, tryOut, { ...UNREAD_BODY, detail: ruleOperations.test })
    .post(`${RULES}/apply`, apply, { ...UNREAD_BODY, detail: ruleOperations.apply })
    .patch(`${RULES}/defaults`, switchDefaults, { ...UNREAD_BODY, detail: ruleOperations.defaults })
    .patch(`${RULES}/:ruleId`, update, { ...UNREAD_BODY, detail: ruleOperations.update })
    .delete(`${RULES}/:ruleId`, remove, { ...UNREAD_BODY, detail: ruleOperations.remove });
}

function describe(rule: Rule): object {
  const { id, name, pattern, label, tag, appliesTo, enabled, position, createdAt, updatedAt } = rule;
  return {
    id,
    name,
    pattern,
    label,
    tag: JSON.parse(tag) as object,
    appliesTo,
    enabled,
    position,
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
  };
}
