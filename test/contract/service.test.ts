import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
  await service.store();
});
afterAll(() => service.end());

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
    ["POST", "/api/me", "GET, PATCH"],
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
    expect(me).toMatchObject({ scopes: ["read", "write", "operate"], workspace: { slug: "default" } });
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
