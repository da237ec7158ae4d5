import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenAPIV3 } from "openapi-types";
import { ERROR_CODES } from "../../src/domain/errors.ts";
import { type ErrorAnswer, Service } from "../service.ts";

let service: Service;
let reference: OpenAPIV3.Document;
beforeAll(async () => {
  service = await Service.start();
  await service.store();
  reference = (await (await service.fetch("/docs/json", { token: null })).json()) as OpenAPIV3.Document;
});
afterAll(() => service.end());

const METHODS = ["get", "post", "patch", "delete", "put"] as const;

function operationsOf(document: OpenAPIV3.Document): [string, string, OpenAPIV3.OperationObject][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method];
      return operation === undefined
        ? []
        : [[method, path, operation] as [string, string, OpenAPIV3.OperationObject]];
    }),
  );
}

describe("headers", () => {
  test.each([
    "/api/me",
    "/healthz",
    "/docs",
    "/docs/json",
    "/docs/swagger-ui.js",
    "/sign-in",
    "/nowhere",
    "/metrics",
  ])("%s: no sniffing, no referrer, no framing, no inline script", async (path) => {
    const { headers } = await service.fetch(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-frame-options")).toBe("DENY");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});

describe("routes", () => {
  test.each([
    ["PUT", "/api/workspace/default/prints/1", "DELETE, GET, PATCH"],
    ["GET", "/api/workspace/default/prints", "POST"],
    ["POST", "/api/me", "GET"],
    ["DELETE", "/healthz", "GET"],
    ["GET", "/api/workspace/default/prints/search", "POST"],
    ["HEAD", "/api/workspace/default/prints/search", "POST"],
    ["PUT", "/api/workspace/default/prints/search", "POST"],
    ["DELETE", "/api/workspace/default/prints/next", "GET"],
    ["DELETE", "/api/workspace/default/rules/defaults", "PATCH"],
  ])("%s %s is 405 with Allow", async (method, path, allow) => {
    const response = await service.fetch(path, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
    if (method !== "HEAD") expect(((await response.json()) as ErrorAnswer).code).toBe("METHOD_NOT_ALLOWED");
  });

  test("every path refuses every method that the reference does not have there", async () => {
    const refusals: string[] = [];
    for (const [path, item] of Object.entries(reference.paths)) {
      const has = METHODS.filter((method) => item?.[method] !== undefined);
      const allow = has.map((method) => method.toUpperCase()).toSorted();
      for (const method of ["get", "post", "patch", "delete", "put", "options"] as const) {
        if (item?.[method] !== undefined) continue;
        const response = await service.fetch(path.replace(/\{\w+\}/g, "1"), { method: method.toUpperCase() });
        const refusal = `${method} ${path} ${response.status} ${response.headers.get("allow")}`;
        if (refusal !== `${method} ${path} 405 ${allow.join(", ")}`) refusals.push(refusal);
      }
    }
    expect(refusals).toEqual([]);
  });

  test.each([
    "/nowhere",
    "/api",
    "/api/workspace/default",
    "/api/workspace//prints",
    "/..%2f",
    "/%00",
    "/%E0%A4%A",
  ])("%s is 404", async (path) => {
    const response = await service.fetch(path);
    expect([response.status, ((await response.json()) as ErrorAnswer).code]).toEqual([404, "NOT_FOUND"]);
  });
});

test("healthz", async () => {
  const response = await service.fetch("/healthz", { token: null });
  const answer = (await response.json()) as {
    components: Record<string, { state: string; message: string }>;
  };
  expect([response.status, answer]).toMatchObject([200, { status: "ok", canPrint: true }]);
  for (const part of ["storage", "ports", "deliveries", "index", "indexing", "rules"])
    expect(answer.components[part]).toMatchObject({ state: "ok", message: expect.stringMatching(/\.$/) });
});

test("metrics name what happened, and no print or workspace", async () => {
  await service.store({ label: "secret label" });
  const response = await service.fetch("/metrics", { token: null });
  const text = await response.text();
  expect(response.headers.get("content-type")).toStartWith("text/plain");
  expect(text).toMatch(/tillroll_write_operations_total\{outcome="stored"\} \d+/);
  expect(text).toMatch(/tillroll_http_requests_total\{operation="createPrintFromJson",status="2xx"\} \d+/);
  expect(text).toMatch(/tillroll_commit_duration_seconds_count \d+/);
  expect(text).toContain("tillroll_can_print 1");
  expect(text).toContain('tillroll_component_state{component="storage"} 0');
  expect(text).not.toContain("secret label");
  expect(text).not.toContain("default");
});

describe("the API reference", () => {
  test("describes every route, and no other", () => {
    const described = operationsOf(reference).map(([method, path]) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual([
      "DELETE /api/sessions/{sessionId}",
      "DELETE /api/workspace/{slug}/printers/{name}",
      "DELETE /api/workspace/{slug}/prints/{printId}",
      "DELETE /api/workspace/{slug}/rules/{ruleId}",
      "DELETE /api/workspace/{slug}/webhooks/{webhookId}",
      "GET /api/me",
      "GET /api/sessions",
      "GET /api/workspace/{slug}/deliveries",
      "GET /api/workspace/{slug}/deliveries/{deliveryId}",
      "GET /api/workspace/{slug}/events",
      "GET /api/workspace/{slug}/index",
      "GET /api/workspace/{slug}/printers",
      "GET /api/workspace/{slug}/printers/{name}",
      "GET /api/workspace/{slug}/prints/next",
      "GET /api/workspace/{slug}/prints/{printId}",
      "GET /api/workspace/{slug}/prints/{printId}/preview",
      "GET /api/workspace/{slug}/prints/{printId}/raw",
      "GET /api/workspace/{slug}/rules",
      "GET /api/workspace/{slug}/webhooks",
      "GET /api/workspaces",
      "GET /healthz",
      "GET /metrics",
      "PATCH /api/workspace/{slug}/printers/{name}",
      "PATCH /api/workspace/{slug}/prints/{printId}",
      "PATCH /api/workspace/{slug}/rules/defaults",
      "PATCH /api/workspace/{slug}/rules/{ruleId}",
      "PATCH /api/workspace/{slug}/webhooks/{webhookId}",
      "POST /api/workspace/{slug}/deliveries/{deliveryId}/cancel",
      "POST /api/workspace/{slug}/deliveries/{deliveryId}/release",
      "POST /api/workspace/{slug}/deliveries/{deliveryId}/retry",
      "POST /api/workspace/{slug}/index/rebuild",
      "POST /api/workspace/{slug}/printers",
      "POST /api/workspace/{slug}/printers/{name}/pair",
      "POST /api/workspace/{slug}/printers/{name}/simulate",
      "POST /api/workspace/{slug}/printers/{name}/test",
      "POST /api/workspace/{slug}/prints",
      "POST /api/workspace/{slug}/prints/facets",
      "POST /api/workspace/{slug}/prints/json",
      "POST /api/workspace/{slug}/prints/search",
      "POST /api/workspace/{slug}/prints/test",
      "POST /api/workspace/{slug}/prints/{printId}/deliver",
      "POST /api/workspace/{slug}/prints/{printId}/restore",
      "POST /api/workspace/{slug}/rules",
      "POST /api/workspace/{slug}/rules/apply",
      "POST /api/workspace/{slug}/rules/test",
      "POST /api/workspace/{slug}/webhooks",
      "POST /api/workspace/{slug}/webhooks/{webhookId}/test",
    ]);
  });

  test("every operation has a summary, an id, parameters with a schema and answers with a description", () => {
    const ids = new Set<string>();
    for (const [, path, operation] of operationsOf(reference)) {
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
    expect(ids.size).toBe(operationsOf(reference).length);
  });

  test("every reference leads somewhere", () => {
    const names = Object.keys(reference.components?.schemas ?? {});
    const references = JSON.stringify(reference).match(/(?<="#\/components\/schemas\/)\w+/g) ?? [];
    expect(references.length).toBeGreaterThan(20);
    for (const name of references) expect(names).toContain(name);
  });

  test("every error code is described", () => {
    const text = JSON.stringify(operationsOf(reference).map(([, , operation]) => operation.responses));
    // A wrong method is no operation's answer, so that it is described by the schema alone.
    for (const code of ERROR_CODES.filter((name) => name !== "METHOD_NOT_ALLOWED"))
      expect(text).toContain(`${code}:`);
    const schema = reference.components?.schemas?.["Error"] as { properties: { code: { enum: string[] } } };
    expect(schema.properties.code.enum).toEqual([...ERROR_CODES]);
  });

  test("the page and all it loads come from the service itself", async () => {
    const page = await (await service.fetch("/docs", { token: null })).text();
    expect(page).not.toMatch(/https?:/);
    for (const [, path] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const response = await service.fetch(path ?? "", { token: null });
      expect([path, response.status]).toEqual([path, 200]);
      expect((await response.text()).length).toBeGreaterThan(50);
    }
  });
});

describe("signing in to the dashboard", () => {
  const cookieOf = (response: Response) => (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const post = (path: string, headers: Record<string, string>, body = "") =>
    service.fetch(path, {
      token: null,
      method: "POST",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    });

  test("the link works once, and the cookie is the administrator's", async () => {
    const link = (await service.signInLink()).replace(service.address, "");
    expect((await service.fetch("/", { token: null })).headers.get("location")).toBe("/sign-in");
    const response = await service.fetch(link, { token: null });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
    expect(response.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
    const headers = { Cookie: cookieOf(response) };
    expect((await service.fetch("/", { token: null, headers })).status).toBe(200);
    expect((await service.fetch("/api/me", { token: null, headers })).status).toBe(200);
    expect((await service.fetch(link, { token: null })).status).toBe(401);
    // What changes something must come from our own origin.
    const testPrint = "/api/workspace/default/prints/test";
    expect((await post(testPrint, headers)).status).toBe(401);
    expect((await post(testPrint, { ...headers, Origin: "http://localhost:3000" })).status).toBe(401);
    expect((await post(testPrint, { ...headers, Origin: service.address })).status).toBe(201);
    const out = await post("/sign-out", { ...headers, Origin: service.address });
    expect(out.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await service.fetch("/api/me", { token: null, headers })).status).toBe(401);
  });

  test("with a token the session is as narrow as the token", async () => {
    const response = await post("/sign-in", { Origin: service.address }, `token=${service.token}`);
    expect(response.status).toBe(303);
    const headers = { Cookie: cookieOf(response) };
    const me = await (await service.fetch("/api/me", { token: null, headers })).json();
    expect(me).toMatchObject({ scopes: ["read", "write"], workspace: { slug: "default" } });
  });

  test("a wrong token, or another origin, does not", async () => {
    const wrong = await post("/sign-in", { Origin: service.address }, "token=<script>");
    expect([wrong.status, wrong.headers.get("set-cookie")]).toEqual([401, null]);
    expect((await post("/sign-in", { Origin: "http://evil.example" }, `token=${service.token}`)).status).toBe(
      401,
    );
    expect((await service.fetch("/sign-in?code=nonsense", { token: null })).status).toBe(401);
  });
});

describe("a request with a strange Host", () => {
  test.each([[""], ["Host: \r\n"], ["Host: [\r\n"], ["Host: a b\r\n"]])(
    "%p is answered, and nothing is logged",
    async (header) => {
      const { hostname, port } = new URL(service.address);
      const answers: string[] = [];
      for (const path of ["/nowhere", "/ipp/print/receipt", "/healthz"]) {
        const { promise, resolve } = Promise.withResolvers<string>();
        let text = "";
        await Bun.connect({
          hostname,
          port: Number(port),
          socket: {
            open: (socket) => void socket.write(`GET ${path} HTTP/1.0\r\n${header}\r\n`),
            data: (socket, bytes) => {
              text += bytes.toString();
              socket.end();
            },
            close: () => resolve(text),
          },
        });
        answers.push((await promise).split(" ")[1] ?? "closed");
      }
      for (const status of answers) expect(["200", "400", "404", "405", "421", "closed"]).toContain(status);
      expect(service.logged).not.toContain("unexpectedly");
    },
  );
});
