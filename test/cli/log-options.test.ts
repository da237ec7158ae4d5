import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort, NO_PRINTER_PORTS, run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

let folder: string;
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const logged = (name = "logs/tillroll.log") => {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

test("a log file of another name is in the data folder's logs, and gets only what is urgent enough", async () => {
  const flags = [
    "--log-to",
    "file:till.log",
    "--log-to",
    "stderr",
    "--log-level",
    "warning",
    "--log-requests",
    "true",
  ];
  const service = await Service.start({ folder, flags });
  await service.fetch("/api/me");
  await service.stop();
  // Both would be written by now: what was asked, and that it stops.
  expect([logged("logs/till.log"), service.logged]).toEqual(["", ""]);
  const all = await Service.start({ folder, token: service.token, flags: ["--log-to", "file:till.log"] });
  await all.stop();
  expect(logged("logs/till.log")).toMatch(/^\S+Z info stopping\n$/);
});

test("why a service does not start is in its log file, too", async () => {
  const port = freePort();
  const taken = Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } });
  const words = [
    "serve",
    "--data",
    folder,
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--log-to",
    "file",
  ];
  const { exitCode, stderr } = await run(words);
  taken.stop(true);
  expect(exitCode).toBe(1);
  expect(logged()).toContain("error the service does not run: ");
  expect(logged()).toContain(stderr.replace("tillroll: ", "").trim().split("\n")[0] ?? "?");
});

test("that a service stops is the last line", async () => {
  const service = await Service.start({ folder, flags: ["--log-to", "file"] });
  await service.stop();
  expect(logged().trim().split("\n").at(-1)).toMatch(/^\S+Z info stopping$/);
});

test.skipIf(process.platform === "win32")(
  "a log that cannot be written is told by health, and nothing else",
  async () => {
    await Bun.write(join(folder, "logs"), "no folder");
    const service = await Service.start({ folder, flags: ["--log-to", "file", "--log-requests", "true"] });
    await until(async () => {
      const { components } = (await (await service.fetch("/healthz")).json()) as {
        components: Record<string, { state: string; message: string }>;
      };
      return (
        components["log"]?.state === "degraded" && components["log"].message.includes("cannot be written")
      );
    });
    expect((await service.store()).id).toBe(1);
    await service.end();
  },
);

describe("what this system has not, is refused", () => {
  const refused = process.platform === "win32" ? ["journald"] : ["eventlog"];
  test.each([...refused, "syslog", "file:"])("--log-to %s", async (place) => {
    const { exitCode, stderr } = await run(["serve", "--data", folder, "--log-to", place]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--log-to")]);
  });
});

test.skipIf(process.platform !== "linux")(
  "lines for systemd's journal have priorities instead of times",
  async () => {
    const script = 'exec 2>"$OUT"; export JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2); exec "$0" "$@"';
    const { binary } = await import("../binary.ts");
    const out = join(folder, "stderr");
    const words = ["serve", "--data", folder, "--host", "127.0.0.1", "--port", "0", "--log-requests", "true"];
    const child = Bun.spawn(["sh", "-c", script, binary(), ...words], {
      env: { ...NO_PRINTER_PORTS, OUT: out, PATH: process.env["PATH"] ?? "" },
      stdout: "ignore",
      stderr: "inherit",
    });
    const noted = () =>
      existsSync(join(folder, "service.json")) ? readFileSync(join(folder, "service.json"), "utf8") : "";
    await until(() => noted().endsWith("}\n"));
    const { address } = JSON.parse(noted()) as { address: string };
    await fetch(`${address}/api/me`);
    await until(() => readFileSync(out, "utf8").includes("/api/me"));
    child.kill();
    await child.exited;
    expect(readFileSync(out, "utf8")).toMatch(/^<6>GET \/api\/me 401 \{"client":"127\.0\.0\.1"/m);
  },
);
