import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, freePort, type PrintAnswer, run, Service } from "../service.ts";

/** A printer, as the API answers it. */
interface PrinterAnswer {
  readonly id: number;
  readonly name: string;
  readonly tag: Record<string, string>;
  readonly rawPort: number | null;
  readonly width: number | null;
  readonly allow: string[];
  readonly simulate: string;
  readonly state: {
    readonly online: boolean;
    readonly paper: string;
    readonly ports: { readonly raw: { readonly isOpen: boolean; readonly reason: string | null } | null };
  };
}

const PRINTERS = "/api/workspace/default/printers";

let service: Service;
let admin: string;
beforeAll(async () => {
  service = await Service.start();
  admin = (await run(["token", "create", "--scopes", "admin", "--data", service.folder])).stdout.trim();
});
afterAll(() => service.end());

function ask(method: string, path: string, json?: unknown, token = admin): Promise<Response> {
  return service.fetch(PRINTERS + path, { method, token, ...(json === undefined ? {} : { json }) });
}

async function made(settings: Record<string, unknown>): Promise<PrinterAnswer> {
  const response = await ask("POST", "", settings);
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as PrinterAnswer;
}

/** Sends bytes to a port, closes the sending side and gives what came until the other side closed. */
async function exchange(port: number, bytes: string | Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const received: Buffer[] = [];
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    allowHalfOpen: true,
    socket: {
      data: (_socket, chunk) => void received.push(Buffer.from(chunk)),
      end: (own) => void own.end(),
      close: () => resolve(Buffer.concat(received)),
      error: (_socket, error) => reject(error),
    },
  });
  socket.write(bytes);
  socket.shutdown();
  return promise;
}

describe("the first start", () => {
  test("makes a printer in the workspace default, and only the first one", async () => {
    const port = freePort();
    const environment = { TILLROLL_RAW_PORT: String(port), TILLROLL_LPD_PORT: "0", TILLROLL_IPP_PORT: "0" };
    const first = await Service.start({ environment: { ...environment, TILLROLL_ANNOUNCE: "false" } });
    await exchange(port, "\x1b@First receipt\n\x1dV\0");
    const page = await (await first.prints("/search", { json: {} })).json();
    expect(page).toMatchObject({ total: 1, items: [{ deviceId: "receipt", tag: { protocol: "raw" } }] });
    await run(["printer", "remove", "receipt", "--data", first.folder]);
    await first.stop();
    const { folder, token } = first;
    const again = await Service.start({
      folder,
      token,
      environment: { ...environment, TILLROLL_ANNOUNCE: "false" },
    });
    const list = await (await again.fetch(PRINTERS)).json();
    expect(list).toMatchObject({ items: [] });
    await again.end();
  });

  test("a port in use is a warning, and the rest goes on", async () => {
    const other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const one = await Service.start({ environment: { TILLROLL_RAW_PORT: String(other.port) } });
    const list = (await (await one.fetch(PRINTERS)).json()) as { items: PrinterAnswer[] };
    expect(list.items[0]?.state.ports.raw).toMatchObject({ isOpen: false });
    expect(list.items[0]?.state.ports.raw?.reason).toContain("in use");
    await one.hasLogged("in use");
    expect((await one.store()).id).toBe(1);
    other.stop(true);
    await one.end();
  });
});

