import { Elysia } from "elysia";
import { changedSettings } from "../audit/told-settings.ts";
import {
  isKeeping,
  readNewRetentionRule,
  readRetentionPreview,
  readRetentionRulePatch,
  type RetentionPreviewBody,
  type RetentionRuleBody,
  type RetentionRulesBody,
} from "../contract/retention.ts";
import { PRESETS_NOTICE, type RetentionPresetsAnswer } from "../contract/retention-presets.ts";
import { formatInstant } from "../domain/instant.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { printToJson } from "../domain/print.ts";
import type { RetentionRule, RetentionSettings, Waiting } from "../domain/retention.ts";
import { ageOf, RETENTION_PRESETS } from "../retention/presets.ts";
import type { Preview } from "../retention/preview.ts";
import { printFromRow } from "../storage/print-row.ts";
import type { ChangeOf } from "../storage/write-operation.ts";
import { requireAdministrator } from "./administrator.ts";
import { auditNote } from "./audit-note.ts";
import type { Access, Authorised } from "./authentication.ts";
import {
  type Call,
  endpoint,
  HIDDEN,
  idOf,
  serviceEndpoint,
  type WorkspaceEndpoint,
  workspaceEndpoint,
} from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { replyValue } from "./reply.ts";
import { declaredLength, readJson } from "./request-body.ts";

const RULES = "/api/workspace/:slug/retention-rules";

/** How long an answer waits for it to be known what a new rule would delete, milliseconds. */
const LOOK_MILLISECONDS = 2 * MILLISECONDS_PER_SECOND;

/** How long prints stay. */
export function retentionController(service: ShopHttpService) {
  const rules = new RetentionEndpoints(service);
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);
  return new Elysia()
    .get(RULES, ...to("listRetentionRules", rules.list))
    .post(RULES, ...to("createRetentionRule", rules.create))
    .post(`${RULES}/preview`, ...to("previewRetention", rules.preview))
    .post(`${RULES}/run`, ...to("runRetention", rules.run))
    .patch(`${RULES}/:ruleId`, ...to("updateRetentionRule", rules.update))
    .delete(`${RULES}/:ruleId`, ...to("removeRetentionRule", rules.remove))
    .post(`${RULES}/:ruleId/confirm`, ...to("confirmRetentionRule", rules.confirm))
    .get("/api/workspace/:slug/retention-presets", ...to("listRetentionPresets", rules.presets))
    .post(
      "/api/retention/confirm",
      ...serviceEndpoint(service, "confirmRetentionLimits", rules.confirmLimits),
    )
    .post("/api/retention/look", endpoint(service, rules.lookAgain), HIDDEN)
    .post("/api/retention/run", endpoint(service, rules.runAll), HIDDEN);
}

class RetentionEndpoints {
  constructor(private readonly service: ShopHttpService) {}

  readonly presets: WorkspaceEndpoint = () => {
    const items = RETENTION_PRESETS.map(({ isFromYearEnd, ...preset }) => {
      return { ...preset, maxAge: ageOf({ ...preset, isFromYearEnd }) };
    });
    const answer: RetentionPresetsAnswer = { items, notice: PRESETS_NOTICE };
    return replyValue(200, answer);
  };

  readonly list: WorkspaceEndpoint = (_call, { workspace }) => this.answerAll(200, workspace.id);

