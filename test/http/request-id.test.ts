import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Service } from "../service.ts";
import { until } from "../until.ts";

let service: Service;
let direct: Service;
beforeAll(async () => {
  const flags = ["--log-to", "file", "--log-format", "json", "--log-requests", "true", "--slow-query", "1ms"];
  service = await Service.start({ flags: [...flags, "--trusted-proxy", "127.0.0.1"] });
  direct = await Service.start();
});
afterAll(() => Promise.all([service.end(), direct.end()]));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test.each([
  ["GET", "/api/me", 200],
  ["POST", "/api/workspace/default/prints/json", 400],
  ["GET", "/nothing", 404],
  ["PUT", "/api/me", 405],
  ["GET", "/", 303],
  ["GET", "/guide", 200],
  ["GET", "/metrics", 200],
  ["POST", "/ipp/print/receipt", 415],
] as const)("%s %s has an id of its own in its answer", async (method, path, status) => {
  const ask = () =>
    fetch(direct.address + path, {
      method,
      headers: { Authorization: `Bearer ${direct.token}`, "X-Request-Id": "mine" },
      redirect: "manual",
      ...(method === "POST" && { body: "{" }),
    });
  const [first, second] = [await ask(), await ask()];
  const ids = [first, second].map(({ headers }) => headers.get("x-request-id") ?? "");
  expect([first.status, ...ids.map((id) => UUID.test(id))]).toEqual([status, true, true]);
  expect(ids[0]).not.toBe(ids[1] ?? "");
});

test("a request for another host has one, too", async () => {
  const { status, headers } = await fetch(`${direct.address}/`, { headers: { Host: "elsewhere.example" } });
  expect([status, UUID.test(headers.get("x-request-id") ?? "")]).toEqual([421, true]);
});

test.each([
  ["till-7/1", "till-7/1"],
  ["with blanks", UUID],
  ["x".repeat(129), UUID],
] as const)("a proxy that is trusted gives its id: %s", async (given, expected) => {
  const { headers } = await service.fetch("/api/me", { headers: { "X-Request-Id": given } });
  const id = headers.get("x-request-id") ?? "";
  if (typeof expected === "string") expect(id).toBe(expected);
  else expect(id).toMatch(expected);
});

interface Line {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

const lines = (): Line[] =>
  readFileSync(join(service.folder, "logs/tillroll.log"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);

test("requests and slow searches are logged with their ids, without what they look for", async () => {
  for (let count = 0; count < 3; count++) await service.store({ label: "geheim" });
  const headers = { "X-Request-Id": "search-1" };
  await until(async () => {
    await service.prints("/search?geheim=1", { json: { label: "geheim", text: "geheim" }, headers });
    return lines().some(({ message }) => message === "a search took long");
  });
  await until(() =>
    lines().some(({ details }) => details?.["requestId"] === "search-1" && "client" in details),
  );
  const slow = lines().find(({ message }) => message === "a search took long");
  expect(slow).toMatchObject({
    level: "warning",
    details: {
      requestId: "search-1",
      workspaceId: 1,
      filter: { label: "eq 6 characters" },
      orderBy: "createdAt.desc",
    },
  });
  const asked = lines().find(({ message }) => message.startsWith("POST") && message.includes("/search"));
  expect(asked).toMatchObject({
    level: "info",
    message: "POST /api/workspace/default/prints/search 200",
    details: { client: "127.0.0.1", requestId: "search-1", milliseconds: expect.any(Number) },
  });
  expect(service.logged).toBe("");
  expect(JSON.stringify(lines())).not.toContain("geheim");
});

test("the secret of a printer's address is not logged", async () => {
  await fetch(`${service.address}/cloudprnt/geheim`, { method: "POST", body: "{}" });
  await until(() => lines().some(({ message }) => message === "POST /cloudprnt/:secret 404"));
  expect(JSON.stringify(lines())).not.toContain("geheim");
});
