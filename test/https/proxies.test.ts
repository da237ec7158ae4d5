import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sessionCookie } from "../session-cookie.ts";
import { HttpsService } from "./https-service.ts";

/* A reverse proxy on this machine says who its clients are; what others say of that counts for nothing. */

let trusting: HttpsService;
let plain: HttpsService;
beforeAll(async () => {
  const hostNames = ["tills.example"];
  trusting = await HttpsService.start({ hostNames, trustedProxies: ["127.0.0.0/8", "10.9.0.0/16"] });
  plain = await HttpsService.start({ hostNames, trustedProxies: ["10.9.0.0/16"] });
});
afterAll(async () => {
  await trusting.end();
  await plain.end();
});

const PROXIED = {
  "X-Forwarded-For": "203.0.113.9",
  "X-Forwarded-Proto": "https",
  "X-Forwarded-Host": "tills.example",
  "X-Forwarded-Prefix": "/tillroll/",
};

/** Signs in, and tells of which address the service takes it to be. */
async function clientOf(service: HttpsService, forwardedFor: string): Promise<string> {
  const headers = { "X-Forwarded-For": forwardedFor };
  const answer = await service.ask(service.app.signInLink(), { headers });
  const Cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const sessions = await service.ask(`${service.http}/api/sessions`, { headers: { ...headers, Cookie } });
  const { items } = (await sessions.json()) as { items: { current: boolean; client: string }[] };
  return items.find(({ current }) => current)?.client ?? "";
}

describe("the client's address", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    // Anybody can begin the list: what the last proxy of ours has heard counts.
    ["1.2.3.4, 203.0.113.9", "203.0.113.9"],
    ["203.0.113.9, 10.9.0.1, 10.9.200.2", "203.0.113.9"],
    ["203.0.113.9:4711", "203.0.113.9"],
    ["[2001:db8::7]:4711", "2001:db8::7"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["10.9.0.1", "10.9.0.1"],
    ["", "127.0.0.1"],
  ])("X-Forwarded-For: %s", async (header, client) => {
    expect(await clientOf(trusting, header)).toBe(client);
    expect(await clientOf(plain, header)).toBe("127.0.0.1");
  });
});

describe("a page under a path of a proxy's", () => {
  test("has addresses under it, and leads there", async () => {
    const page = await trusting.ask(`${trusting.http}/sign-in`, { headers: PROXIED });
    const html = await page.text();
    expect(html).toContain('action="/tillroll/sign-in"');
    expect(html).toMatch(/src="\/tillroll\/assets\/sign-in-\w+\.js"/);
    expect(html).not.toMatch(/(href|src|action)="\/(?!tillroll\/)/);
    const away = await trusting.ask(`${trusting.http}/`, { headers: PROXIED });
    expect(away.headers.get("location")).toBe("/tillroll/sign-in");
    for (const path of ["/docs", "/guide", "/trust"]) {
      const text = await (await trusting.ask(trusting.http + path, { headers: PROXIED })).text();
      expect(text).toMatch(/href="\/tillroll\/assets\/tillroll-\w+\.css"/);
    }
  });

  test.each([
    '/"><script>',
    "//evil.example",
    "https://evil.example",
    "/a b",
    `/${"a".repeat(300)}`,
    "tillroll",
  ])("%s is no path", async (prefix) => {
    const headers = { ...PROXIED, "X-Forwarded-Prefix": prefix };
    const away = await trusting.ask(`${trusting.http}/`, { headers });
    expect(away.headers.get("location")).toBe("/sign-in");
  });
});

describe("what a proxy that is not trusted says counts for nothing", () => {
  test("path and scheme", async () => {
    const answer = await plain.ask(plain.app.signInLink(), { headers: PROXIED });
    expect(answer.headers.get("location")).toBe("/");
    expect(answer.headers.get("set-cookie")).toStartWith(sessionCookie(plain.http, ""));
  });
  test("host", async () => {
    const headers = { "X-Forwarded-Host": "evil.example" };
    expect((await plain.ask(`${plain.http}/healthz`, { headers })).status).toBe(200);
  });
});

describe("by a trusted one", () => {
  test("a session by HTTPS has a Secure cookie, and a form of the client's page signs in", async () => {
    const Origin = "https://tills.example";
    const body = new URLSearchParams({ token: trusting.token });
    const post = { method: "POST", headers: { ...PROXIED, Origin }, body };
    const answer = await trusting.ask(`${trusting.http}/sign-in`, post);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/tillroll/"]);
    expect(answer.headers.get("set-cookie")).toMatch(/^__Host-tillroll_session=.*; Path=\/;.*; Secure/);
    const foreign = { ...post, headers: { ...PROXIED, Origin: "https://evil.example" } };
    expect((await trusting.ask(`${trusting.http}/sign-in`, foreign)).status).toBe(401);
  });

  test.each([
    [{ "X-Forwarded-Host": "tills.example" }, 200],
    [{ "X-Forwarded-Host": "evil.example" }, 421],
    // A page whose name leads to the proxy adds a name that is ours.
    [{ "X-Forwarded-Host": "tills.example, evil.example" }, 421],
    [{ Host: "evil.example", "X-Forwarded-Host": "tills.example" }, 421],
  ])("%p is answered %i", async (headers, status) => {
    expect((await trusting.ask(`${trusting.http}/healthz`, { headers })).status).toBe(status);
  });
});

test("the address that a real printer is to ask is the one by which the client finds the service", async () => {
  const printers = `${trusting.http}/api/workspace/default/printers`;
  const body = JSON.stringify({ name: "fetching", target: "cloudprnt:" });
  const made = await trusting.ask(printers, { method: "POST", body }, trusting.localToken);
  expect(made.status).toBe(201);
  const find = async (headers: Record<string, string>) => {
    const post = { method: "POST", headers };
    const answer = await trusting.ask(`${printers}/fetching/poll-address`, post, trusting.localToken);
    return ((await answer.json()) as { address: string }).address;
  };
  expect(await find(PROXIED)).toStartWith("https://tills.example/tillroll/cloudprnt/");
  expect(await find({})).toStartWith(`${trusting.http}/cloudprnt/`);
});

test("--require-https counts what the client's connection is, not the proxy's", async () => {
  const options = { hostNames: ["tills.example"], trustedProxies: ["127.0.0.1"], requireHttps: true };
  const service = await HttpsService.start(options);
  try {
    const secure = await service.ask(`${service.http}/api/me`, { headers: PROXIED }, service.token);
    expect(secure.status).toBe(200);
    const headers = { ...PROXIED, "X-Forwarded-Proto": "http" };
    expect((await service.ask(`${service.http}/api/me`, { headers }, service.token)).status).toBe(403);
    const page = await service.ask(`${service.http}/docs?a=1`, { headers });
    expect(page.headers.get("location")).toBe("https://tills.example/tillroll/docs?a=1");
  } finally {
    await service.end();
  }
});
