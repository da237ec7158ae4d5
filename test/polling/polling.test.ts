import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { encodePng } from "../../src/render/png.ts";
import { untilComponent } from "../health.ts";
import { run, Service } from "../service.ts";
import { until } from "../until.ts";
import { CloudPrntServer, type CloudServer, DirectPrintServer, PlainServer } from "./cloud-server.ts";

const ESC_POS = "application/vnd.escpos";

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.end());

async function printer(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(["printer", ...words, "--data", service.folder]);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

interface StoredPrint {
  readonly id: number;
  readonly tag: Record<string, string>;
}

/** The prints of a device, the oldest first. */
async function printsOf(deviceId: string): Promise<StoredPrint[]> {
  const response = await service.prints("/search", { json: { deviceId } });
  const { items } = (await response.json()) as { items: StoredPrint[] };
  return items.toSorted((left, right) => left.id - right.id);
}

async function rawOf({ id }: StoredPrint): Promise<string> {
  return Buffer.from(await (await service.prints(`/${id}/raw`)).bytes()).toString("latin1");
}

async function textOf({ id }: StoredPrint): Promise<string> {
  return (await service.prints(`/${id}/preview?format=text`)).text();
}

async function told(server: CloudServer, count = 1): Promise<void> {
  await until(() => server.told.length >= count, `what was told ${count} times`);
}

test("an address that always wants to be asked at once is left a moment", async () => {
  const asked: number[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      asked.push(performance.now());
      return new Response(null, { status: 204, headers: { "Retry-After": "0" } });
    },
  });
  await printer("add", "hurried", "--poll", `${server.url.href}?key=secret`);
  await until(() => asked.length >= 5, "five questions");
  // Four pauses of 200 ms; it was asked a thousand times meanwhile.
  expect((asked[4] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(600);
  await printer("remove", "hurried");
});

test("an answer that is compressed unasked is not unpacked", async () => {
  const asked: (string | null)[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ headers }) {
      asked.push(headers.get("accept-encoding"));
      return new Response(Bun.gzipSync(new Uint8Array(1000)), { headers: { "Content-Encoding": "gzip" } });
    },
  });
  await printer("add", "unpacking", "--poll", server.url.href);
  await until(async () => (await printer("list")).includes("Its answer is compressed"), "its refusal");
  expect(new Set(asked)).toEqual(new Set(["identity"]));
  await printer("remove", "unpacking");
});

