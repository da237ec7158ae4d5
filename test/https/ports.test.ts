import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { freePort, NO_PRINTER_PORTS, run, Service, temporaryFolder } from "../service.ts";
import { HttpsService } from "./https-service.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A port that another program has; `shares` for one that would share it, as servers made with Elysia do. */
function taken(shares: boolean) {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    reusePort: shares,
    fetch: () => new Response("another"),
  });
}

describe.each([false, true])("a port that another program has, and would share: %p", (shares) => {
  const serve = (option: string, port: number | undefined) =>
    run(["serve", "--data", folder, "--host", "127.0.0.1", "--port", "0", `--${option}`, String(port)], {
      environment: { ...NO_PRINTER_PORTS, TILLROLL_RAW_PORT: String(freePort()) },
    });

  test.each(["https-port", "epos-https-port", "epos-http-port"])(
    "ends a start that asks for it: --%s",
    async (option) => {
      using server = taken(shares);
      const { exitCode, stdout, stderr } = await serve(option, server.port);
      expect([exitCode, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`ort ${server.port}`);
      expect(stderr).toContain("in use by another program");
      expect(stderr).toContain(`--${option}`);
    },
  );

  test("is done without where nobody asked for it", async () => {
    using server = taken(shares);
    const port = server.port ?? 0;
    const service = await HttpsService.start({
      https: { port, isAsked: false },
      printing: {
        rawPort: freePort(),
        ports: {},
        webPorts: [{ port, isSecure: true, isAsked: false }],
        announce: false,
        epsonDiscovery: false,
      },
    });
    try {
      expect(service.app.secureAddress).toBeNull();
      const health = (await (await fetch(`${service.http}/healthz`)).json()) as { status: string };
      expect(health.status).toBe("ok");
      expect(service.logged.filter((line) => !line.startsWith("info"))).toEqual([]);
      expect(service.logged.filter((line) => line.includes("another program"))).toHaveLength(2);
    } finally {
      await service.end();
    }
  });
});

test("two services never share a port", async () => {
  const first = await HttpsService.start();
  const port = Number(new URL(first.https).port);
  try {
    const second = HttpsService.start({ https: { port, isAsked: true } });
    await expect(second).rejects.toMatchObject({ code: "EADDRINUSE", port, option: "https-port" });
  } finally {
    await first.end();
  }
});

test("a port for web pages gives way to a printer that takes it for itself", async () => {
  const port = freePort();
  const flags = ["--epos-http-port", String(port)];
  const service = await Service.start({ environment: { TILLROLL_RAW_PORT: String(freePort()) }, flags });
  try {
    const add = (...words: string[]) => run(["printer", "add", "own", ...words, "--data", service.folder]);
    // One that was asked for stays.
    const refused = await add("--epos-port", String(port));
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("web pages that print")]);
  } finally {
    await service.end();
  }
  const app = await HttpsService.start({
    printing: {
      rawPort: port,
      ports: {},
      webPorts: [{ port, isSecure: true, isAsked: false }],
      announce: false,
      epsonDiscovery: false,
    },
  });
  try {
    expect(app.app.rawPorts).toEqual(new Map([["receipt", port]]));
    expect(app.logged.filter((line) => !line.startsWith("info"))).toEqual([]);
  } finally {
    await app.end();
  }
});

test("without any, nothing of HTTPS is made", async () => {
  const service = await Service.start();
  try {
    expect(await Bun.file(`${service.folder}/tillroll.certificates.json`).exists()).toBe(false);
    expect(service.greeting).not.toContain("HTTPS");
    expect((await service.fetch("/trust")).status).toBe(404);
  } finally {
    await service.end();
  }
});