  readonly create: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const given = await readJson(call.request, readNewRetentionRule);
    const details = { made: toldRule(given.settings) };
    const id = await this.store({ do: "create", workspaceId, given }, call, who, null, details);
    await this.look();
    return replyValue(201, ruleAnswer(this.rule(workspaceId, id)));
  };

  readonly update: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const rule = this.rule(workspaceId, idOf(call, "ruleId"));
    const given = await readJson(call.request, (body) => readRetentionRulePatch(body, rule));
    const details = changedSettings(toldRule(rule), toldRule(given.settings));
    await this.store({ do: "update", workspaceId, id: rule.id, given }, call, who, rule.id, details);
    await this.look();
    return replyValue(200, ruleAnswer(this.rule(workspaceId, rule.id)));
  };

  readonly remove: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const rule = this.rule(workspaceId, idOf(call, "ruleId"));
    const details = { removed: toldRule(rule) };
    await this.store({ do: "remove", workspaceId, id: rule.id }, call, who, rule.id, details);
    await this.look();
    return replyValue(200, ruleAnswer(rule));
  };

  readonly confirm: WorkspaceEndpoint = async (call, who) => {
    const workspaceId = who.workspace.id;
    const { id } = this.rule(workspaceId, idOf(call, "ruleId"));
    await this.store({ do: "confirm", workspaceId, id }, call, who, id, { confirmed: true });
    return replyValue(200, ruleAnswer(this.rule(workspaceId, id)));
  };

  readonly preview: WorkspaceEndpoint = async (call, { workspace }) => {
    const { rule, replaces } = await bodyOf(call.request, readRetentionPreview);
    call.withoutIdleTimeout();
    if (replaces !== null) this.rule(workspace.id, replaces);
    const trial = rule === null ? {} : { trial: { given: rule, replaces } };
    const previews = await this.service.retention.preview({ workspaceId: workspace.id, ...trial });
    const answer: RetentionPreviewBody = { items: previews.map(previewAnswer) };
    return replyValue(200, answer);
  };

  readonly run: WorkspaceEndpoint = async (call, who) => {
    const { workspace } = who;
    const note = await auditNote(this.service, call, who, "retention.begun", workspace.slug);
    await this.service.writer.submit({ kind: "audit", change: { do: "add", note } });
    this.begin();
    return this.answerAll(202, workspace.id);
  };

  readonly confirmLimits = async (call: Call, access: Access): Promise<Response> => {
    const { writer } = this.service;
    const who = { access, workspace: null };
    const note = await auditNote(this.service, call, who, "retention.changed", "limits", { confirmed: true });
    await writer.submit({ kind: "retention", change: { do: "confirmLimits" }, audit: note });
    return replyValue(200, { items: this.limits() });
  };

  /** For the command on this machine, which waits until it has ended. */
  readonly runAll = async (call: Call): Promise<Response> => {
    const { authentication, retention, writer } = this.service;
    const access = await requireAdministrator(authentication, call, "Retention", "tillroll retention run");
    const note = await auditNote(this.service, call, { access, workspace: null }, "retention.begun", "all");
    await writer.submit({ kind: "audit", change: { do: "add", note } });
    call.withoutIdleTimeout();
    await retention.run("night");
    return replyValue(200, { lastRun: lastRunAnswer(retention) });
  };

  /** For a command that has changed rules in the database. */
  readonly lookAgain = async (call: Call): Promise<Response> => {
    await requireAdministrator(this.service.authentication, call, "Retention", "tillroll retention list");
    await this.look();
    return replyValue(200, {});
  };

  private begin(): void {
    const { retention, log } = this.service;
    void retention.run("night").catch((error: unknown) => {
      log.write("error", "retention has failed", { error: String(error) });
    });
  }

  private rule(workspaceId: number, id: number): RetentionRule {
    return this.service.retention.store.get(workspaceId, id);
  }

  private async store(
    change: ChangeOf<"retention">,
    call: Call,
    who: Authorised,
    subject: number | null,
    details: object,
  ): Promise<number> {
    const note = await auditNote(this.service, call, who, "retention.changed", subject, { ...details });
    return (await this.service.writer.submit({ kind: "retention", change, audit: note })).id;
  }

  /** Waits a little until it is known what is deleted by what is new; with many prints it takes longer than anybody waits. */
  private async look(): Promise<void> {
    const { retention, log } = this.service;
    const looked = retention.lookAtNew().catch((error: unknown) => {
      log.write("warning", "rules of retention are looked at later", { error: String(error) });
    });
    await Promise.race([looked, Bun.sleep(LOOK_MILLISECONDS)]);
  }

  private limits(): RetentionRulesBody["limits"] {
    const limits = this.service.retention.store.limits();
    return limits.map(({ name, value, ...waiting }) => ({ name, value, ...waitingAnswer(waiting) }));
  }

  private answerAll(status: number, workspaceId: number): Response {
    const { retention } = this.service;
    const answer: RetentionRulesBody = {
      items: retention.store.list(workspaceId).map(ruleAnswer),
      limits: this.limits(),
      purgeAfter: retention.limits.purgeAfter,
      isRunning: retention.isRunning,
      lastRun: lastRunAnswer(retention),
    };
    return replyValue(status, answer);
  }
}

function lastRunAnswer({ store }: ShopHttpService["retention"]): RetentionRulesBody["lastRun"] {
  const last = store.lastRun();
  if (last === null) return null;
  const { endedAt, resumesAt, report } = last;
  return { endedAt: formatInstant(endedAt), resumesAt: instantOf(resumesAt), ...report };
}

function ruleAnswer(rule: RetentionRule): RetentionRuleBody {
  const { id, position, createdAt, updatedAt } = rule;
  const times = { createdAt: formatInstant(createdAt), updatedAt: formatInstant(updatedAt) };
  return { id, ...toldRule(rule), keep: isKeeping(rule), position, ...waitingAnswer(rule), ...times };
}

/** A rule's settings as the API tells them. */
function toldRule({ name, condition, maxAge, maxPrints, maxSize, enabled }: RetentionSettings) {
  return { name, condition: JSON.parse(condition) as object, maxAge, maxPrints, maxSize, enabled };
}

function waitingAnswer({ appliesFrom, wouldDelete }: Waiting) {
  return { appliesFrom: instantOf(appliesFrom), wouldDelete };
}

function previewAnswer(preview: Preview): RetentionPreviewBody["items"][number] {
  const { ruleId, name, prints, bytes, held, waitingForPaper, oldest, newest, sample } = preview;
  return {
    ruleId,
    name,
    prints,
    bytes,
    held,
    waitingForPaper,
    oldest: instantOf(oldest),
    newest: instantOf(newest),
    sample: sample.map((row) => JSON.parse(printToJson(printFromRow(row))) as never),
  };
}

function instantOf(at: number | null): string | null {
  return at === null ? null : formatInstant(at);
}

/** Reads a body that may be left out. */
function bodyOf<Body>(request: Request, readBody: (body: unknown) => Body): Body | Promise<Body> {
  const isBare = (declaredLength(request) ?? 0) === 0 && !request.headers.has("transfer-encoding");
  return isBare ? readBody({}) : readJson(request, readBody);
}