describe("CloudPRNT", () => {
  test("a job is stored, printed by the real printer, and told of", async () => {
    using server = new CloudPrntServer();
    const real = ScriptedPrinter.start();
    server.jobs.push({ token: "a-1", type: ESC_POS, body: "\x1b@Order 1\n" });
    server.jobs.push({ token: "a-2", type: ESC_POS, body: "\x1b@Order 2\n" });
    await printer(
      "add",
      "cloud-1",
      "--poll",
      `cloudprnt:${server.url}`,
      "--poll-seconds",
      "1",
      "--target",
      real.target,
    );
    await told(server, 2);
    expect(server.told).toEqual([
      { token: "a-1", code: "200 OK" },
      { token: "a-2", code: "200 OK" },
    ]);
    expect(real.paper).toContain("Order 1");
    expect(real.paper.match(/Order \d/g)).toEqual(["Order 1", "Order 2"]);
    const prints = await printsOf("cloud-1");
    expect(prints.map(({ tag }) => tag["job"])).toEqual(["a-1", "a-2"]);
    expect(prints[0]?.tag).toMatchObject({ protocol: "cloudprnt", client: "127.0.0.1" });
    expect(server.last).toMatchObject({ printerMAC: expect.stringMatching(/^02(:[0-9a-f]{2}){5}$/) });
    real.goAway();
    await printer("remove", "cloud-1");
  });

  test("the server is told what is the matter with the real printer, and a job is fetched once, when it can be printed", async () => {
    using server = new CloudPrntServer();
    const real = ScriptedPrinter.start({ trouble: "paper-end" });
    await printer(
      "add",
      "cloud-2",
      "--poll",
      `cloudprnt:${server.url}`,
      "--poll-seconds",
      "1",
      "--target",
      real.target,
    );
    await until(() => server.statuses.includes("410 Out of paper"), "paper end");
    server.jobs.push({ token: "b", type: ESC_POS, body: "Waits\n" });
    const polls = server.polls;
    await until(() => server.polls > polls + 1, "questions after that");
    expect(server.requests.filter((request) => request.startsWith("GET"))).toEqual([]);
    real.set({ trouble: "none", hangs: true });
    await until(() => server.last["printingInProgress"] === true && server.last["jobToken"] === "b");
    expect(server.told).toEqual([]);
    real.set({ hangs: false });
    await told(server);
    expect(server.told).toEqual([{ token: "b", code: "200 OK" }]);
    expect(server.requests.filter((request) => request.startsWith("GET"))).toHaveLength(1);
    expect(real.paper).toContain("Waits");
    real.goAway();
    await printer("remove", "cloud-2");
  });

  const DOCUMENTS = [
    ["text/plain", {}, "Grüße\n2 × Käse", "Käse"],
    ["text/plain; charset=iso-8859-1", {}, new Uint8Array(Buffer.from("Stra\xdfe", "latin1")), "Straße"],
    [
      "text/xml",
      {},
      '<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>By XML&#10;</text></epos-print>',
      "By XML",
    ],
  ] as const;

  test.each(DOCUMENTS)("a document of %s becomes a print", async (type, headers, body, text) => {
    using server = new CloudPrntServer();
    server.jobs.push({ token: "d", type, body, headers });
    await printer("add", "cloud-3", "--poll", `cloudprnt:${server.url}`);
    await told(server);
    expect(server.told).toEqual([{ token: "d", code: "200 OK" }]);
    const print = (await printsOf("cloud-3")).at(-1);
    if (print === undefined) throw new Error("nothing was stored");
    expect(await textOf(print)).toContain(text);
    await printer("remove", "cloud-3");
  });

  test.each(["star-mc-print3", "star-tsp100", "epson-tm-t88v"])(
    "a picture becomes a print of %s",
    async (model) => {
      using server = new CloudPrntServer();
      const dots = { columns: 16, rows: 2, bytes: Uint8Array.of(0xff, 0x00, 0x0f, 0xf0) };
      server.jobs.push({ token: "p", type: "image/png", body: encodePng(dots) });
      server.jobs.push({
        token: "t",
        type: "text/plain",
        body: "Drawn or not",
        headers: { "X-Star-CashDrawer": "end", "X-Star-Cut": "full" },
      });
      await printer(
        "add",
        "cloud-6",
        "--poll",
        `cloudprnt:${server.url}`,
        "--poll-seconds",
        "1",
        "--model",
        model,
      );
      await told(server, 2);
      expect(server.told.map(({ code }) => code)).toEqual(["200 OK", "200 OK"]);
      const [picture, text] = (await printsOf("cloud-6")).slice(-2);
      if (picture === undefined || text === undefined) throw new Error("nothing was stored");
      const drawn = await (await service.prints(`/${picture.id}/preview?format=json`)).text();
      expect(drawn).toContain('"raster"');
      const ran = await (await service.prints(`/${text.id}/preview?format=explain`)).text();
      expect(ran).toMatch(/drawer/i);
      expect(ran).toMatch(/cut/i);
      await printer("remove", "cloud-6");
    },
  );

  const HOPELESS = [
    ["application/vnd.star.starprnt", "x", "510"],
    ["application/pdf", "%PDF-1.4", "510"],
    ["text/xml", "<no-epos/>", "511"],
    ["image/png", "no picture", "511"],
  ] as const;

  test.each(HOPELESS)(
    "a job of %s that cannot be printed is told of, and not stored",
    async (type, body, code) => {
      using server = new CloudPrntServer();
      server.jobs.push({ token: "h", type, body });
      await printer("add", "cloud-4", "--poll", `cloudprnt:${server.url}`);
      await told(server);
      expect(server.told[0]?.code).toStartWith(code);
      expect(await printsOf("cloud-4")).toEqual([]);
      await printer("remove", "cloud-4");
    },
  );

  test("a server's questions are answered with the next request", async () => {
    using server = new CloudPrntServer();
    server.actions = [
      { request: "ClientType", options: "" },
      { request: "GetPollInterval", options: "" },
    ];
    await printer("add", "cloud-5", "--poll", `cloudprnt:${server.url}`, "--poll-seconds", "3600");
    await until(() => server.polls >= 2, "a second question");
    expect(server.last["clientAction"]).toEqual([
      { request: "ClientType", result: "Tillroll" },
      { request: "GetPollInterval", result: "3600" },
    ]);
    await printer("remove", "cloud-5");
  });
});

