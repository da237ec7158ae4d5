import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { type PrintAnswer, run, Service, temporaryFolder } from "../service.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

const RECEIPT = new TextEncoder().encode("\x1b@\x1bE\x01TOTAL\x1bE\x00   10.20\n\x1dVA\x03");

describe("help and version", () => {
  test.each([["--version"], ["-v"]])("%s", async (flag) => {
    expect(await run([flag])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each([["--help"], ["-h"], ["help"]])("%s names every command", async (flag) => {
    const { exitCode, stdout } = await run([flag]);
    expect(exitCode).toBe(0);
    for (const command of [
      "serve",
      "workspace create SLUG",
      "token revoke ID",
      "print FILE",
      "decode FILE",
    ]) {
      expect(stdout).toContain(command);
    }
  });

  test("a command's help names its options with their variables, and starts nothing", async () => {
    const { exitCode, stdout } = await run(["serve", "--help"]);
    expect(exitCode).toBe(0);
    for (const part of ["--data DIR", "TILLROLL_DATA", "--port N", "TILLROLL_PORT", "--host H"])
      expect(stdout).toContain(part);
  });
});

describe("wrong command lines: exit code 2 and what to write instead", () => {
  const empty = newFolder();

  test.each([
    [["nonsense"], /no command "nonsense"/],
    [["serve", "--prot", "1"], /--prot/],
    [["serve", "--port", "99999"], /--port must be an integer from 0 to 65535/],
    [["serve", "--port", "80a"], /--port/],
    [["serve", "--port"], /--port/],
    [["serve", "extra"], /no argument "extra"/],
    [["workspace", "create"], /SLUG/],
    [["workspace", "create", "a b"], /cannot be a slug/],
    [["workspace", "create", "x".repeat(64)], /cannot be a slug/],
    [["workspace", "create", "a", "--width", "20"], /--width must be an integer from 24 to 80/],
    [["workspace", "create", "a", "--recognition-languages", "eng,german"], /"german" cannot be a language/],
    [["token", "create", "--scopes", "reed"], /--scopes/],
    [["token", "create", "--scopes", ""], /--scopes/],
    [["token", "create", "--expires", "tomorrow"], /--expires/],
    [["token", "create", "--expires", "2020-01-01"], /past/],
    [["token", "revoke"], /ID/],
    [["print"], /files to print/],
    [["decode"], /FILE/],
    [["decode", "a", "--format", "gif"], /--format must be one of/],
  ])("%j", async (words, message) => {
    const { exitCode, stdout, stderr } = await run([
      ...words,
      ...(words[0] === "decode" ? [] : ["--data", join(empty, "none")]),
    ]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});

describe("failures: exit code 1 and what to do", () => {
  test.each([
    [["token", "list"], /no Tillroll data/],
    [["sign-in"], /no Tillroll data/],
    [["print", "--test"], /No service runs/],
  ])("%j on a folder without data", async (words, message) => {
    const { exitCode, stderr } = await run([...words, "--data", join(newFolder(), "none")]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
  });

  test("a file that is not there", async () => {
    const { exitCode, stderr } = await run(["decode", "/no/such/file"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("/no/such/file cannot be read");
  });

  test("a port that is taken", async () => {
    using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const port = String(server.port);
    const words = ["serve", "--data", newFolder(), "--host", "127.0.0.1", "--port", port];
    const { exitCode, stderr } = await run(words);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Port ${port} is in use`);
  });
});

describe("workspaces and tokens, before any service ran", () => {
  test("make, list, change, revoke", async () => {
    const data = ["--data", newFolder()];
    expect(await run(["workspace", "create", "Shop-1", "--width", "32", ...data])).toMatchObject({
      exitCode: 0,
      stdout: "Shop-1\n",
    });
    const again = await run(["workspace", "create", "SHOP-1", ...data]);
    expect([again.exitCode, again.stderr]).toEqual([
      1,
      'tillroll: There is a workspace "SHOP-1" already; choose another slug.\n',
    ]);
    expect((await run(["workspace", "update", "shop-1", "--quota", "5", ...data])).stdout).toMatch(
      /Shop-1\s+32\s+5\s+-/,
    );
    expect((await run(["workspace", "list", ...data])).stdout).toMatch(/default\s+48[^]*Shop-1\s+32/);
    const made = await run([
      "token",
      "create",
      "--workspace",
      "shop-1",
      "--scopes",
      "read",
      "--name",
      "till 2",
      ...data,
    ]);
    const token = made.stdout.trim().split("\n").at(-1) ?? "";
    expect(token).toMatch(/^at_[\w-]+\.[\w-]{43}$/);
    const id = token.slice(3).split(".")[0] ?? "";
    const listed = (await run(["token", "list", ...data])).stdout;
    expect(listed).toMatch(new RegExp(`${id}\\s+Shop-1\\s+read\\s+valid.*till 2`));
    expect(listed).not.toContain(token.split(".")[1] ?? "");
    expect((await run(["token", "revoke", id, ...data])).exitCode).toBe(0);
    expect((await run(["token", "list", ...data])).stdout).toMatch(
      new RegExp(`${id}\\s+Shop-1\\s+read\\s+revoked`),
    );
    expect((await run(["token", "revoke", "nonsense", ...data])).exitCode).toBe(1);
    expect((await run(["token", "create", "--workspace", "none", ...data])).stderr).toContain(
      'no workspace "none"',
    );
  });

  test("options come from the environment too; unknown variables are ignored", async () => {
    const environment = {
      TILLROLL_DATA: newFolder(),
      TILLROLL_WIDTH: "40",
      TILLROLL_NONSENSE: "1",
      TILLROLL_PORT: "x",
    };
    expect((await run(["workspace", "create", "env"], { environment })).exitCode).toBe(0);
    expect((await run(["workspace", "list"], { environment })).stdout).toMatch(/env\s+40/);
    expect((await run(["workspace", "create", "flag", "--width", "50"], { environment })).exitCode).toBe(0);
    expect((await run(["workspace", "list"], { environment })).stdout).toMatch(/flag\s+50/);
  });
});

describe("print and sign-in, while the service runs", () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.end());

  test("stores files, as they are", async () => {
    const folder = newFolder();
    await Bun.write(join(folder, "one.bin"), RECEIPT);
    await Bun.write(join(folder, "two.bin"), new Uint8Array([0, 255, 10]));
    const words = [
      "print",
      join(folder, "one.bin"),
      join(folder, "two.bin"),
      "--tag",
      "a=1=2",
      "--tag",
      "b=ü",
      "--device-id",
      "till",
    ];
    const { exitCode, stdout, stderr } = await run([...words, "--data", service.folder]);
    expect([exitCode, stdout, stderr]).toEqual([0, "1\tone.bin\n2\ttwo.bin\n", ""]);
    const print = (await (await service.prints("/1")).json()) as PrintAnswer;
    expect(print).toMatchObject({
      label: "one.bin",
      deviceId: "till",
      tag: { a: "1=2", b: "ü" },
      testPrint: false,
    });
    expect(await (await service.prints("/1/raw")).bytes()).toEqual(RECEIPT);
    expect(await (await service.prints("/2/raw")).bytes()).toEqual(new Uint8Array([0, 255, 10]));
  });

  test("stores standard input, and a test print", async () => {
    const piped = await run(["print", "-", "--label", "piped", "--data", service.folder], { input: RECEIPT });
    expect(piped.stdout).toMatch(/^\d+\tpiped\n$/);
    const tested = await run(["print", "--test", "--data", service.folder]);
    const id = tested.stdout.split("\t")[0] ?? "";
    expect(await (await service.prints(`/${id}`)).json()).toMatchObject({ testPrint: true });
  });

  test("takes another address and token", async () => {
    const words = ["print", "-", "--url", service.address, "--token", service.token, "--data", newFolder()];
    expect((await run(words, { input: RECEIPT })).exitCode).toBe(0);
    const refused = await run([...words.slice(0, 5), "at_x.y", ...words.slice(6)], { input: RECEIPT });
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      "tillroll: The token is not valid: it is malformed, unknown, expired or revoked.\n",
    ]);
  });

  test("an empty file is told apart", async () => {
    const { exitCode, stderr } = await run(["print", "-", "--data", service.folder], {
      input: new Uint8Array(0),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("must not be empty");
  });

  test("sign-in makes a link that works", async () => {
    const { stdout } = await run(["sign-in", "--data", service.folder]);
    const response = await fetch(stdout.trim(), { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
  });
});

describe("decode, without a service", () => {
  test.each([
    ["text", /^TOTAL {3}10\.20\n/],
    ["html", /^<!doctype html>[^]*TOTAL/],
    ["svg", /^<svg[^]*TOTAL/],
    ["json", /"TOTAL"/],
    ["commands", /"ESC @"/],
    ["explain", /"sentence":"Resets all modes"/],
  ])("--format %s", async (format, expected) => {
    const { exitCode, stdout, stderr } = await run(["decode", "-", "--format", format], {
      input: new Uint8Array(RECEIPT),
    });
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(expected);
  });
});

describe("decode --to, without a service", () => {
  test.each([
    ["star-tsp100", "1b401b2a72", /^Drawn for the Star TSP100: its commands are ESC\/POS/],
    ["epson-tm-t88v", Buffer.from(RECEIPT).toString("hex", 0, 8), /^It goes as it is\.\n$/],
    ["office-letter", "255044462d312e37", /^Drawn as PDF/],
  ])("%s", async (target, begins, said) => {
    const folder = newFolder();
    const file = join(folder, "receipt.bin");
    await Bun.write(file, new Uint8Array(RECEIPT));
    const { binary } = await import("../service.ts");
    const child = Bun.spawn([binary(), "decode", file, "--to", target], { stdout: "pipe", stderr: "pipe" });
    const written = Buffer.from(await new Response(child.stdout).arrayBuffer());
    expect([await child.exited, written.toString("hex", 0, begins.length / 2)]).toEqual([0, begins]);
    expect(await new Response(child.stderr).text()).toMatch(said);
  });

  test("with a format it is shown as it comes out", async () => {
    const input = new Uint8Array(RECEIPT);
    const { exitCode, stdout } = await run(["decode", "-", "--to", "star-tsp100", "--format", "json"], {
      input,
    });
    expect([exitCode, JSON.parse(stdout).language]).toEqual([0, "star-raster"]);
  });

  test("a PDF has no other format", async () => {
    const { exitCode, stderr } = await run(["decode", "-", "--to", "office-a4", "--format", "text"], {
      input: new Uint8Array(RECEIPT),
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--to office-a4 is a PDF: leave out --format.");
  });
});

describe("the binary itself", () => {
  test("works from another folder with an empty environment, and reads no .env of it", async () => {
    const folder = newFolder();
    const elsewhere = mkdtempSync(join(folder, "elsewhere-"));
    await Bun.write(join(elsewhere, ".env"), "TILLROLL_DATA=/nonsense\n");
    await Bun.write(join(elsewhere, "bunfig.toml"), 'preload = ["./missing.ts"]\n');
    const { binary } = await import("../service.ts");
    const child = Bun.spawn([binary(), "workspace", "create", "x", "--data", join(folder, "data")], {
      cwd: elsewhere,
      env: {},
      stdout: "pipe",
      stderr: "pipe",
    });
    expect([await child.exited, await new Response(child.stdout).text()]).toEqual([0, "x\n"]);
    const fromEnvironment = Bun.spawn([binary(), "workspace", "list"], {
      cwd: elsewhere,
      env: { HOME: folder },
      stdout: "pipe",
      stderr: "pipe",
    });
    expect(await fromEnvironment.exited).toBe(1);
    expect(await new Response(fromEnvironment.stderr).text()).toContain(folder);
  });
});
