import { afterAll, beforeAll, expect, test } from "bun:test";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { freePort, run, Service } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

const printer = (...words: readonly string[]) => run(["printer", ...words, "--data", service.folder]);

async function add(name: string, ...words: readonly string[]): Promise<void> {
  expect(await printer("add", name, ...words)).toMatchObject({ exitCode: 0, stderr: "" });
}

/** A printer's line of the list. */
async function lineOf(name: string): Promise<string> {
  const { exitCode, stdout } = await printer("list");
  expect(exitCode).toBe(0);
  return stdout.split("\n").find((line) => line.startsWith(`${name} `)) ?? "";
}

/** A printer's line, once it fits. */
async function untilLine(name: string, pattern: RegExp): Promise<string> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const line = await lineOf(name);
    if (pattern.test(line)) return line;
    if (performance.now() > deadline) throw new Error(`never ${pattern}: ${line}`);
    await Bun.sleep(50);
  }
}

async function print(name: string): Promise<void> {
  expect(await printer("test", name)).toMatchObject({ exitCode: 0 });
}

test("a printer that is well is online, and nothing waits", async () => {
  await add("well", "--raw-port", String(freePort()));
  expect(await lineOf("well")).toMatch(/ -  +-  +online +online$/);
});

test("a port that another program has", async () => {
  using other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  await add("taken", "--raw-port", String(other.port));
  const reason = `offline: It cannot be reached: port ${other.port} is in use by another program.`;
  expect(await lineOf("taken")).toEndWith(reason);
});

test("a simulated state", async () => {
  await add("played");
  await printer("simulate", "played", "--state", "paper-end");
  expect(await lineOf("played")).toEndWith(`offline: It is set to "paper-end" for a test.`);
});

test("a real printer that is out of reach, and how many prints wait for it, since when", async () => {
  await add("away", "--target", `tcp://127.0.0.1:${freePort()}`);
  for (let count = 0; count < 3; count++) await print("away");
  const line = await untilLine("away", /offline: The real printer/);
  expect(line).toMatch(
    / 3 for \d+ s  online  +offline: The real printer cannot be reached: it refused the connection\.$/,
  );
});

test("a real printer that is out of paper", async () => {
  const real = ScriptedPrinter.start({ trouble: "paper-end" });
  await add("paper", "--target", real.target);
  await print("paper");
  const line = await untilLine("paper", /offline:/);
  expect(line).toMatch(/ 1 for \d+ s .*offline: The real printer is out of paper\.$/);
  real.goAway();
});

test("a printer that a person holds", async () => {
  await add("kept", "--target", `tcp://127.0.0.1:${freePort()}`, "--hold", "true");
  expect(await untilLine("kept", /held/)).toMatch(/held$/);
  await print("kept");
  await untilLine("kept", / 1 for \d+ s .*prints wait: The printer is held; release it to go on\./);
});

test("a delivery that broke off waits for a person", async () => {
  const real = ScriptedPrinter.start({ diesAfter: 10 });
  await add("broken", "--target", real.target);
  await print("broken");
  await untilLine("broken", / 1 held /);
  real.goAway();
});

test("a setting that older versions had is taken, and changes nothing", async () => {
  await add("older");
  expect(await printer("update", "older", "--pass-through", "true")).toMatchObject({ exitCode: 0 });
  expect(await lineOf("older")).toMatch(/ online$/);
});

test("what a printer holds is released or cancelled by one command", async () => {
  const real = ScriptedPrinter.start({ trouble: "paper-end" });
  await add("late", "--target", real.target, "--hold-after", "1s");
  for (let count = 0; count < 2; count++) await print("late");
  await untilLine("late", / 2 held /);
  const { stdout } = await printer("release", "late", "--cause", "repeated");
  expect(stdout).toBe("late\t0 released\n");
  expect(await printer("cancel", "late", "--cause", "late")).toMatchObject({ stdout: "late\t2 cancelled\n" });
  expect(await untilLine("late", / - /)).not.toContain("held");
  expect(await printer("release", "late", "--cause", "soon")).toMatchObject({ exitCode: 2 });
  real.goAway();
});

test("a backup that prints in a printer's place", async () => {
  const real = ScriptedPrinter.start();
  await add("spare", "--target", real.target);
  const away = ["--target", `tcp://127.0.0.1:${freePort()}`];
  await add("backed", ...away, "--backup", "spare", "--backup-after", "1s");
  await print("backed");
  expect(await untilLine("backed", /in its place/)).toMatch(/offline: .*; spare prints in its place$/);
  expect(await printer("update", "spare", "--backup", "backed")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('cannot be "backed", which has a backup itself'),
  });
  real.goAway();
});

test("the API tells the same", async () => {
  const response = await service.fetch("/api/workspace/default/printers/away");
  expect(await response.json()).toMatchObject({
    state: { online: false, troubles: ["The real printer cannot be reached: it refused the connection."] },
    queue: {
      waiting: 3,
      held: 0,
      divertedTo: null,
      since: expect.stringMatching(/Z$/),
      reason: expect.stringMatching(/\.$/),
    },
  });
});

test("when no service runs it says so, and what waits all the same", async () => {
  await service.stop();
  expect(await lineOf("well")).toMatch(/ - .*offline: The service is not running\.$/);
  expect(await lineOf("away")).toMatch(/ 3 for \d+ (s|min) .*offline: The service is not running\.$/);
});