describe("Server Direct Print", () => {
  const document = (text: string) =>
    `<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>${text}&#10;</text><cut/></epos-print>`;

  test("jobs that come together are printed in order, and each is told of", async () => {
    using server = new DirectPrintServer();
    const real = ScriptedPrinter.start();
    for (const token of ["ONE", "TWO"])
      server.jobs.push({ token, type: "text/xml", body: document(`Job ${token}`) });
    await printer(
      "add",
      "direct-1",
      "--poll",
      `sdp:${server.url}`,
      "--poll-seconds",
      "1",
      "--target",
      real.target,
    );
    await told(server, 2);
    expect(server.told).toEqual([
      { token: "ONE", code: "" },
      { token: "TWO", code: "" },
    ]);
    expect(real.paper.match(/Job \w+/g)).toEqual(["Job ONE", "Job TWO"]);
    await until(() => server.statuses.length > 0);
    expect(server.statuses[0]).toMatch(/^0x[0-9A-F]{8}$/);
    real.goAway();
    await printer("remove", "direct-1");
  });

  test("what breaks the schema is told of as such", async () => {
    using server = new DirectPrintServer();
    server.jobs.push({ token: "BAD", type: "text/xml", body: "<epos-print><nothing-known/></epos-print>" });
    await printer("add", "direct-2", "--poll", `sdp:${server.url}`, "--poll-seconds", "1");
    await told(server);
    expect(server.told).toEqual([{ token: "BAD", code: "SchemaError" }]);
    await printer("remove", "direct-2");
  });
});

describe("a plain address", () => {
  test("gives documents and hears of them", async () => {
    using server = new PlainServer();
    server.jobs.push({ token: "p1", type: "application/octet-stream", body: "\x1b@Plain\n" });
    await printer("add", "plain-1", "--poll", server.url);
    await told(server);
    expect(server.told).toEqual([{ token: "p1", code: "" }]);
    const [print] = await printsOf("plain-1");
    expect(print && (await rawOf(print))).toBe("\x1b@Plain\n");
    await printer("remove", "plain-1");
  });

  test("that did not hear is told again, and the job is printed once", async () => {
    using server = new PlainServer();
    server.isDeaf = true;
    server.jobs.push({ token: "p2", type: "text/plain", body: "Once" });
    await printer("add", "plain-2", "--poll", server.url);
    await told(server, 2);
    server.isDeaf = false;
    await told(server, 3);
    await until(() => server.polls >= 2, "the next question");
    expect(await printsOf("plain-2")).toHaveLength(1);
    await printer("remove", "plain-2");
  });
});

describe("a service that is killed", () => {
  test("between storing a job and telling of it, tells of it then and prints it once", async () => {
    using server = new CloudPrntServer();
    // It is told, and does not say that it has heard.
    server.isDeaf = true;
    server.keepsJobs = true;
    server.jobs.push({ token: "k", type: ESC_POS, body: "Killed\n" });
    const real = ScriptedPrinter.start();
    let killed = await Service.start();
    const { folder, token } = killed;
    try {
      const words = ["printer", "add", "till", "--poll", `cloudprnt:${server.url}`, "--poll-seconds", "1"];
      await run([...words, "--target", real.target, "--data", folder]);
      await told(server);
      await killed.stop("SIGKILL");
      killed = await Service.start({ folder, token });
      const before = server.told.length;
      await told(server, before + 1);
      server.isDeaf = false;
      server.keepsJobs = false;
      await until(() => server.jobs.length === 0, "that it has heard");
      const polls = server.polls;
      await until(() => server.polls > polls + 1, "questions after that");
      expect(real.paper.match(/Killed/g)).toHaveLength(1);
      expect(server.requests.filter((request) => request.startsWith("GET"))).toHaveLength(1);
      const { items } = (await (await killed.prints("/search", { json: {} })).json()) as {
        items: StoredPrint[];
      };
      expect(items).toHaveLength(1);
    } finally {
      real.goAway();
      await killed.end();
    }
  });
});

