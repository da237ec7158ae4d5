import { afterAll, beforeAll, expect, test } from "bun:test";
import type { OpenAPIV3 } from "openapi-types";
import { KIBIBYTE } from "../../src/domain/limits.ts";
import { run, Service } from "../service.ts";

/** Monitoring reads all of it every few seconds. */
const MOST_BYTES = 96 * KIBIBYTE;

const METHODS = ["get", "post", "patch", "delete", "put"] as const;

let service: Service;
let admin: string;
beforeAll(async () => {
  service = await Service.start();
  const made = await run(["token", "create", "--scopes", "admin", "--data", service.folder]);
  admin = made.stdout.trim();
});
afterAll(() => service.end());

const metrics = async () => await (await service.fetch("/metrics", { token: null })).text();

/** Asks, and reads as much of the answer as tells how it came out. */
async function ask(method: string, path: string, token: string | null, body: object | null): Promise<number> {
  const abortion = new AbortController();
  const response = await fetch(service.address + path, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === null ? {} : { "Content-Type": "application/json" }),
    },
    body: body === null ? null : JSON.stringify(body),
    redirect: "manual",
    signal: abortion.signal,
  });
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) abortion.abort();
  else await response.arrayBuffer();
  return response.status;
}

test("stay small when every operation was called, in every way", async () => {
  const answer = await service.fetch("/docs/json", { token: null });
  const reference = (await answer.json()) as OpenAPIV3.Document;
  const ids: string[] = [];
  for (const [path, item] of Object.entries(reference.paths)) {
    for (const method of METHODS) {
      const operation = item?.[method];
      if (operation === undefined) continue;
      ids.push(operation.operationId ?? "");
      const verb = method.toUpperCase();
      const body = method === "get" ? null : {};
      const asked = path.replace("{name}", "receipt").replaceAll(/\{\w+Id\}/g, "1");
      const inOurs = `${asked.replace("{slug}", "default")}?timeout=0s`;
      await service.store();
      await ask(verb, inOurs, admin, body);
      await ask(verb, inOurs, service.token, body);
      await ask(verb, inOurs, null, body);
      await ask(verb, asked.replace("{slug}", "none"), admin, body);
      await ask(verb, inOurs.replace("1", "x"), admin, body);
    }
  }
  for (const path of ["/", "/sign-in", "/docs", "/docs/start.js", "/assets/dashboard.js", "/nowhere"])
    for (const method of ["GET", "HEAD", "POST", "PUT", "OPTIONS"]) await ask(method, path, null, null);
  for (const path of ["/ipp/print", "/ipp/print/receipt", "/ipp/print/a/b", "/cgi-bin/epos/service.cgi"])
    for (const method of ["GET", "HEAD", "POST", "PUT", "OPTIONS", "PROPFIND", "MKCOL"])
      await ask(method, path, null, null);
  const text = await metrics();
  expect(text.length).toBeLessThan(MOST_BYTES);
  for (const id of ids) expect(text).toContain(`tillroll_http_requests_total{operation="${id}"`);
});

test("tell how long each operation takes, and how often it fails", async () => {
  const valueOf = (text: string, series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.split(" ")[1] ?? "0",
    );
  const failed = 'tillroll_http_requests_total{operation="readPrint",status="4xx"}';
  const seconds = 'tillroll_http_request_seconds_total{operation="readPrint"}';
  const before = await metrics();
  for (let times = 0; times < 5; times++) await service.prints("/999999");
  const after = await metrics();
  expect(valueOf(after, failed)).toBe(valueOf(before, failed) + 5);
  expect(valueOf(after, seconds)).toBeGreaterThan(valueOf(before, seconds));
  for (const quantile of ["0.5", "0.99"]) {
    const recent = valueOf(
      after,
      `tillroll_http_request_recent_seconds{operation="readPrint",quantile="${quantile}"}`,
    );
    expect(recent).toBeGreaterThan(0);
    expect(recent).toBeLessThan(10);
  }
  expect(valueOf(after, 'tillroll_http_request_duration_seconds_count{kind="store"}')).toBeGreaterThan(5);
});
