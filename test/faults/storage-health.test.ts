import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { copyFileSync, openSync, closeSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { MEBIBYTE } from "../../src/domain/limits.ts";
import { decodeMessage } from "../../src/ipp/decode.ts";
import { attribute, uri } from "../../src/ipp/values.ts";
import { OPERATION } from "../../src/ipp/codes.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { FailingDisk } from "../failing-disk.ts";
import { type HealthAnswer, healthOf, untilComponent } from "../health.ts";
import { requestBytes, valuesOf } from "../printers/ipp/ipp-server.ts";
import { freePort, NO_PRINTER_PORTS, run, Service, temporaryFolder } from "../service.ts";

/*
 * The place where prints are stored fails in every way that is known, under the compiled binary: monitoring, metrics and
 * every printer say so within seconds, and that it is over when it is.
 */

/** What a till sees of a printer that is online and offline: DLE EOT 1. */
const ONLINE = "16";
const OFFLINE = "1e";

/** How long filling the log may take: 200 MB go to the disk twice. */
const LOG_FULL_MILLISECONDS = 120_000;

const tools = temporaryFolder();
const disk = FailingDisk.make();
afterAll(() => {
  rmSync(tools, { recursive: true, force: true });
  disk?.remove();
});

let service: Service;
let rawPort: number;

async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  rawPort = freePort();
  service = await Service.start({
    environment: { ...NO_PRINTER_PORTS, TILLROLL_RAW_PORT: String(rawPort), ...environment },
  });
}

/** Sends bytes to a port, and gives the first that come back. */
async function exchange(port: number, bytes: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (own) => void own.write(bytes),
      data: (_own, answer) => resolve(Buffer.from(answer)),
      close: () => reject(new Error("the connection was closed without an answer")),
      error: (_own, error) => reject(error),
    },
  });
  const answer = await promise;
  socket.terminate();
  return answer;
}

/** The printer's answer to DLE EOT 1, in hex. */
async function askPrinter(): Promise<string> {
  return (await exchange(rawPort, "\x10\x04\x01")).toString("hex");
}

/** Waits until the printer answers so: its status is looked at twice a second. */
async function untilPrinterSays(answer: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while ((await askPrinter()) !== answer) {
    if (performance.now() > deadline) throw new Error(`the printer never says ${answer}`);
    await Bun.sleep(50);
  }
}

async function metrics(): Promise<string> {
  return (await service.fetch("/metrics", { token: null })).text();
}

async function expectWell(): Promise<void> {
  const { httpStatus, canPrint } = await untilComponent(service, "storage", "ok");
  expect([httpStatus, canPrint]).toEqual([200, true]);
  await untilPrinterSays(ONLINE);
}

/** Whatever asks is told that no till can print, and why. */
async function expectFailed(reason: RegExp): Promise<HealthAnswer> {
  const health = await untilComponent(service, "storage", "failed");
  expect([health.httpStatus, health.status, health.canPrint]).toEqual([503, "failed", false]);
  expect(health.components["storage"]?.message).toMatch(reason);
  expect(health.components["ports"]?.state).toBe("ok");
  expect(JSON.stringify(health)).not.toContain(service.folder);
  await untilPrinterSays(OFFLINE);
  const told = await metrics();
  expect(told).toContain("tillroll_can_print 0");
  expect(told).toContain('tillroll_component_state{component="storage"} 2');
  return health;
}

describe.skipIf(disk === null)("every fsync fails", () => {
  const lpdPort = freePort();
  beforeAll(() => start({ ...disk?.environment, TILLROLL_LPD_PORT: String(lpdPort) }));
  afterAll(() => service.end());

  /** The printer's state and its reasons, as IPP tells them. */
  async function askIpp(): Promise<string[]> {
    const target = [
      attribute("printer-uri", uri(`ipp://${new URL(service.address).host}/ipp/print/receipt`)),
    ];
    const response = await service.fetch("/ipp/print/receipt", {
      body: Buffer.from(requestBytes(OPERATION.getPrinterAttributes, [], { target })),
      headers: { "Content-Type": "application/ipp" },
      token: null,
    });
    const answer = decodeMessage(await response.bytes());
    return [...valuesOf(answer, "printer-state"), ...valuesOf(answer, "printer-state-reasons")];
  }

  /** The state of the printer's queue, as LPD tells it. */
  async function askLpd(): Promise<string> {
    return (await exchange(lpdPort, "\x03receipt\n")).toString();
  }

  test("also when nobody prints, and prints are stored again when it is over", async () => {
    await expectWell();
    disk?.become("eio");
    await expectFailed(/disk fails/);
    const refused = await service.prints("/json", { json: { raw: btoa("lost?\n") } });
    expect([503, 507]).toContain(refused.status);
    const list = await (await service.fetch("/api/workspace/default/printers")).json();
    expect(list).toMatchObject({
      items: [{ state: { online: false, troubles: [expect.stringMatching(/disk fails/)] } }],
    });
    const asked = await service.fetch("/cgi-bin/epos/service.cgi?devid=receipt", { body: EPOS_ASK });
    expect(await asked.text()).toContain('success="false"');
    expect(await askIpp()).toEqual(["5", "shutdown"]);
    expect(await askLpd()).toStartWith("receipt is not ready: offline");
    disk?.become("well");
    await expectWell();
    expect(await askIpp()).toEqual(["3", "none"]);
    expect(await askLpd()).toStartWith("receipt is ready");
    expect((await service.store()).id).toBeGreaterThan(0);
  });
});