describe("who asks", () => {
  const BASIC = `Basic ${btoa("shop:pass:word")}`;
  const CREDENTIALS = [
    ["shop:pass:word", 'Basic realm="jobs"', (header: string) => header === BASIC],
    ["Bearer 12ab", 'Bearer realm="jobs"', (header: string) => header === "Bearer 12ab"],
    [
      "shop:secret",
      'Digest realm="jobs", qop="auth", nonce="n1", opaque="o", algorithm=MD5',
      (header: string) => isDigest(header, "md5"),
    ],
    [
      "shop:secret",
      'Digest realm="jobs", nonce="n1", qop="auth,auth-int", algorithm=SHA-256, Basic realm="jobs"',
      (header: string) => isDigest(header, "sha256"),
    ],
  ] as const;

  test.each(CREDENTIALS)("%s answers %s", async (credentials, header, admits) => {
    using server = new PlainServer();
    server.challenge = { header, admits: (request) => admits(request.headers.get("authorization") ?? "") };
    server.jobs.push({ token: "c", type: "text/plain", body: "Secret" });
    await printer("add", "who", "--poll", server.url, "--poll-credentials", credentials);
    await told(server);
    expect(server.told).toEqual([{ token: "c", code: "" }]);
    await printer("remove", "who");
  });

  test("the secret is told to nobody", async () => {
    await printer("add", "hidden", "--poll", "https://127.0.0.1:1/", "--poll-credentials", "shop:hush");
    const path = "/api/workspace/default/printers/hidden";
    const text = await (await service.fetch(path)).text();
    expect(text).not.toContain("hush");
    expect(JSON.parse(text)).toMatchObject({ pollCredentials: "(set)" });
    await printer("remove", "hidden");
  });

  test("one that is refused is told of", async () => {
    using server = new PlainServer();
    server.challenge = { header: 'Basic realm="jobs"', admits: () => false };
    await printer("add", "refused", "--poll", server.url, "--poll-credentials", "a:b");
    const trouble = async () => (await printer("list")).includes("It answered 401");
    await until(trouble, "the trouble");
    await printer("remove", "refused");
  });

  test("the operator is told of an address that cannot be asked, until it can", async () => {
    using server = new PlainServer();
    server.failing = 503;
    await printer("add", "silent", "--poll", server.url, "--poll-seconds", "1");
    const { components } = await untilComponent(service, "polling", "degraded");
    expect(components["polling"]?.message).toBe(
      'The address for jobs of printer "silent" cannot be asked: It answered 503.',
    );
    server.failing = null;
    await untilComponent(service, "polling", "ok");
    await printer("remove", "silent");
  });

  test("redirects are not followed", async () => {
    using server = new PlainServer();
    server.failing = 302;
    await printer("add", "led-away", "--poll", server.url);
    await until(async () => (await printer("list")).includes("redirects are not followed"));
    expect(new Set(server.requests)).toEqual(new Set(["GET /shop"]));
    await printer("remove", "led-away");
  });
});

const digestOf = (algorithm: "md5" | "sha256", ...parts: string[]) =>
  new Bun.CryptoHasher(algorithm).update(parts.join(":")).digest("hex");

/** Whether a header answers the challenge above for shop:secret (RFC 7616, 3.4.1). */
function isDigest(header: string, algorithm: "md5" | "sha256"): boolean {
  const parameter = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(header)?.[1] ?? "";
  const method = parameter("uri") === "/shop?id=7" ? ["GET", "POST"] : [];
  return method.some((verb) => {
    const [who, what] = [
      digestOf(algorithm, "shop", "jobs", "secret"),
      digestOf(algorithm, verb, "/shop?id=7"),
    ];
    const rest = ["n1", parameter("nc"), parameter("cnonce"), "auth", what];
    return parameter("response") === digestOf(algorithm, who, ...rest);
  });
}
