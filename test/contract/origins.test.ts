import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { readAnswer, sdkRequest } from "../printers/epos/memory-printer.ts";
import { type ErrorAnswer, freePort, run, Service } from "../service.ts";
import { openLiveDatabase } from "../live-database.ts";
import { sessionCookie } from "../session-cookie.ts";

/*
 * Which web pages may print by HTTP. What a browser adds to their requests is sent here by hand; a real browser does so in
 * test/web/foreign-page.test.ts.
 */

interface PrinterAnswer {
  readonly allowOrigins: string[];
  readonly pairingUntil: string | null;
  readonly state: {
    readonly refusedOrigins: {
      readonly origin: string | null;
      readonly count: number;
      readonly lastAt: string;
    }[];
  };
}

const EPOS = "/cgi-bin/epos/service.cgi";
const PRINTERS = "/api/workspace/default/printers";
const POS = "https://pos.example";
const EVIL = "http://evil.example";
const DRAWER = sdkRequest("<pulse/>");
/** ESC p 0 50 250: the drawer opens. */
const PULSE = "\x1bp\x002\xfa";

const real = ScriptedPrinter.start();
let service: Service;
let admin = "";
let eposPort = 0;
beforeAll(async () => {
  service = await Service.start();
  admin = (await run(["token", "create", "--scopes", "admin", "--data", service.folder])).stdout.trim();
  eposPort = freePort();
});
afterAll(async () => {
  await service.end();
  real.goAway();
});

function api(method: string, path: string, json?: unknown): Promise<Response> {
  return service.fetch(PRINTERS + path, { method, token: admin, ...(json === undefined ? {} : { json }) });
}

/** Makes a printer in front of the real one; it lists these origins, or none, and is not paired. */
async function printerWith(name: string, allowOrigins: string[] = [], settings: object = {}): Promise<void> {
  const made = await api("POST", "", { name, target: real.target, ...settings });
  expect(made.status).toBe(201);
  expect((await api("PATCH", `/${name}`, { allowOrigins })).status).toBe(200);
}

async function look(name: string): Promise<PrinterAnswer> {
  return (await (await api("GET", `/${name}`)).json()) as PrinterAnswer;
}

function send(devid: string, headers: Record<string, string>, body: BodyInit = DRAWER): Promise<Response> {
  return fetch(`${service.address}${EPOS}?devid=${devid}&timeout=10000`, { method: "POST", headers, body });
}

async function preflight(devid: string, origin: string): Promise<Headers> {
  const response = await fetch(`${service.address}${EPOS}?devid=${devid}`, {
    method: "OPTIONS",
    headers: {
      Origin: origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type,if-modified-since,soapaction",
      "Access-Control-Request-Private-Network": "true",
    },
  });
  expect(response.status).toBe(204);
  return response.headers;
}

async function storedBy(deviceId: string): Promise<number> {
  const page = await service.prints("/search", { json: { deviceId, deleted: "any" } });
  return ((await page.json()) as { total: number }).total;
}

/** Waits until everything that was passed on is out, by a print of a program that comes last. */
async function paperOf(devid: string): Promise<string> {
  const mark = `mark ${crypto.randomUUID()}`;
  expect(readAnswer(await (await send(devid, {}, sdkRequest(`<text>${mark}</text>`))).text()).success).toBe(
    "true",
  );
  while (!real.paper.includes(mark)) await Bun.sleep(5);
  const { paper } = real;
  real.paper = "";
  return paper.replace(mark, "");
}

