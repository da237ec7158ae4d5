import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { type CommandResult, type ErrorAnswer, freePort, run, Service, temporaryFolder } from "../service.ts";

const PRINTERS = "/api/workspace/default/printers";

let service: Service;
let admin: string;
let lpdPort: number;
let barPort: number;
beforeAll(async () => {
  [lpdPort, barPort] = [freePort(), freePort()];
  service = await Service.start({ environment: { TILLROLL_LPD_PORT: String(lpdPort) } });
  admin = (await run(["token", "create", "--scopes", "admin", "--data", service.folder])).stdout.trim();
  expect((await ask("POST", "", { name: "bar", rawPort: barPort })).status).toBe(201);
  expect((await ask("POST", "", { name: "till", rawPort: freePort() })).status).toBe(201);
});
afterAll(() => service.end());

const httpPort = () => Number(new URL(service.address).port);

function ask(method: string, path: string, json: unknown): Promise<Response> {
  return service.fetch(PRINTERS + path, { method, token: admin, json });
}

function printer(...words: readonly string[]): Promise<CommandResult> {
  return run(["printer", ...words, "--data", service.folder]);
}

const TAKEN = [
  ["the service's own", () => httpPort(), /for its dashboard and API/],
  ["the service's LPD", () => lpdPort, /for LPD/],
  ["another printer's", () => barPort, /printer "bar"/],
] as const;

test.each(TAKEN)("%s port cannot be a new printer's, nor an old one's", async (_name, port, holder) => {
  for (const path of ["rawPort", "eposPort"]) {
    for (const response of [
      await ask("POST", "", { name: "new", [path]: port() }),
      await ask("PATCH", "/till", { [path]: port() }),
    ]) {
      const { code, message, data } = (await response.json()) as ErrorAnswer;
      expect([response.status, code, data.issues?.map((issue) => issue.path)]).toEqual([
        400,
        "BAD_REQUEST",
        [path],
      ]);
      expect(message).toMatch(holder);
      expect(message).toContain(String(port()));
    }
  }
});

test.each(TAKEN)("%s port cannot be given by the command line", async (_name, port, holder) => {
  for (const words of [
    ["add", "new", "--raw-port", String(port())],
    ["update", "till", "--epos-port", String(port())],
  ]) {
    const { exitCode, stdout, stderr } = await printer(...words);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(holder);
  }
});

test("the same port on another address of this machine can be", async () => {
  const response = await ask("POST", "", { name: "beside", address: "127.0.0.2", rawPort: barPort });
  expect([response.status, await response.json()]).toMatchObject([
    201,
    { state: { ports: { raw: { isOpen: true } } } },
  ]);
  const everywhere = await ask("PATCH", "/beside", { address: "0.0.0.0" });
  expect([everywhere.status, ((await everywhere.json()) as ErrorAnswer).message]).toEqual([
    400,
    expect.stringContaining(`printer "bar"`),
  ]);
});

test("of two that ask for one port at once, one gets it", async () => {
  const rawPort = freePort();
  const answers = await Promise.all(["left", "right"].map((name) => ask("POST", "", { name, rawPort })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
});

test("without a service, another printer's port is refused all the same", async () => {
  const folder = temporaryFolder();
  const here = (...words: readonly string[]) => run(["printer", ...words, "--data", folder]);
  expect(await here("add", "bar", "--raw-port", "9101")).toMatchObject({ exitCode: 0, stderr: "" });
  const { exitCode, stderr } = await here("add", "till", "--epos-port", "9101");
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`9101 belongs to printer "bar"`);
  expect(await here("add", "till", "--epos-port", "9102")).toMatchObject({ exitCode: 0, stderr: "" });
  expect((await here("update", "till", "--raw-port", "9101")).stderr).toContain(`printer "bar"`);
  rmSync(folder, { recursive: true });
});

test("a printer that had the port before says who has it now", async () => {
  const folder = temporaryFolder();
  const port = freePort();
  const words = ["printer", "add", "early", "--raw-port", String(port), "--data", folder];
  expect(await run(words)).toMatchObject({ exitCode: 0 });
  // A later --port counts.
  const child = await Service.start({ folder, flags: ["--port", String(port)] });
  const list = await run(["printer", "list", "--data", folder]);
  expect(list.stdout).toContain(`port ${port} is in use by this service, for its dashboard and API.`);
  // Everything else of it can be changed.
  expect((await run(["printer", "update", "early", "--width", "42", "--data", folder])).exitCode).toBe(0);
  await child.end();
});
