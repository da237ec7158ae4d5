import { join } from "node:path";
import SwaggerParser from "@apidevtools/swagger-parser";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import openapiTypescript, { astToString } from "openapi-typescript";
import { ERROR_CODES, type ErrorCode } from "../../src/domain/errors.ts";
import { ApiReference, bodyOf, type Described, METHODS, operationsOf } from "../api-reference.ts";
import { Service, temporaryFolder } from "../service.ts";

let service: Service;
let reference: ApiReference;
let operations: Described[];
beforeAll(async () => {
  service = await Service.start();
  reference = await ApiReference.read(service.address);
  operations = operationsOf(reference.document);
});
afterAll(() => service.end());

describe("tools of others", () => {
  test("@seriousme/openapi-schema-validator accepts it", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(reference.document));
    expect([valid, errors]).toEqual([true, undefined]);
  });

  test("@apidevtools/swagger-parser accepts it", async () => {
    const read = await SwaggerParser.validate(structuredClone(reference.document) as never);
    expect(read.info.title).toBe("Tillroll");
  });

  test("a client that openapi-typescript makes compiles, and needs no field that may be left out", async () => {
    const folder = temporaryFolder();
    const types = await openapiTypescript(structuredClone(reference.document) as never);
    await Bun.write(join(folder, "types.ts"), astToString(types));
    await Bun.write(join(folder, "client.ts"), CLIENT);
    const compilerOptions = { strict: true, noEmit: true, module: "Preserve", target: "ESNext", types: [] };
    await Bun.write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const check = Bun.spawn([process.execPath, "check", "--no-pretty", "-p", folder], {
      cwd: folder,
      stdout: "pipe",
      stderr: "pipe",
    });
    const [output, exitCode] = await Promise.all([new Response(check.stdout).text(), check.exited]);
    expect([exitCode, output]).toEqual([0, expect.anything()]);
  });
});

/** What a till's programmer would write first, and two mistakes that the compiler must find. */
const CLIENT = `
import type { components, operations } from "./types.ts";

type BodyOf<Id extends keyof operations> =
  NonNullable<operations[Id]["requestBody"]> extends { content: { "application/json": infer Body } } ? Body : never;

export const search: BodyOf<"searchPrints"> = { label: { op: "contains", value: "x" } };
export const everything: BodyOf<"searchPrints"> = {};
export const counts: BodyOf<"countPrints"> = { facets: { time: "day" } };
export const create: BodyOf<"createPrintFromJson"> = { raw: "G0BIZWxsbwo=" };
export const printer: BodyOf<"createPrinter"> = { name: "till-2" };
export const rule: BodyOf<"createRule"> = { name: "Order", pattern: "#(\\\\d+)", label: "$1" };
export const webhook: BodyOf<"createWebhook"> = { url: "https://pos.example/tillroll" };
export const label = (print: components["schemas"]["Print"]): string | null => print.label;

// @ts-expect-error there is no such operator
export const wrongOperator: BodyOf<"searchPrints"> = { label: { op: "like", value: "x" } };
// @ts-expect-error a print has bytes
export const nothing: BodyOf<"createPrintFromJson"> = {};
`;
describe("examples", () => {
  test("every operation that takes a body has one", () => {
    for (const { operation } of operations)
      for (const { examples = {} } of Object.values(bodyOf(operation)?.content ?? {}))
        expect([operation.operationId, Object.keys(examples).length > 0]).toEqual([
          operation.operationId,
          true,
        ]);
  });

  test("every one fits its schema", () => {
    for (const [place, part] of partsOf(reference.document)) {
      const { schema, example, examples } = part;
      if (Array.isArray(examples)) for (const value of examples) reference.checkAt(place, value);
      else if (examples !== undefined)
        for (const { value } of Object.values(examples)) reference.checkAt([...place, "schema"], value);
      if (schema !== undefined && example !== undefined) reference.checkAt([...place, "schema"], example);
    }
  });
});

interface Part {
  readonly schema?: object;
  readonly example?: unknown;
  readonly examples?: unknown[] | Readonly<Record<string, { readonly value: unknown }>>;
  readonly default?: unknown;
}