describe("a page that may not print", () => {
  const refused: [string, Record<string, string>][] = [
    ["a public page", { Origin: EVIL }],
    ["a page without an origin", { Origin: "null" }],
    ["a page of another site that its browser does not name", { "Sec-Fetch-Site": "cross-site" }],
    ["a page in a carrier's network", { Origin: "http://100.64.0.1" }],
    ["an origin that is none", { Origin: "evil" }],
    ["two origins", { Origin: "http://localhost, http://evil.example" }],
  ];
  test.each(refused)("%s: success is false, and nothing is stored or passed on", async (name, headers) => {
    const devid = `refused-${refused.findIndex(([each]) => each === name)}`;
    await printerWith(devid, [POS]);
    for (const type of ["text/xml; charset=utf-8", "text/plain", "application/x-www-form-urlencoded"]) {
      const response = await send(devid, { ...headers, "Content-Type": type });
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, null]);
      expect(response.headers.get("vary")).toBe("Origin");
      const { success, code } = readAnswer(await response.text());
      expect([success, code]).toEqual(["false", "OriginNotAllowed"]);
    }
    expect(await paperOf(devid)).not.toContain(PULSE);
    expect(await storedBy(devid)).toBe(1);
  });

  test("its preflight gets no grant, and no Private Network grant", async () => {
    await printerWith("asked", [POS]);
    const headers = await preflight("asked", EVIL);
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("access-control-allow-methods")).toBeNull();
    expect(headers.get("access-control-allow-private-network")).toBeNull();
    expect((await look("asked")).state.refusedOrigins).toMatchObject([{ origin: EVIL, count: 1 }]);
  });

  test("a document whose header, not its address, names the printer", async () => {
    await printerWith("inside", [POS]);
    const header = "<s:Header><parameter><devid>inside</devid></parameter></s:Header>";
    const body = DRAWER.replace("<s:Body>", `${header}<s:Body>`);
    const response = await fetch(`${service.address}${EPOS}`, {
      method: "POST",
      headers: { Origin: EVIL },
      body,
    });
    expect(readAnswer(await response.text()).code).toBe("OriginNotAllowed");
    const allowed = await fetch(`${service.address}${EPOS}`, {
      method: "POST",
      headers: { Origin: POS },
      body,
    });
    expect(allowed.headers.get("access-control-allow-origin")).toBe(POS);
    expect(readAnswer(await allowed.text()).success).toBe("true");
    expect(await storedBy("inside")).toBe(1);
  });

  test("on the printer's own port", async () => {
    await printerWith("ported", [POS], { eposPort });
    const address = `http://127.0.0.1:${eposPort}${EPOS}?devid=local_printer`;
    const response = await fetch(address, { method: "POST", headers: { Origin: EVIL }, body: DRAWER });
    expect(readAnswer(await response.text()).code).toBe("OriginNotAllowed");
    const allowed = await fetch(address, { method: "POST", headers: { Origin: POS }, body: DRAWER });
    expect(readAnswer(await allowed.text()).success).toBe("true");
    expect(await storedBy("ported")).toBe(1);
  });

  test("by IPP: 403", async () => {
    await printerWith("cups", [POS]);
    const request = (headers: Record<string, string>) =>
      fetch(`${service.address}/ipp/print/cups`, {
        method: "POST",
        headers: { "Content-Type": "application/ipp", ...headers },
        body: printJob(`${service.address.replace("http", "ipp")}/ipp/print/cups`, "x\n"),
      });
    const refusal = await request({ Origin: EVIL });
    expect([refusal.status, refusal.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    expect(await refusal.text()).toContain("may not print");
    expect(await storedBy("cups")).toBe(0);
    expect((await request({})).status).toBe(200);
    for (const Origin of ["http://192.168.1.4", POS]) expect((await request({ Origin })).status).toBe(200);
    expect(await storedBy("cups")).toBe(3);
  });

  test("is named to the owner, with the command that allows it", async () => {
    await printerWith("named", ["https://first.example"]);
    for (let time = 0; time < 3; time++) await send("named", { Origin: "https://pos-two.example" });
    const { state } = await look("named");
    expect(state.refusedOrigins).toMatchObject([{ origin: "https://pos-two.example", count: 3 }]);
    const command =
      "tillroll printer update named --allow-origin https://first.example --allow-origin https://pos-two.example";
    await service.hasLogged("https://pos-two.example");
    const lines = service.logged.split("\n").filter((line) => line.includes("https://pos-two.example"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(command);
    const listed = (await run(["printer", "list", "--data", service.folder])).stdout;
    expect(listed).toContain(`named: https://pos-two.example, 3 times`);
    expect(listed).toContain(`to allow it: ${command}`);
    expect(listed).toContain("LocalNetworkAccessAllowedForUrls");
    const metrics = await (await service.fetch("/metrics")).text();
    expect(metrics).toContain('tillroll_refused_origins_total{origin="https://pos-two.example"} 3');
    const words = command.split(" ").slice(1);
    expect((await run([...words, "--data", service.folder])).exitCode).toBe(0);
    expect(
      readAnswer(await (await send("named", { Origin: "https://pos-two.example" })).text()).success,
    ).toBe("true");
    expect((await look("named")).state.refusedOrigins).toEqual([]);
  });

  test("any number of origins makes no more than a few lines, counters and records", async () => {
    await printerWith("crowd", [POS]);
    for (let index = 0; index < 100; index++) await send("crowd", { Origin: `https://a${index}.example` });
    const { state } = await look("crowd");
    expect(state.refusedOrigins).toHaveLength(20);
    expect(state.refusedOrigins[0]?.origin).toBe("https://a99.example");
    const metrics = (await (await service.fetch("/metrics")).text())
      .split("\n")
      .filter((line) => line.startsWith("tillroll_refused_origins_total"));
    expect(metrics.length).toBeLessThanOrEqual(21);
    expect(metrics.some((line) => line.includes('"other"'))).toBe(true);
    const lines = service.logged.split("\n").filter((line) => line.includes("may not print on crowd"));
    expect(lines.length).toBeLessThanOrEqual(21);
  });
});

describe("who prints as always", () => {
  test.each<[string, Record<string, string>]>([
    ["a program", {}],
    ["a program that sends what browsers do", { "Sec-Fetch-Site": "none" }],
    ["this machine's page", { Origin: "http://localhost:8069" }],
    ["a page in the shop", { Origin: "http://192.168.1.20:8069" }],
    ["a page of a name in the shop", { Origin: "https://odoo.lan" }],
    ["a page that is listed", { Origin: POS }],
  ])("%s", async (name, headers) => {
    const devid = `as-always-${name.length}`;
    await printerWith(devid, [POS]);
    const response = await send(devid, headers);
    expect(response.headers.get("access-control-allow-origin")).toBe(headers["Origin"] ?? null);
    expect(readAnswer(await response.text()).success).toBe("true");
    expect(await paperOf(devid)).toContain(PULSE);
    const { Origin } = headers;
    if (Origin !== undefined) {
      const granted = await preflight(devid, Origin);
      expect(granted.get("access-control-allow-origin")).toBe(Origin);
      expect(granted.get("access-control-allow-private-network")).toBe("true");
      expect(granted.get("access-control-allow-headers")).toContain("SOAPAction");
      expect(granted.get("vary")).toContain("Origin");
    }
  });
});

describe("pairing", () => {
  test("a new printer takes the first public page that prints, for good, and no second one", async () => {
    await api("POST", "", { name: "new", target: real.target });
    const { pairingUntil } = await look("new");
    const minutes = (Date.parse(pairingUntil ?? "") - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThanOrEqual(60);
    // Asking, and asking how the printer is, makes nobody its page.
    expect((await preflight("new", EVIL)).get("access-control-allow-origin")).toBe(EVIL);
    expect(readAnswer(await (await send("new", { Origin: EVIL }, sdkRequest(""))).text()).success).toBe(
      "true",
    );
    expect((await look("new")).allowOrigins).toEqual([]);
    const listed = await run(["printer", "list", "--data", service.folder]);
    expect(listed.stdout).toContain(`new: the first one that prints until ${pairingUntil}`);

    const first = await send("new", { Origin: POS });
    expect(first.headers.get("access-control-allow-origin")).toBe(POS);
    expect(readAnswer(await first.text()).success).toBe("true");
    expect(await look("new")).toMatchObject({ allowOrigins: [POS], pairingUntil: null });
    await service.hasLogged(`web pages of ${POS} may print on new from now on`);
    const second = await send("new", { Origin: EVIL });
    expect(second.headers.get("access-control-allow-origin")).toBeNull();
    expect(readAnswer(await second.text()).code).toBe("OriginNotAllowed");
    expect((await run(["printer", "list", "--data", service.folder])).stdout).toContain(`new: ${POS}`);
    expect(await storedBy("new")).toBe(1);
    const entries = await run(["audit", "--json", "--subject", "new", "--data", service.folder]);
    const [, learnt] = entries.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(learnt).toMatchObject({ act: "printer.origin-allowed", actor: { kind: "page", id: POS } });
  });

  test("of two pages at once one is taken, and only its prints are stored", async () => {
    await api("POST", "", { name: "raced" });
    const origins = Array.from({ length: 8 }, (_, index) => `https://p${index}.example`);
    const answers = await Promise.all(origins.map((origin) => send("raced", { Origin: origin })));
    const outcomes = await Promise.all(answers.map(async (one) => readAnswer(await one.text()).success));
    expect(outcomes.filter((success) => success === "true")).toHaveLength(1);
    expect(await storedBy("raced")).toBe(1);
    expect((await look("raced")).allowOrigins).toEqual([origins[outcomes.indexOf("true")] ?? ""]);
  });

  test("what was taken can be forgotten, which does not pair; pairing does, and survives a restart", async () => {
    const own = await Service.start();
    const command = async (...words: string[]) => run([...words, "--data", own.folder]);
    const post = async (origin: string) => {
      const address = `${own.address}${EPOS}?devid=till`;
      const response = await fetch(address, { method: "POST", headers: { Origin: origin }, body: DRAWER });
      return readAnswer(await response.text()).code;
    };
    expect((await command("printer", "add", "till")).exitCode).toBe(0);
    expect(await post(EVIL)).toBe("");
    const listing = await command("printer", "pair", "till");
    expect([listing.exitCode, listing.stderr]).toEqual([
      1,
      `tillroll: Printer "till" lists origins that may print already (${EVIL}). Add another with ` +
        `"tillroll printer update till --allow-origin ${EVIL} --allow-origin ORIGIN", or forget them with ` +
        `"--allow-origin none" and pair it again.\n`,
    ]);
    expect((await command("printer", "update", "till", "--allow-origin", "none")).exitCode).toBe(0);
    expect(await post(EVIL)).toBe("OriginNotAllowed");
    expect(await post(POS)).toBe("OriginNotAllowed");
    expect((await command("printer", "pair", "till")).stdout).toContain(
      "till: the first one that prints until",
    );
    await own.stop("SIGKILL");
    const again = await Service.start({ folder: own.folder, token: own.token });
    const address = `${again.address}${EPOS}?devid=till`;
    const taken = await fetch(address, { method: "POST", headers: { Origin: POS }, body: DRAWER });
    expect(readAnswer(await taken.text()).success).toBe("true");
    // What was taken is durable before the print is.
    await again.stop("SIGKILL");
    const database = openLiveDatabase(join(again.folder, "tillroll.sqlite"));
    expect(
      database.query("SELECT allow_origins, pairing_until FROM printer WHERE name = 'till'").get(),
    ).toEqual({
      allow_origins: JSON.stringify([POS]),
      pairing_until: null,
    });
    database.close();
  });

  test("by the API; only for those who may change printers", async () => {
    await printerWith("remote");
    expect((await service.fetch(`${PRINTERS}/remote/pair`, { method: "POST" })).status).toBe(403);
    const paired = await api("POST", "/remote/pair");
    expect([paired.status, ((await paired.json()) as PrinterAnswer).pairingUntil]).toEqual([
      200,
      expect.any(String),
    ]);
    await api("PATCH", "/remote", { allowOrigins: [POS] });
    const refusal = await api("POST", "/remote/pair");
    expect([refusal.status, ((await refusal.json()) as ErrorAnswer).code]).toEqual([409, "CONFLICT"]);
  });
});

test.each([
  ["no list", "https://pos.example", "allowOrigins"],
  ["a path", ["https://pos.example/shop"], "allowOrigins.0"],
  ["no scheme", ["https://pos.example", "pos.example"], "allowOrigins.1"],
  ["null", ["null"], "allowOrigins.0"],
  ["all", ["*"], "allowOrigins.0"],
  ["too many", Array.from({ length: 21 }, (_, index) => `https://p${index}.example`), "allowOrigins"],
])("allowOrigins with %s is refused", async (_name, allowOrigins, path) => {
  const response = await api("POST", "", { name: "wrong", allowOrigins });
  const error = (await response.json()) as ErrorAnswer;
  expect([response.status, error.data.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
});

test("origins are kept as browsers write them", async () => {
  await printerWith("written", ["HTTPS://Pos.Example:443/", "https://pos.example"]);
  expect((await look("written")).allowOrigins).toEqual([POS]);
});

describe("what POS software sends", () => {
  test.each([
    ["text/xml; charset=utf-8"],
    ["application/x-www-form-urlencoded; charset=UTF-8"],
    ["multipart/form-data; boundary=x"],
    ["application/json"],
    ["application/octet-stream"],
    ["nonsense"],
    [""],
  ])("content type %p is taken", async (type) => {
    const body = new Blob([sdkRequest("<text>hi</text>")]);
    const response = await send(
      "local_printer",
      { Origin: "http://localhost", ...(type === "" ? {} : { "Content-Type": type }) },
      body,
    );
    expect(response.status).toBe(200);
    expect(readAnswer(await response.text()).success).toBe("true");
  });

  test("errors have the grant too, so that the page can say what was wrong", async () => {
    await printerWith("errors", [POS]);
    const large = await send("errors", { Origin: POS }, new Uint8Array(22 * 1024 * 1024));
    const encoded = await send("errors", { Origin: POS, "Content-Encoding": "gzip" });
    const unknown = await send("nobody", { Origin: POS });
    const malformed = await send("errors", { Origin: POS }, "not XML");
    expect([large, encoded, unknown, malformed].map(({ status }) => status)).toEqual([413, 415, 200, 200]);
    for (const response of [large, encoded, unknown, malformed])
      expect(response.headers.get("access-control-allow-origin")).toBe(POS);
    const foreign = await send("errors", { Origin: EVIL }, new Uint8Array(22 * 1024 * 1024));
    expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  });

  test("GET tells the same pages what is here", async () => {
    await printerWith("seen", [POS]);
    const address = `${service.address}${EPOS}?devid=seen`;
    const get = async (Origin: string) => (await fetch(address, { headers: { Origin } })).headers;
    expect((await get(POS)).get("access-control-allow-origin")).toBe(POS);
    expect((await get(EVIL)).get("access-control-allow-origin")).toBeNull();
  });
});

describe("the API in the name of the dashboard's session", () => {
  const session = { cookie: "" };
  beforeAll(async () => {
    const signedIn = await fetch(await service.signInLink(), { redirect: "manual" });
    session.cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    expect(session.cookie).toStartWith(sessionCookie(service.address, ""));
  });

  const post = (origin: string | null, more: Record<string, string> = {}) =>
    service.prints("/test", {
      method: "POST",
      token: null,
      headers: { Cookie: session.cookie, ...(origin === null ? {} : { Origin: origin }), ...more },
    });

  test.each([[EVIL], ["null"]])("not from %s", async (origin) => {
    const response = await post(origin);
    expect([response.status, ((await response.json()) as ErrorAnswer).code]).toEqual([
      403,
      "ORIGIN_NOT_ALLOWED",
    ]);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("from its own pages", async () => {
    expect((await post(service.address)).status).toBe(201);
  });

  test("a token is a secret, and needs no origin", async () => {
    const response = await post(EVIL, { Authorization: `Bearer ${service.token}` });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([201, null]);
  });
});

/** An IPP Print-Job of a text. */
function printJob(uri: string, text: string): Uint8Array<ArrayBuffer> {
  const attribute = (tag: number, name: string, value: string) => {
    const head = Buffer.from([tag, 0, name.length]);
    return Buffer.concat([head, Buffer.from(name), Buffer.from([0, value.length]), Buffer.from(value)]);
  };
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([1, 1, 0, 2, 0, 0, 0, 1, 1]),
      attribute(0x47, "attributes-charset", "utf-8"),
      attribute(0x48, "attributes-natural-language", "en"),
      attribute(0x45, "printer-uri", uri),
      Buffer.from([3]),
      Buffer.from(text),
    ]),
  );
}