describe("printers", () => {
  test("are made, read, changed and removed, without a restart", async () => {
    const [rawPort, otherPort] = [freePort(), freePort()];
    const printer = await made({ name: "till-2", rawPort, tag: { branch: "Vienna" }, width: 32 });
    expect(printer).toMatchObject({
      name: "till-2",
      rawPort,
      width: 32,
      tag: { branch: "Vienna" },
      model: null,
      reportedModel: null,
    });
    expect(printer.state).toMatchObject({ online: true, paper: "present", ports: { raw: { isOpen: true } } });

    await exchange(rawPort, "Order 7\n\x1dV\0");
    const found = await (await service.prints("/search", { json: { deviceId: "till-2" } })).json();
    expect(found).toMatchObject({
      total: 1,
      items: [{ width: 32, label: null, tag: { branch: "Vienna", protocol: "raw", client: "127.0.0.1" } }],
    });

    const moved = await ask("PATCH", "/TILL-2", { rawPort: otherPort, deviceId: "bar", tag: {} });
    expect([moved.status, await moved.json()]).toMatchObject([
      200,
      { rawPort: otherPort, deviceId: "bar", tag: {} },
    ]);
    expect(exchange(rawPort, "lost\n")).rejects.toThrow();
    await exchange(otherPort, "Order 8\n\x1dV\0");
    const bar = await (await service.prints("/search", { json: { deviceId: "bar" } })).json();
    expect(bar).toMatchObject({ total: 1, items: [{ tag: { protocol: "raw" } }] });

    expect((await ask("DELETE", "/till-2")).status).toBe(200);
    expect((await ask("GET", "/till-2")).status).toBe(404);
    expect(exchange(otherPort, "lost\n")).rejects.toThrow();
  });

  test.each([
    ["no name", {}, "name"],
    ["a name with a space", { name: "till 2" }, "name"],
    ["an unknown field", { name: "x", colour: "red" }, "colour"],
    ["a port out of range", { name: "x", rawPort: 0 }, "rawPort"],
    ["the same port twice", { name: "x", rawPort: 9000, eposPort: 9000 }, "eposPort"],
    ["a width out of range", { name: "x", width: 10 }, "width"],
    ["no CIDR block", { name: "x", allow: ["10.0.0.0/33"] }, "allow.0"],
    ["an unknown protocol", { name: "x", protocols: ["raw", "usb"] }, "protocols.1"],
    ["an unknown state", { name: "x", simulate: "burning" }, "simulate"],
    ["a target that is none", { name: "x", target: "printer" }, "target"],
    ["a target that is itself", { name: "x", rawPort: 9000, target: "tcp://localhost:9000" }, "target"],
    ["an unknown policy", { name: "x", whenUnreachable: "refuse" }, "whenUnreachable"],
    ["a tag that is no string", { name: "x", tag: { a: 1 } }, "tag.a"],
    ["a model that is not known", { name: "x", model: "TM-T88" }, "model"],
    ["a name of a model that is not ASCII", { name: "x", reportedModel: "プリンタ" }, "reportedModel"],
  ])("%s is refused", async (_name, settings, path) => {
    const response = await ask("POST", "", settings);
    const error = (await response.json()) as ErrorAnswer;
    expect([response.status, error.data.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  });

  test("names are unique in the service, whatever their case", async () => {
    await made({ name: "Unique" });
    const response = await ask("POST", "", { name: "uNIQUE" });
    expect([response.status, ((await response.json()) as ErrorAnswer).code]).toEqual([409, "CONFLICT"]);
  });

  test("need the scope admin to be changed, read to be seen, and are not seen from another workspace", async () => {
    await made({ name: "scoped" });
    expect((await ask("PATCH", "/scoped", { width: 32 }, service.token)).status).toBe(403);
    expect((await ask("GET", "/scoped", undefined, service.token)).status).toBe(200);
    await run(["workspace", "create", "other", "--data", service.folder]);
    const other = await run([
      "token",
      "create",
      "--workspace",
      "other",
      "--scopes",
      "admin",
      "--data",
      service.folder,
    ]);
    const path = "/api/workspace/other/printers/scoped";
    expect((await service.fetch(path, { token: other.stdout.trim() })).status).toBe(404);
  });

  test.each(["/nobody", "/%25", "/%E0%A4%A", "/a%2Fb"])("%s is 404", async (path) => {
    expect((await ask("GET", path)).status).toBe(404);
  });

  test("print test receipts", async () => {
    await made({ name: "tested", deviceId: "counter" });
    const response = await ask("POST", "/tested/test", undefined, service.token);
    const print = (await response.json()) as PrintAnswer;
    expect([response.status, print.testPrint, print.deviceId]).toEqual([201, true, "counter"]);
    expect(response.headers.get("location")).toEndWith(`/prints/${print.id}`);
  });

  test("only allowed addresses print", async () => {
    const rawPort = freePort();
    await made({ name: "closed", rawPort, allow: ["10.1.2.0/24"] });
    expect((await exchange(rawPort, "\x10\x04\x01").catch(() => Buffer.alloc(0))).length).toBe(0);
    await ask("PATCH", "/closed", { allow: ["10.1.2.0/24", "127.0.0.0/8"] });
    expect((await exchange(rawPort, "\x10\x04\x01")).toString("hex")).toBe("16");
  });

  test("a preview is of the printer's characters", async () => {
    const rawPort = freePort();
    await made({ name: "tokyo", rawPort, charset: "japan" });
    await exchange(rawPort, Uint8Array.of(0x83, 0x65, 0x0a, 0x1d, 0x56, 0x00));
    const found = (await (await service.prints("/search", { json: { deviceId: "tokyo" } })).json()) as {
      items: PrintAnswer[];
    };
    const preview = await service.prints(`/${found.items[0]?.id}/preview?format=text`);
    expect(await preview.text()).toContain("テ");
  });
});

describe("files of the machine", () => {
  test.each([
    ["target", "file:/tmp", "tcp://192.0.2.1"],
    ["pollAuthority", "/etc/ssl/cert.pem", null],
  ])("a %s in them is the administrator's to choose, not a workspace's", async (setting, inFiles, other) => {
    const name = `files-${setting.toLowerCase()}`;
    const refused = { code: "API_TOKEN_SCOPE_INSUFFICIENT", data: { setting } };
    const create = await ask("POST", "", { name, held: true, [setting]: inFiles });
    expect([create.status, await create.json()]).toMatchObject([403, refused]);
    await made({ name, held: true, [setting]: other });
    const update = await ask("PATCH", `/${name}`, { [setting]: inFiles });
    expect([update.status, await update.json()]).toMatchObject([403, refused]);
    const option = setting === "target" ? "--target" : "--poll-authority";
    const words = ["printer", "update", name, option, inFiles, "--data", service.folder];
    expect((await run(words)).exitCode).toBe(0);
    // What was chosen may stay, and go.
    expect((await ask("PATCH", `/${name}`, { width: 32, [setting]: inFiles })).status).toBe(200);
    expect((await ask("PATCH", `/${name}`, { [setting]: other })).status).toBe(200);
    expect((await ask("DELETE", `/${name}`)).status).toBe(200);
  });
});

describe("a printer's model", () => {
  /** The paper that a print is shown on: columns and dots. */
  async function paperOf(print: PrintAnswer, query = ""): Promise<readonly number[]> {
    const preview = await service.prints(`/${print.id}/preview?format=json${query}`);
    const { columns, widthDots } = (await preview.json()) as { columns: number; widthDots: number };
    return [columns, widthDots];
  }

  async function printOn(rawPort: number, deviceId: string): Promise<PrintAnswer> {
    await exchange(rawPort, "Order 1\n\x1dV\0");
    const found = await service.prints("/search", { json: { deviceId } });
    return ((await found.json()) as { items: [PrintAnswer] }).items[0];
  }

  test("is what its prints are shown on, those from before too, where nothing nearer says otherwise", async () => {
    const rawPort = freePort();
    await made({ name: "plain", rawPort });
    const before = await printOn(rawPort, "plain");
    expect([before.width, await paperOf(before)]).toEqual([48, [48, 576]]);
    await ask("PATCH", "/plain", { model: "epson-tm-t88v", deviceId: "t88" });
    expect(await paperOf(before)).toEqual([42, 512]);
    const after = await printOn(rawPort, "t88");
    expect([after.width, await paperOf(after)]).toEqual([42, [42, 512]]);
    expect(await paperOf(after, "&model=epson-58mm")).toEqual([32, 384]);
    expect(await paperOf(after, "&width=40")).toEqual([40, 480]);
    // The print's own width comes before the printer's model, and the model's comes back with its own.
    await service.prints(`/${after.id}`, { method: "PATCH", json: { width: 32 } });
    expect(await paperOf(after)).toEqual([32, 384]);
    expect(await paperOf(after, "&model=generic-80mm")).toEqual([48, 576]);
    await ask("PATCH", "/plain", { width: 36 });
    expect(await paperOf(before)).toEqual([36, 432]);
  });

  test("is the workspace's where it has none", async () => {
    const rawPort = freePort();
    await made({ name: "of-workspace", rawPort });
    const print = await printOn(rawPort, "of-workspace");
    const update = (model: string) =>
      run(["workspace", "update", "default", "--model", model, "--data", service.folder]);
    expect((await update("epson-58mm")).stdout).toMatch(/^default +32 .* epson-58mm /m);
    expect(await paperOf(print)).toEqual([32, 384]);
    expect((await update("none")).stdout).toMatch(/^default +48 .* epson +- /m);
    expect(await paperOf(print)).toEqual([48, 576]);
  });

  test("is what it answers as", async () => {
    const rawPort = freePort();
    await made({ name: "answering", rawPort, model: "bixolon-srp-350iii" });
    const identity = async () => (await exchange(rawPort, "\x1dIB\x1dIC")).toString("latin1");
    expect(await identity()).toBe("_BIXOLON\0_SRP-350III\0");
    await ask("PATCH", "/answering", { reportedModel: "Till 3" });
    expect(await identity()).toBe("_BIXOLON\0_Till 3\0");
    await ask("PATCH", "/answering", { model: "star-tsp650ii" });
    // ESC ACK SOH: the status of Star's printers (ASB).
    expect((await exchange(rawPort, "\x1b\x06\x01")).toString("hex")).toStartWith("23");
  });

  test("warns of what it does not print as it was meant", async () => {
    const rawPort = freePort();
    await made({ name: "uncut", rawPort, model: "zjiang-zj-58" });
    const print = await printOn(rawPort, "uncut");
    const explained = await service.prints(`/${print.id}/preview?format=explain`);
    expect(await explained.json()).toMatchObject({
      printer: { id: "zjiang-zj-58" },
      warnings: [{ code: "missing-feature", name: "GS V", offset: 8 }],
    });
  });
});

describe("the text of a printer's prints is found as it is shown", () => {
  /** The bytes B1 B2, as charsets have them. */
  const [JAPAN, THAI, AUTO] = ["ｱｲ", "ฑฒ", "▒▓"];

  /** Until all text is searchable; nobody searches meanwhile, which alone would have it decoded. */
  async function untilDecoded(): Promise<void> {
    for (;;) {
      const status = await service.fetch("/api/workspace/default/index", { token: admin });
      if (((await status.json()) as { textPending: number }).textPending === 0) return;
      await Bun.sleep(20);
    }
  }

  async function expectText(text: string | undefined, deviceId: string): Promise<void> {
    await untilDecoded();
    const response = await service.prints("/search", { json: { deviceId, text } });
    const page = (await response.json()) as { items: PrintAnswer[] };
    expect(page).toMatchObject({ total: 1, textPending: 0 });
    const preview = await service.prints(`/${page.items[0]?.id}/preview?format=text`);
    expect(await preview.text()).toContain(text as string);
  }

  const cli = async (...words: string[]) =>
    expect(await run(["printer", ...words, "--data", service.folder])).toMatchObject({ exitCode: 0 });

  test.each([
    [
      "the API",
      async (name: string, charset: string) => void (await ask("PATCH", `/${name}`, { charset })),
      async (name: string) => void (await ask("DELETE", `/${name}`)),
    ],
    [
      "the command line",
      (name: string, charset: string) => cli("update", name, "--charset", charset),
      (name: string) => cli("remove", name),
    ],
  ])("also after changes and removal by %s, without a search", async (way, change, remove) => {
    const name = way.replaceAll(" ", "-");
    const rawPort = freePort();
    await made({ name, rawPort, charset: "japan" });
    await exchange(rawPort, Uint8Array.of(0xb1, 0xb2, 0x0a, 0x1d, 0x56, 0x00));
    await expectText(JAPAN, name);
    await change(name, "thai");
    await expectText(THAI, name);
    await remove(name);
    await expectText(AUTO, name);
  });
});

describe("simulated faults", () => {
  test.each([
    ["online", "16121212"],
    ["offline", "1e121212"],
    ["paper-end", "1e32127e"],
    ["near-end", "1612121e"],
    ["cover-open", "1e161212"],
    ["cutter-error", "1e521a12"],
  ])("%s is told at once: %s", async (state, answers) => {
    const name = `fault-${state}`;
    const rawPort = freePort();
    await made({ name, rawPort });
    const response = await ask("POST", `/${name}/simulate`, { state });
    expect([response.status, ((await response.json()) as PrinterAnswer).simulate]).toEqual([200, state]);
    const replies = await exchange(rawPort, "\x10\x04\x01\x10\x04\x02\x10\x04\x03\x10\x04\x04");
    expect(replies.toString("hex")).toBe(answers);
  });

  test("by the command line, while the service runs", async () => {
    const rawPort = freePort();
    const added = await run([
      "printer",
      "add",
      "cli",
      "--raw-port",
      String(rawPort),
      "--tag",
      "till=2",
      "--width",
      "42",
      "--data",
      service.folder,
    ]);
    expect([added.exitCode, added.stderr]).toEqual([0, ""]);
    expect(added.stdout).toMatch(
      /cli\s+default\s+-\s+\d+\s+-\s+raw,epos,webprnt,lpd,ipp\s+-\s+-\s+online\s+online/,
    );
    const simulated = await run([
      "printer",
      "simulate",
      "cli",
      "--state",
      "cover-open",
      "--data",
      service.folder,
    ]);
    expect(simulated.stdout).toContain(`offline: It is set to "cover-open" for a test.`);
    expect((await exchange(rawPort, "\x10\x04\x02")).toString("hex")).toBe("16");
    await run(["printer", "simulate", "cli", "--state", "online", "--data", service.folder]);
    const tested = await run(["printer", "test", "cli", "--data", service.folder]);
    expect(tested.stdout).toMatch(/^\d+\ttest print\n$/);
    const removed = await run(["printer", "remove", "cli", "--data", service.folder]);
    expect(removed.stdout).toContain("removed");
    expect(exchange(rawPort, "x\n")).rejects.toThrow();
  });
});

test("a printer that is its own target by ePOS-Print prints once", async () => {
  await made({ name: "mirror", target: `${service.address}/cgi-bin/epos/service.cgi?devid=mirror` });
  await ask("POST", "/mirror/test", undefined, service.token);
  const tried = async () => {
    const deliveries = await service.fetch("/api/workspace/default/deliveries?printer=mirror");
    return ((await deliveries.json()) as { items: { state: string; reason: string | null }[] }).items[0];
  };
  let delivery = await tried();
  for (; delivery?.reason === null; delivery = await tried()) await Bun.sleep(50);
  expect(delivery?.state).toBe("queued");
  const found = await service.prints("/search", { json: { deviceId: "mirror" } });
  expect(await found.json()).toMatchObject({ total: 1 });
});