/** All parts of a document, with their places; not what is in its examples. */
function* partsOf(part: object, place: string[] = []): Generator<[string[], Part]> {
  yield [place, part];
  for (const [key, value] of Object.entries(part) as [string, unknown][])
    if (typeof value === "object" && value !== null && !/^examples?$/.test(key))
      yield* partsOf(value, [...place, key]);
}

describe("the API reference", () => {
  test("has no default, which would make a field that may be left out a required one of clients", () => {
    for (const [place, part] of partsOf(reference.document))
      expect([place.join(" "), "default" in part]).toEqual([place.join(" "), false]);
  });

  test("describes every route, and no other", () => {
    const described = operations.map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual([
      "DELETE /api/notifications/{notificationId}",
      "DELETE /api/people/{personId}",
      "DELETE /api/sessions/{sessionId}",
      "DELETE /api/tokens/{tokenId}",
      "DELETE /api/workspace/{slug}/fiscal/certificates/{serial}",
      "DELETE /api/workspace/{slug}/printers/{name}",
      "DELETE /api/workspace/{slug}/prints/{printId}",
      "DELETE /api/workspace/{slug}/references/{referenceName}",
      "DELETE /api/workspace/{slug}/retention-rules/{ruleId}",
      "DELETE /api/workspace/{slug}/rules/{ruleId}",
      "DELETE /api/workspace/{slug}/saved-searches/{savedSearchId}",
      "DELETE /api/workspace/{slug}/upstream",
      "DELETE /api/workspace/{slug}/webhooks/{webhookId}",
      "GET /api/audit",
      "GET /api/audit/export",
      "GET /api/backups",
      "GET /api/backups/placed",
      "GET /api/certificate",
      "GET /api/clock",
      "GET /api/configuration",
      "GET /api/diagnostics",
      "GET /api/doctor",
      "GET /api/installation",
      "GET /api/licenses",
      "GET /api/log",
      "GET /api/log/stream",
      "GET /api/me",
      "GET /api/models",
      "GET /api/notifications",
      "GET /api/people",
      "GET /api/scrub",
      "GET /api/sessions",
      "GET /api/sign-in-codes/{codeId}",
      "GET /api/system",
      "GET /api/tokens",
      "GET /api/workspace/{slug}/cards",
      "GET /api/workspace/{slug}/deliveries",
      "GET /api/workspace/{slug}/deliveries/{deliveryId}",
      "GET /api/workspace/{slug}/detected-printers",
      "GET /api/workspace/{slug}/events",
      "GET /api/workspace/{slug}/fiscal/certificates",
      "GET /api/workspace/{slug}/index",
      "GET /api/workspace/{slug}/journal",
      "GET /api/workspace/{slug}/journal/consistency",
      "GET /api/workspace/{slug}/journal/export",
      "GET /api/workspace/{slug}/journal/seals",
      "GET /api/workspace/{slug}/printers",
      "GET /api/workspace/{slug}/printers/{name}",
      "GET /api/workspace/{slug}/printers/{name}/senders",
      "GET /api/workspace/{slug}/prints/latest/preview",
      "GET /api/workspace/{slug}/prints/next",
      "GET /api/workspace/{slug}/prints/{printId}",
      "GET /api/workspace/{slug}/prints/{printId}/compare.png",
      "GET /api/workspace/{slug}/prints/{printId}/compare.svg",
      "GET /api/workspace/{slug}/prints/{printId}/deliveries",
      "GET /api/workspace/{slug}/prints/{printId}/fiscal",
      "GET /api/workspace/{slug}/prints/{printId}/history",
      "GET /api/workspace/{slug}/prints/{printId}/lint",
      "GET /api/workspace/{slug}/prints/{printId}/paper",
      "GET /api/workspace/{slug}/prints/{printId}/preview",
      "GET /api/workspace/{slug}/prints/{printId}/proof",
      "GET /api/workspace/{slug}/prints/{printId}/raw",
      "GET /api/workspace/{slug}/prints/{printId}/verdict",
      "GET /api/workspace/{slug}/references",
      "GET /api/workspace/{slug}/references/{referenceName}",
      "GET /api/workspace/{slug}/references/{referenceName}/preview",
      "GET /api/workspace/{slug}/references/{referenceName}/raw",
      "GET /api/workspace/{slug}/references/{referenceName}/verdict",
      "GET /api/workspace/{slug}/retention-holds",
      "GET /api/workspace/{slug}/retention-presets",
      "GET /api/workspace/{slug}/retention-rules",
      "GET /api/workspace/{slug}/rules",
      "GET /api/workspace/{slug}/saved-searches",
      "GET /api/workspace/{slug}/settings",
      "GET /api/workspace/{slug}/upstream",
      "GET /api/workspace/{slug}/webhooks",
      "GET /api/workspace/{slug}/webhooks/{webhookId}/attempts",
      "GET /api/workspaces",
      "GET /healthz",
      "GET /metrics",
      "PATCH /api/me",
      "PATCH /api/notifications/{notificationId}",
      "PATCH /api/people/{personId}",
      "PATCH /api/workspace/{slug}/printers/{name}",
      "PATCH /api/workspace/{slug}/prints/{printId}",
      "PATCH /api/workspace/{slug}/retention-rules/{ruleId}",
      "PATCH /api/workspace/{slug}/rules/defaults",
      "PATCH /api/workspace/{slug}/rules/{ruleId}",
      "PATCH /api/workspace/{slug}/saved-searches/{savedSearchId}",
      "PATCH /api/workspace/{slug}/settings",
      "PATCH /api/workspace/{slug}/upstream",
      "PATCH /api/workspace/{slug}/webhooks/{webhookId}",
      "POST /api/backups",
      "POST /api/backups/verify",
      "POST /api/certificate/renew",
      "POST /api/certificate/renew-authority",
      "POST /api/certificate/replace",
      "POST /api/clock/accept",
      "POST /api/clock/repair",
      "POST /api/configuration/check",
      "POST /api/me/password",
      "POST /api/notifications",
      "POST /api/notifications/{notificationId}/test",
      "POST /api/people",
      "POST /api/people/{personId}/reset",
      "POST /api/retention/confirm",
      "POST /api/scrub",
      "POST /api/sign-in-codes",
      "POST /api/tokens",
      "POST /api/workspace/{slug}/cards/scan",
      "POST /api/workspace/{slug}/deliveries/{deliveryId}/cancel",
      "POST /api/workspace/{slug}/deliveries/{deliveryId}/release",
      "POST /api/workspace/{slug}/deliveries/{deliveryId}/retry",
      "POST /api/workspace/{slug}/fiscal/certificates",
      "POST /api/workspace/{slug}/fiscal/report",
      "POST /api/workspace/{slug}/index/rebuild",
      "POST /api/workspace/{slug}/journal/seals",
      "POST /api/workspace/{slug}/journal/verification",
      "POST /api/workspace/{slug}/printers",
      "POST /api/workspace/{slug}/printers/{name}/drawer",
      "POST /api/workspace/{slug}/printers/{name}/held/cancel",
      "POST /api/workspace/{slug}/printers/{name}/held/release",
      "POST /api/workspace/{slug}/printers/{name}/hold",
      "POST /api/workspace/{slug}/printers/{name}/pair",
      "POST /api/workspace/{slug}/printers/{name}/poll-address",
      "POST /api/workspace/{slug}/printers/{name}/resume",
      "POST /api/workspace/{slug}/printers/{name}/simulate",
      "POST /api/workspace/{slug}/printers/{name}/test",
      "POST /api/workspace/{slug}/printers/{name}/waiting/cancel",
      "POST /api/workspace/{slug}/prints",
      "POST /api/workspace/{slug}/prints/export",
      "POST /api/workspace/{slug}/prints/facets",
      "POST /api/workspace/{slug}/prints/gaps",
      "POST /api/workspace/{slug}/prints/json",
      "POST /api/workspace/{slug}/prints/search",
      "POST /api/workspace/{slug}/prints/test",
      "POST /api/workspace/{slug}/prints/{printId}/compare",
      "POST /api/workspace/{slug}/prints/{printId}/deliver",
      "POST /api/workspace/{slug}/prints/{printId}/erase",
      "POST /api/workspace/{slug}/prints/{printId}/neighbours",
      "POST /api/workspace/{slug}/prints/{printId}/restore",
      "POST /api/workspace/{slug}/retention-holds",
      "POST /api/workspace/{slug}/retention-holds/{holdId}/release",
      "POST /api/workspace/{slug}/retention-rules",
      "POST /api/workspace/{slug}/retention-rules/preview",
      "POST /api/workspace/{slug}/retention-rules/run",
      "POST /api/workspace/{slug}/retention-rules/{ruleId}/confirm",
      "POST /api/workspace/{slug}/rules",
      "POST /api/workspace/{slug}/rules/apply",
      "POST /api/workspace/{slug}/rules/preview",
      "POST /api/workspace/{slug}/rules/test",
      "POST /api/workspace/{slug}/saved-searches",
      "POST /api/workspace/{slug}/upstream/pull",
      "POST /api/workspace/{slug}/webhooks",
      "POST /api/workspace/{slug}/webhooks/{webhookId}/test",
      "POST /api/workspaces",
      "PUT /api/workspace/{slug}/references/{referenceName}",
      "PUT /api/workspace/{slug}/upstream",
    ]);
  });

  test("every operation has a summary, an id, parameters with a schema and answers with a description", () => {
    const ids = new Set<string>();
    for (const { path, operation } of operations) {
      expect(operation.summary?.length).toBeGreaterThan(5);
      ids.add(operation.operationId ?? "");
      for (const parameter of operation.parameters ?? []) expect(parameter).toHaveProperty("schema");
      for (const name of path.match(/(?<=\{)\w+/g) ?? []) {
        expect(operation.parameters).toContainEqual(
          expect.objectContaining({ name, in: "path", required: true }),
        );
      }
      for (const response of Object.values(operation.responses))
        expect(response).toHaveProperty("description");
    }
    expect(ids.size).toBe(operations.length);
  });

  test("every reference leads somewhere", () => {
    const names = Object.keys(reference.document.components?.schemas ?? {});
    const references = JSON.stringify(reference.document).match(/(?<="#\/components\/schemas\/)\w+/g) ?? [];
    expect(references.length).toBeGreaterThan(20);
    for (const name of references) expect(names).toContain(name);
  });

  test("every error code is described", () => {
    const text = JSON.stringify(operations.map(({ operation }) => operation.responses));
    // A wrong method is no operation's answer, and backups are read by commands: the schema alone describes these.
    const ofNone: ReadonlySet<ErrorCode> = new Set(["METHOD_NOT_ALLOWED", "BACKUP_DAMAGED"]);
    for (const code of ERROR_CODES.filter((name) => !ofNone.has(name))) expect(text).toContain(`${code}:`);
    const schema = reference.document.components?.schemas?.["Error"] as {
      properties: { code: { enum: string[] } };
    };
    expect(schema.properties.code.enum).toEqual([...ERROR_CODES]);
  });

  test("the page and all it loads come from the service itself", async () => {
    const page = await (await service.fetch("/docs", { token: null })).text();
    expect(page).not.toMatch(/https?:/);
    for (const [, path] of page.matchAll(/<(?:link|script|img)[^>]*(?:src|href)="([^"]+)"/g)) {
      const response = await service.fetch(path ?? "", { token: null });
      expect([path, response.status]).toEqual([path, 200]);
      expect((await response.text()).length).toBeGreaterThan(50);
    }
  });
});

test("every path refuses every method that the reference does not have there, with those that it has", async () => {
  const refusals: string[] = [];
  for (const path of Object.keys(reference.document.paths)) {
    const allow = operations.filter((known) => known.path === path).map(({ method }) => method);
    for (const method of METHODS.map((name) => name.toUpperCase())) {
      if (allow.includes(method)) continue;
      const response = await service.fetch(path.replace(/\{\w+\}/g, "1"), { method });
      const refusal = `${method} ${path} ${response.status} ${response.headers.get("allow")}`;
      if (refusal !== `${method} ${path} 405 ${allow.toSorted().join(", ")}`) refusals.push(refusal);
    }
  }
  expect(refusals).toEqual([]);
});
