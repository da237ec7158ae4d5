import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeUnless } from "../describe-unless.ts";
import { binary, type CommandResult, NO_PRINTER_PORTS } from "../service.ts";

/*
 * What can be wrong with a machine rather than with a command line: the compiled binary ends by itself, with 1, and says
 * in sentences what was wrong and what to do, with no stack and no error of the system as it is.
 */

/** How long a command may take that is to fail: one that goes on instead is ended, and its exit code is `null`. */
const PATIENCE_MILLISECONDS = 30_000;

/** Linux's user for those who have no rights. */
const NOBODY = "65534";

const isRoot = process.getuid?.() === 0;
const whyNobodyRuns =
  process.platform === "linux" && (!isRoot || Bun.which("setpriv") !== null)
    ? null
    : "there is no user without rights to run as";

const folder = mkdtempSync(join(tmpdir(), "tillroll-failures-"));
const program = join(folder, "tillroll");
const at = (name: string) => join(folder, name);
let taken: Bun.TCPSocketListener;
let website: Bun.Server<undefined>;

beforeAll(async () => {
  // Where everybody can run it.
  copyFileSync(binary(), program);
  for (const path of [folder, program]) chmodSync(path, 0o755);
  writeFileSync(at("file"), "hello\n");
  mkdirSync(at("garbage"));
  writeFileSync(at("garbage/tillroll.sqlite"), crypto.getRandomValues(new Uint8Array(8192)));
  await run(["workspace", "create", "shop", "--data", at("data")]);
  mkdirSync(at("theirs"), { mode: 0o777 });
  chmodSync(at("theirs"), 0o777);
  for (const name of ["locked", "readable"]) mkdirSync(at(name));
  writeFileSync(at("unreadable"), "hello\n");
  chmodSync(at("readable"), 0o555);
  for (const name of ["locked", "unreadable"]) chmodSync(at(name), 0);
  taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  website = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("<h1>Hello</h1>") });
});
afterAll(async () => {
  taken.stop(true);
  await website.stop(true);
  chmodSync(at("locked"), 0o700);
  rmSync(folder, { recursive: true, force: true });
});