/** A question for the status: a document that prints nothing. */
const EPOS_ASK =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  '<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"></epos-print></s:Body></s:Envelope>';

describe("the database file", () => {
  // More than an address may send.
  beforeAll(() => start({ TILLROLL_CLIENT_RATE: "0" }));
  afterAll(() => service.end());

  test("is moved away, and back", async () => {
    await expectWell();
    const path = databasePath(service.folder);
    renameSync(path, `${path}.away`);
    await expectFailed(/replaced, changed or deleted/);
    expect((await service.prints("/json", { json: { raw: btoa("lost?\n") } })).status).toBe(503);
    // The command is not in need of what has failed.
    const list = await run(["printer", "list", "--data", service.folder]);
    expect([list.exitCode, list.stderr]).toEqual([0, ""]);
    expect(list.stdout).toMatch(/receipt .*offline: The database file was replaced/);
    renameSync(`${path}.away`, path);
    await expectWell();
  });

  test("is deleted", async () => {
    rmSync(databasePath(service.folder));
    const { components } = await expectFailed(/replaced, changed or deleted/);
    expect(components["storage"]?.details).toMatchObject({ isSameFile: false });
    await service.stop("SIGKILL");
  });
});

describe("a program that reads the database without an end", () => {
  // More than an address may send.
  beforeAll(() => start({ TILLROLL_CLIENT_RATE: "0" }));
  afterAll(() => service.end());

  test(
    "fills the log: told before, and when it is full",
    async () => {
      await expectWell();
      const reader = new Database(databasePath(service.folder), { readonly: true });
      reader.run("BEGIN");
      reader.query("SELECT count(*) FROM print").get();
      const limit = Number((await healthOf(service)).components["storage"]?.details?.["logLimitBytes"]);
      expect(limit).toBeGreaterThan(0);
      // Nothing that could be made smaller.
      const large = randomBytes(8 * MEBIBYTE);
      const store = async () => {
        large.writeUInt32LE(large.readUInt32LE() + 1);
        const headers = { "Content-Type": "application/octet-stream" };
        return (await service.prints("", { body: large, headers })).status;
      };
      const log = `${databasePath(service.folder)}-wal`;
      while (statSync(log).size < limit * 0.6) expect(await store()).toBe(201);
      // The service looks at its log now and then, and a fast disk would be full between two looks.
      await untilComponent(service, "storage", "degraded");
      while ((await store()) === 201) continue;
      const { components } = await expectFailed(/reading the database for so long/);
      const { logBytes, logLimitBytes } = components["storage"]?.details ?? {};
      expect(Number(logBytes)).toBeGreaterThanOrEqual(Number(logLimitBytes));
      reader.close();
      await expectWell();
    },
    LOG_FULL_MILLISECONDS,
  );
});

describe("a damaged database", () => {
  test("is found out by itself, and a backup in its place is well", async () => {
    await start();
    for (let count = 0; count < 200; count++)
      await service.store({ label: `Order ${count}` }, "x".repeat(2000));
    const { folder, token } = service;
    const path = databasePath(folder);
    const backup = join(tools, "backup.sqlite");
    {
      using database = new Database(path, { readwrite: true });
      // Not a copy of the file, to which the service goes on writing.
      database.run("VACUUM INTO ?", [backup]);
      // Everything into the file, where it will be damaged.
      database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    await service.store();
    await expectWell();
    // All but the header and the schema.
    const { size } = statSync(path);
    const file = openSync(path, "r+");
    writeSync(file, new Uint8Array(size - 64 * 1024).fill(0xaa), 0, size - 64 * 1024, 64 * 1024);
    closeSync(file);
    // As on any day: the writer has what it needs in memory, and would go on for long.
    const printing = (async () => {
      while ((await healthOf(service)).canPrint) await service.store();
    })().catch(() => {});
    await untilComponent(service, "storage", "failed", 10_000);
    await expectFailed(/damaged/);
    await printing;
    await service.stop("SIGKILL");
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
    copyFileSync(backup, path);
    const environment = { ...NO_PRINTER_PORTS, TILLROLL_RAW_PORT: String(rawPort) };
    service = await Service.start({ folder, token, environment });
    await expectWell();
    await service.end();
  });
});
