import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { EPOS_PATH } from "../../src/domain/protocols.ts";
import { HttpsService } from "./https-service.ts";
import { ASSETS } from "../../src/web/assets.ts";

let service: HttpsService;
beforeAll(async () => {
  service = await HttpsService.start();
});
afterAll(() => service.end());

const RECEIPT = `<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>Order 1&#10;</text><cut/></epos-print>`;

async function stored(): Promise<number> {
  const body = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
  const path = "/api/workspace/default/prints/search";
  const answer = await service.ask(service.https + path, body, service.token);
  return ((await answer.json()) as { total: number }).total;
}

const STYLES = ASSETS.map(({ path }) => path).filter((path) => path.endsWith(".css"));

describe("everything is answered by HTTPS as by HTTP", () => {
  test.each([
    ["GET", "/healthz"],
    ["GET", "/"],
    ["HEAD", "/"],
    ["GET", "/sign-in"],
    ["GET", "/docs/json"],
    ["GET", "/guide/"],
    ["GET", "/guide/printers"],
    ...STYLES.map((path) => ["GET", path] as const),
    ["GET", "/trust"],
    ["GET", "/metrics"],
    ["GET", "/api/me"],
    ["PUT", "/api/me"],
    ["GET", "/api/workspace/default/prints/search"],
    ["GET", "/nothing"],
    ["GET", EPOS_PATH],
    ["POST", EPOS_PATH],
    ["GET", "/ipp/print"],
    ["POST", "/ipp/print/receipt"],
  ])("%s %s", async (method, path) => {
    const [plain, secure] = await Promise.all(
      [service.http, service.https].map((address) => service.ask(address + path, { method })),
    );
    const told = ({ status, headers }: Response) => [
      status,
      ...["content-type", "location", "allow", "www-authenticate", "content-security-policy"].map((name) =>
        headers.get(name),
      ),
    ];
    if (plain === undefined || secure === undefined) throw new Error("no answer");
    expect(told(secure)).toEqual(told(plain));
    await Promise.all([plain.arrayBuffer(), secure.arrayBuffer()]);
  });
});

test("a client that does not trust the authority is not answered", async () => {
  await expect(fetch(`${service.https}/healthz`)).rejects.toThrow();
});

describe("sessions", () => {
  test.each([
    ["by HTTP", "http", /^tillroll_session_\d+=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/],
    [
      "by HTTPS",
      "https",
      /^__Host-tillroll_session_\d+=[^;]+; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/,
    ],
  ] as const)("%s", async (_, scheme, pattern) => {
    const link = service.app.signInLink().replace(service.app.address, service[scheme]);
    const answer = await service.ask(link);
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(pattern);
    const Cookie = cookie.split(";")[0] ?? "";
    expect((await service.ask(`${service[scheme]}/api/me`, { headers: { Cookie } })).status).toBe(200);
    // What was given by the one counts for nothing by the other, had they the same port too.
    const other = scheme === "http" ? service.https : service.http;
    const moved = Cookie.replace(new URL(service[scheme]).port, new URL(other).port);
    for (const each of [Cookie, moved])
      expect((await service.ask(`${other}/api/me`, { headers: { Cookie: each } })).status).toBe(401);
  });

  test.each([
    ["http", "http", 303],
    ["https", "https", 303],
    // Whoever can change what HTTP brings is not to act in the name of an owner by HTTPS.
    ["http", "https", 401],
  ] as const)("a form of a page by %s signs in by %s: %i", async (from, to, status) => {
    const address = `${service[to]}/sign-in`;
    const Origin = service[to].replace(/^https?/, from);
    const body = new URLSearchParams({ token: service.token });
    expect((await service.ask(address, { method: "POST", headers: { Origin }, body })).status).toBe(status);
  });
});

describe("web pages print", () => {
  // Odoo before 13 and after 17 sends what jQuery calls a form, Epson's SDK XML; pages that must not be asked about, text.
  test.each([
    ["application/x-www-form-urlencoded; charset=UTF-8", true],
    ["text/plain", true],
    ["text/xml; charset=utf-8", true],
    ["text/plain", false],
    ["text/xml; charset=utf-8", false],
  ])("%s, by HTTPS: %p", async (type, isSecure) => {
    const before = await stored();
    const address = `${service.web(isSecure)}${EPOS_PATH}?devid=local_printer&timeout=10000`;
    const headers = { "Content-Type": type, Origin: `${isSecure ? "https" : "http"}://odoo.lan` };
    const answer = await service.ask(address, { method: "POST", headers, body: RECEIPT });
    expect(answer.headers.get("access-control-allow-origin")).toBe(headers.Origin);
    expect(await answer.text()).toContain('success="true"');
    expect(await stored()).toBe(before + 1);
  });

  test("and are asked about by the browser", async () => {
    const headers = {
      Origin: "https://pos.internal",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type,if-modified-since,soapaction",
      "Access-Control-Request-Private-Network": "true",
    };
    const answer = await service.ask(service.web(true) + EPOS_PATH, { method: "OPTIONS", headers });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "https://pos.internal",
      "access-control-allow-private-network": "true",
    });
  });

  test("at ports that have nothing else", async () => {
    for (const isSecure of [true, false]) {
      const answer = await service.ask(`${service.web(isSecure)}/api/me`, {}, service.token);
      expect([answer.status, await answer.text()]).toEqual([
        404,
        expect.stringContaining("a POS can print here"),
      ]);
    }
  });

  test("not by a name that leads here", async () => {
    const headers = { Host: "evil.example" };
    expect((await service.ask(service.web(true) + EPOS_PATH, { headers })).status).toBe(421);
  });
});

describe("how devices trust the service", () => {
  const get = (path: string, userAgent = "") =>
    service.ask(service.http + path, { headers: { "User-Agent": userAgent } });

  test.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142", "Windows"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Mac"],
    ["Mozilla/5.0 (Linux; Android 15; Pixel)", "Android"],
    ["Mozilla/5.0 (X11; Linux x86_64) Chrome/142", "Linux"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0", "Firefox"],
  ])("%s is shown %s first", async (userAgent, system) => {
    const html = await (await get("/trust", userAgent)).text();
    const open = [...html.matchAll(/<details name="system" *open *>\s*<summary>([^<]*)/g)].map(
      ([, name]) => name,
    );
    expect(open).toEqual([expect.stringContaining(system)]);
    expect(html).not.toContain("{{");
    expect(html).toContain(`href="${service.https}/"`);
  });

  test.each([
    ["tillroll.crt", "application/x-x509-ca-cert"],
    ["tillroll.pem", "application/x-pem-file"],
    ["tillroll.mobileconfig", "application/x-apple-aspen-config"],
  ])("%s", async (file, type) => {
    const answer = await get(`/trust/${file}`);
    expect(answer.headers.get("content-type")).toBe(type);
    const { raw } = new (process.getBuiltinModule("node:crypto").X509Certificate)(service.ca);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = bytes.toString();
    if (file.endsWith("crt")) expect(bytes.equals(raw)).toBe(true);
    else if (file.endsWith("pem")) expect(text).toBe(service.ca);
    else expect(text).toContain(`<data>${raw.toString("base64")}</data>`);
  });
});

test("the health of the certificate is told", async () => {
  const { components } = (await (await service.ask(`${service.https}/healthz`)).json()) as {
    components: Record<string, { state: string }>;
  };
  expect([components["certificate"]?.state, components["ports"]?.state]).toEqual(["ok", "ok"]);
});