async function run(words: readonly string[], options: { asNobody?: boolean } = {}): Promise<CommandResult> {
  const user = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  const child = Bun.spawn([...(options.asNobody === true && isRoot ? user : []), program, ...words], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", ...NO_PRINTER_PORTS },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: PATIENCE_MILLISECONDS,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

/** Sentences for people: no stack, no class of an error, no code of the system or of SQLite. */
function expectSentences({ stderr }: CommandResult): void {
  expect(stderr).toMatch(/^tillroll: [^]*[.?]\n(See "tillroll [^]*"\.\n)?$/);
  expect(stderr).not.toMatch(/\bE[A-Z]{4,}\b|SQLITE_|\b\w*Error\b|\n\s+at |undefined|\[object/);
}

const serve = (...words: string[]) => ["serve", "--data", at("new"), "--port", "0", ...words];

describe("where it is to listen", () => {
  test.each<[string[], RegExp, number]>([
    [["--host", "nonsense"], /no address "nonsense" to listen on.*0\.0\.0\.0/, 1],
    [["--host", "999.1.1.1"], /no address "999\.1\.1\.1"/, 1],
    // Kept for documentation: no machine has it.
    [["--host", "203.0.113.5"], /no address "203\.0\.113\.5"/, 1],
    [["--host", "http://localhost"], /no address "http:\/\/localhost"/, 1],
    [["--host", ""], /--host must not be empty/, 2],
  ])("%j", async (words, message, exitCode) => {
    const result = await run(serve(...words));
    expect([result.exitCode, result.stdout]).toEqual([exitCode, ""]);
    expect(result.stderr).toMatch(message);
    expectSentences(result);
  });

  test("a port that is taken", async () => {
    const result = await run(serve("--host", "127.0.0.1", "--port", String(taken.port)));
    expect([result.exitCode, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toContain(`ort ${taken.port} is`);
    expect(result.stderr).toContain("--port");
    expectSentences(result);
  });
});

describe("the data folder", () => {
  test.each<[string, () => string[], RegExp, number]>([
    ["a file, to serve", () => ["serve", "--data", at("file")], /there is a file of that name/, 1],
    ["under a file, to serve", () => ["serve", "--data", at("file/x")], /is a file and no folder/, 1],
    ["under a file, to make it", () => ["workspace", "create", "x", "--data", at("file/x")], /no folder/, 1],
    ["a file, to read", () => ["token", "list", "--data", at("file")], /is a file and no folder/, 1],
    ["none", () => ["printer", "list", "--data", at("none")], /no Tillroll data in .*none.*serve/, 1],
    ["no name at all", () => ["serve", "--data", ""], /--data must not be empty/, 2],
    ["no database in it, to serve", () => ["serve", "--data", at("garbage")], /not a database/, 1],
    ["no database in it, to read", () => ["token", "list", "--data", at("garbage")], /not a database/, 1],
    ["no database in it, to sign in", () => ["sign-in", "--data", at("garbage")], /not a database/, 1],
  ])("%s", async (_name, words, message, exitCode) => {
    const result = await run(words());
    expect([result.exitCode, result.stdout]).toEqual([exitCode, ""]);
    expect(result.stderr).toMatch(message);
    expectSentences(result);
  });
});

describe("files and addresses", () => {
  const print = (...words: string[]) => ["print", at("file"), "--data", at("none"), ...words];
  test.each<[string, () => string[], RegExp, number]>([
    ["no such file", () => ["decode", at("none")], /none cannot be read: there is no such file/, 1],
    ["a folder", () => ["decode", folder], /cannot be read: it is a folder/, 1],
    [
      "no such file to print",
      () => ["print", at("none"), "--url", "http://127.0.0.1:1", "--token", "t"],
      /cannot be read/,
      1,
    ],
    [
      "no such file to try a rule on",
      () => ["rule", "test", at("none"), "--data", at("data")],
      /cannot be read/,
      1,
    ],
    ["no service", () => print(), /No service runs.*tillroll serve/, 1],
    [
      "nobody answers",
      () => print("--url", "http://127.0.0.1:1", "--token", "t"),
      /No service answers at http:\/\/127\.0\.0\.1:1/,
      1,
    ],
    [
      "another program answers",
      () => print("--url", website.url.origin, "--token", "t"),
      /is no Tillroll/,
      1,
    ],
    ["no address", () => print("--url", "nonsense", "--token", "t"), /--url must be an address/, 2],
    [
      "another kind of address",
      () => print("--url", "ftp://x", "--token", "t"),
      /--url must be an address/,
      2,
    ],
    ["no token", () => print("--url", "http://127.0.0.1:1", "--token", "töken"), /--token is no token/, 2],
  ])("%s", async (_name, words, message, exitCode) => {
    const result = await run(words());
    expect([result.exitCode, result.stdout]).toEqual([exitCode, ""]);
    expect(result.stderr).toMatch(message);
    expectSentences(result);
  });
});

describeUnless(whyNobodyRuns, "what this user may not", () => {
  test.each<[string, () => string[], RegExp]>([
    [
      "read the data folder",
      () => ["serve", "--data", at("locked")],
      /locked cannot be used.*no right.*sudo.*--data/,
    ],
    ["make a folder there", () => ["serve", "--data", at("locked/x")], /no right.*--data/],
    ["write in the data folder", () => ["serve", "--data", at("readable")], /no right.*--data/],
    ["make anything there", () => ["workspace", "create", "x", "--data", at("readable")], /no right/],
    [
      "see what is there",
      () => ["token", "list", "--data", at("locked")],
      /cannot be read.*no right.*as the user/,
    ],
    ["see what runs there", () => ["print", "--test", "--data", at("locked")], /cannot be read.*no right/],
    ["read a file", () => ["decode", at("unreadable")], /unreadable cannot be read: this user has no right/],
  ])("%s", async (_name, words, message) => {
    const result = await run(words(), { asNobody: true });
    expect([result.exitCode, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toMatch(message);
    expectSentences(result);
  });

  test("open a low port", async () => {
    const lowest = Number(await Bun.file("/proc/sys/net/ipv4/ip_unprivileged_port_start").text());
    // Where everybody may, there is nothing to be refused.
    if (lowest <= 1) return;
    const words = ["serve", "--data", at("theirs/data"), "--host", "127.0.0.1", "--port", "1"];
    const result = await run(words, { asNobody: true });
    expect([result.exitCode, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toMatch(/may not open port 1; choose one from 1024 on with --port/);
    expectSentences(result);
  });
});

test("who reads no further, as head does, is no failure", async () => {
  const script = 'set -o pipefail; "$0" decode "$1" --format commands | head -c 100';
  writeFileSync(at("large"), "x\n".repeat(200_000));
  const child = Bun.spawn(["bash", "-c", script, program, at("large")], { stdout: "pipe", stderr: "pipe" });
  expect(await new Response(child.stderr).text()).toBe("");
  expect(await child.exited).toBe(0);
});

test("a command that prints line by line goes on without a word where nobody reads any more", async () => {
  // The reader has gone before the command begins.
  const script = 'exec 3> >(exec true); wait $!; "$0" "$@" >&3';
  const words = ["config", "show", "--defaults", "--data", at("data")];
  const child = Bun.spawn(["bash", "-c", script, program, ...words], { stdout: "pipe", stderr: "pipe" });
  expect(await new Response(child.stderr).text()).toBe("");
  expect(await child.exited).toBe(0);
});
