import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Comparison } from "../../src/compare/comparison.ts";
import { bytes, ESC, GS } from "../escpos/bytes.ts";
import { run, Service, temporaryFolder } from "../service.ts";

const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(async () => {
  await service.end();
  rmSync(folder, { recursive: true, force: true });
});

function fileOf(name: string, raw: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, raw);
  return path;
}

const receipt = (order: string, item: string) =>
  Uint8Array.from(bytes([ESC, 0x40], `Order ${order}\n${item}\nTotal 3.75\n`, [GS, 0x56, 0]));
const RECEIPT = receipt("1001", "1 x Flat White");
const plain = fileOf("plain.bin", RECEIPT);
const other = fileOf("other.bin", receipt("1002", "1 x Oat White"));
const withDrawer = fileOf("drawer.bin", bytes(RECEIPT, [ESC, 0x70, 0, 25, 250]));

const asks = (...words: string[]) => run([...words, "--data", service.folder]);

describe("diff", () => {
  test("of the same paper ends with 0, whatever else the bytes do", async () => {
    const same = { exitCode: 0, stdout: "The paper is the same.\n", stderr: "" };
    expect(await run(["diff", plain, plain])).toEqual(same);
    expect(await run(["diff", plain, withDrawer])).toEqual(same);
    const { exitCode, stdout } = await run(["diff", plain, withDrawer, "--commands"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("\n+ESC p: Drawer kick, pin 2\n");
  });

  test("of papers that differ ends with 1, and tells the lines and the places", async () => {
    const { exitCode, stdout } = await run(["diff", plain, other]);
    expect(exitCode).toBe(1);
    expect(stdout.split("\n")).toEqual([
      `--- ${plain}`,
      `+++ ${other}`,
      "@@ -1,4 +1,4 @@",
      "-Order 1001",
      "-1 x Flat White",
      "+Order 1002",
      "+1 x Oat White",
      " Total 3.75",
      expect.stringMatching(/^ ╌+$/),
      "The paper differs in 2 places:",
      '  at 0: "Order 1001" became "Order 1002"',
      '  at 30: "1 x Flat White" became "1 x Oat White"',
      "",
    ]);
  });

  test("leaves out what does not count", async () => {
    expect(
      (await run(["diff", plain, other, "--ignore", "Order \\d+", "--ignore", "(Flat|Oat) White"])).exitCode,
    ).toBe(0);
    const { stdout } = await run(["diff", plain, other, "--ignore", "Order \\d+", "--json"]);
    const comparison = JSON.parse(stdout) as Comparison;
    expect(comparison).toMatchObject({ same: false, differenceCount: 1, ignored: { a: [{ y: 0 }] } });
  });

  test("writes a picture of both", async () => {
    const picture = join(folder, "both.png");
    expect((await run(["diff", plain, other, "--png", picture])).exitCode).toBe(1);
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe("PNG");
  });

  test("takes prints and references as well, of any form, and standard input", async () => {
    const { id } = await service.store({ raw: Buffer.from(RECEIPT).toString("base64"), label: "simple" });
    await asks("reference", "approve", `id:${id}`, "--ignore", "Order \\d+");
    for (const form of [`id:${id}`, "id:latest", `default/${id}`, "label:simple", "reference:simple"])
      expect([form, (await asks("diff", plain, form)).exitCode]).toEqual([form, 0]);
    expect((await asks("diff", `id:${id}`, other)).exitCode).toBe(1);
    const later = await run(["diff", "reference:simple", "-", "--data", service.folder], {
      input: receipt("1003", "1 x Flat White"),
    });
    expect(later.exitCode).toBe(0);
  });

  const misuses: readonly (readonly [string, readonly string[], string])[] = [
    ["one file", [plain], "Give the two prints"],
    ["a file that is not there", [plain, "none.bin"], "none.bin cannot be read"],
    ["a print that is not there", [plain, "id:999"], "There is no print 999"],
    ["a label that no print has", [plain, "label:none"], 'no print with the label "none"'],
    ["a pattern that is none", [plain, plain, "--ignore", "("], "ignore.0: must be a regular expression"],
    ["a tolerance that is none", [plain, plain, "--tolerance", "x"], "--tolerance"],
  ];
  test.each(misuses)("of %s ends with 2, and tells why", async (_what, words, message) => {
    const { exitCode, stdout, stderr } = await asks("diff", ...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});

describe("reference", () => {
  const print = (name: string, raw: Uint8Array) =>
    run(["print", fileOf(name, raw), "--label", "till", "--data", service.folder]);

  test("approves, lists, checks and removes, as a CI does", async () => {
    expect((await asks("reference", "check", "till")).exitCode).toBe(2);
    await print("one.bin", receipt("1", "1 x Tea"));
    const approved = await asks("reference", "approve", "label:till", "--ignore", "Order \\d+");
    expect(approved).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("till") });
    await print("two.bin", receipt("2", "1 x Tea"));
    expect(await asks("reference", "check", "till")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^till: same \(print \d+\)\n$/),
    });
    await print("three.bin", receipt("3", "1 x Coffee"));
    const failed = await asks("reference", "check");
    expect(failed.exitCode).toBe(1);
    expect(failed.stdout).toContain("till: different");
    expect(failed.stdout).toContain("\n-1 x Tea\n+1 x Coffee\n");
    const json = await asks("reference", "check", "till", "--json");
    expect([json.exitCode, JSON.parse(json.stdout)]).toMatchObject([1, [{ verdict: "different" }]]);
    expect((await asks("reference", "list")).stdout).toContain("till");
    expect((await asks("reference", "remove", "till")).exitCode).toBe(0);
    expect((await asks("reference", "list")).stdout).not.toContain("till");
  });

  test("of an address and a token asks that service", async () => {
    const elsewhere = ["--url", service.address, "--token", service.token, "--data", folder];
    const { stdout } = await run(["reference", "list", "--json", ...elsewhere]);
    expect(JSON.parse(stdout)).toBeArray();
  });

  test("that would be of no label needs a name", async () => {
    const { id } = await service.store({ label: "" });
    const { exitCode, stderr } = await asks("reference", "approve", `id:${id}`);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("give a --name")]);
  });
});
