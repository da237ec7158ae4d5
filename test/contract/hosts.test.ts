import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hostname } from "node:os";
import {
  binary,
  freePort,
  NO_PRINTER_PORTS,
  run,
  type ErrorAnswer,
  Service,
  temporaryFolder,
} from "../service.ts";

const EPOS = "/cgi-bin/epos/service.cgi?devid=local_printer";

let service: Service;
let eposPort = 0;
let ippPort = 0;
beforeAll(async () => {
  [eposPort, ippPort] = [freePort(), freePort()];
  service = await Service.start({
    environment: { TILLROLL_IPP_PORT: String(ippPort), TILLROLL_HOSTNAME: "tills.example,other.example" },
  });
  const added = await run([
    "printer",
    "add",
    "bar",
    "--epos-port",
    String(eposPort),
    "--data",
    service.folder,
  ]);
  expect(added.stderr).toBe("");
});
afterAll(() => service.end());

/** Every operation of the reference, and what is not in it. */
async function routes(): Promise<[string, string][]> {
  const { paths } = (await (await service.fetch("/docs/json")).json()) as { paths: Record<string, object> };
  const known = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [
      method.toUpperCase(),
      path.replaceAll(/\{.*?\}/g, "1"),
    ]),
  );
  expect(known.length).toBeGreaterThan(30);
  const hidden = [
    "/",
    "/sign-in",
    "/docs",
    "/docs/json",
    "/guide",
    "/guide/api",
    "/nothing",
    "/ipp/print",
    "/ipp/print/receipt",
    EPOS,
  ];
  const all = hidden.flatMap((path) =>
    ["GET", "POST", "OPTIONS", "PUT", "HEAD"].map((method): [string, string] => [method, path]),
  );
  return [...known, ...all, ["POST", "/sign-out"], ["POST", "/api/printers/reload"]];
}

describe("a request for another host", () => {
  test("is answered 421 on every route, whatever the token", async () => {
    for (const [method, path] of await routes()) {
      const response = await service.fetch(path, { method, headers: { Host: "evil.example" } });
      expect([method, path, response.status]).toEqual([method, path, 421]);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      if (method !== "HEAD") {
        const { code, message, data } = (await response.json()) as ErrorAnswer;
        expect([code, data["host"]]).toEqual(["MISDIRECTED_REQUEST", "evil.example"]);
        expect(message).toContain("--hostname");
      }
    }
  });

  test.each(["ePOS", "IPP"])("is answered 421 on the port for %s", async (name) => {
    const port = name === "ePOS" ? eposPort : ippPort;
    const path = name === "ePOS" ? EPOS : "/ipp/print/bar";
    for (const method of ["GET", "POST", "OPTIONS"]) {
      for (const where of [path, "/nothing"]) {
        const address = `http://127.0.0.1:${port}${where}`;
        const refused = await fetch(address, { method, headers: { Host: `evil.example:${port}` } });
        expect([method, where, refused.status]).toEqual([method, where, 421]);
        expect((await fetch(address, { method })).status).not.toBe(421);
      }
    }
  });

  test("is answered before its body has come", async () => {
    const answer = Promise.withResolvers<string>();
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: Number(new URL(service.address).port),
      socket: { data: (_socket, bytes) => answer.resolve(bytes.toString()) },
    });
    const head = [
      "POST /api/workspace/default/prints HTTP/1.1",
      "Host: evil.example",
      "Content-Length: 1000000",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    expect(await answer.promise).toStartWith("HTTP/1.1 421 ");
    socket.terminate();
  });
});

test.each([
  "localhost",
  "LOCALHOST.:1",
  "192.0.2.1",
  "[2001:db8::1]:9180",
  hostname(),
  `${hostname().split(".")[0]}.local`,
  "tills.example",
  "Other.Example:443",
])("the Host %p is this machine's", async (host) => {
  expect((await service.fetch("/api/me", { headers: { Host: host } })).status).toBe(200);
});

test("a program that sends no Host is answered", async () => {
  const answer = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(service.address).port),
    socket: { data: (_socket, bytes) => answer.resolve(bytes.toString()) },
  });
  socket.write("GET /healthz HTTP/1.0\r\n\r\n");
  expect(await answer.promise).toMatch(/^HTTP\/1\.\d 200 /);
  socket.terminate();
});

test("--hostname takes names, and says so", async () => {
  const folder = temporaryFolder();
  const { exitCode, stderr } = await run(["serve", "--hostname", "http://tills.example", "--data", folder]);
  expect([exitCode, stderr.split("\n")[0]]).toEqual([
    2,
    'tillroll: --hostname must be a name alone, such as till.example, without http:// or a port, not "http://tills.example".',
  ]);
});

describe("a port belongs to one service", () => {
  test("the second on the same port ends with 1, and says which port and what to do", async () => {
    const { port } = new URL(service.address);
    const folder = temporaryFolder();
    for (const host of ["127.0.0.1", "0.0.0.0"]) {
      const second = await run(["serve", "--data", folder, "--host", host, "--port", port], {
        environment: NO_PRINTER_PORTS,
      });
      expect([second.exitCode, second.stdout]).toEqual([1, ""]);
      expect(second.stderr).toContain(`Port ${port} is in use by another program`);
      expect(second.stderr).toContain("--port");
    }
    // All prints go to the first.
    for (let index = 0; index < 20; index++) expect((await service.fetch("/api/me")).status).toBe(200);
  });

  test("a printer's ePOS port and the IPP port too: the second service says so, and tries again", async () => {
    const second = await Service.start({ environment: { TILLROLL_IPP_PORT: String(ippPort) } });
    const add = ["printer", "add", "other", "--epos-port", String(eposPort), "--data", second.folder];
    const added = await run(add);
    expect(added.stdout).toContain(`port ${eposPort} is in use by another program.`);
    await second.hasLogged(`port ${ippPort} is in use by another program.`);
    const removed = await run(["printer", "remove", "bar", "--data", service.folder]);
    expect(removed.exitCode).toBe(0);
    const look = async () => (await run(["printer", "list", "--data", second.folder])).stdout;
    while (/^other .*in use/m.test(await look())) await Bun.sleep(100);
    const answer = await fetch(`http://127.0.0.1:${eposPort}${EPOS}`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("ePOS-Print")]);
    await second.end();
  });

  test("a service that was stopped can be started on its port again at once", async () => {
    const port = String(freePort());
    const environment = { ...NO_PRINTER_PORTS };
    const folder = temporaryFolder();
    for (let round = 0; round < 2; round++) {
      const child = Bun.spawn([binary(), "serve", "--data", folder, "--host", "127.0.0.1", "--port", port], {
        env: environment,
        stdout: "pipe",
        stderr: "inherit",
      });
      const reader = child.stdout.getReader();
      let said = "";
      while (!said.includes("Data  ")) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`round ${round}: it ended`);
        said += new TextDecoder().decode(value);
      }
      // A connection that the service closes first leaves the port in TIME_WAIT.
      const [answered, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const socket = await Bun.connect({
        hostname: "127.0.0.1",
        port: Number(port),
        socket: { data: () => answered.resolve(), close: () => closed.resolve() },
      });
      socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await answered.promise;
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
      await closed.promise;
    }
  });
});
