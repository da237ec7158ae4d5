import { afterAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Warning } from "../../src/explain/explain.ts";
import { bytes, ESC, GS } from "../escpos/bytes.ts";
import { run, temporaryFolder } from "../service.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, raw: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, raw);
  return path;
}

/** CODE128 without a code set, behind a line of text, twice. */
const CODE128 = [GS, 0x6b, 73, 4, 0x31, 0x32, 0x33, 0x34];
const FAULTY = Uint8Array.from(bytes("Till 1\n", CODE128, "\n", CODE128));
const faulty = fileOf("faulty.bin", FAULTY);
const plain = fileOf("plain.bin", bytes([ESC, 0x40], "Total 12.50\n", [GS, 0x56, 0]));

describe("lint", () => {
  test("says nothing of a print that is printed as it was meant", async () => {
    expect(await run(["lint", plain])).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(await run(["lint", plain, "--format", "json"])).toEqual({
      exitCode: 0,
      stdout: `${JSON.stringify([{ file: plain, warnings: [] }])}\n`,
      stderr: "",
    });
  });

  test("tells file, offset, command and what to do, and ends with 1", async () => {
    const { exitCode, stdout, stderr } = await run(["lint", plain, faulty]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "" });
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toStartWith(`${faulty}:7: GS k: CODE128 begins without a code set`);
    expect(lines[0]).toEndWith("[no-code-set, 2 times]");
  });

  test("tells the same as JSON, of standard input too", async () => {
    const { exitCode, stdout } = await run(["lint", "-", "--format", "json"], { input: FAULTY });
    expect(exitCode).toBe(1);
    const linted = JSON.parse(stdout) as { file: string; warnings: Warning[] }[];
    expect(linted).toMatchObject([
      { file: "-", warnings: [{ code: "no-code-set", offset: 7, length: 8, name: "GS k", times: 2 }] },
    ]);
  });

  test("tells what a chosen model has not", async () => {
    expect((await run(["lint", plain, "--model", "epson-tm-t88v"])).exitCode).toBe(0);
    const { exitCode, stdout } = await run(["lint", plain, "--model", "zjiang-zj-58"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/GS V: The Zjiang ZJ-58 has no cutter: .* \[missing-feature\]/);
  });

  test("tells of a print in another language, which is no command's", async () => {
    const { exitCode, stdout } = await run(["lint", plain, "--model", "star-tsp100"]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /:0: These commands are ESC\/POS, and the Star TSP100 speaks .* \[other-language\]/,
    );
  });

  test.each([
    [[], /Give the FILE/],
    [[plain, "--model", "tm-t88v"], /--model cannot be "tm-t88v". Did you mean "epson-tm-t88v"\?/],
    [[plain, "--model", "EPSON TM-T88V M244A"], /Did you mean "epson-tm-t88v"\?/],
    [[plain, "--model", "tm t20"], /Did you mean "epson-tm-t20"\?/],
    [[plain, "--model", "TSP143"], /Did you mean "star-tsp100"\?/],
    [[plain, "--model", "TSP143IIIU"], /Did you mean "star-tsp100iii"\?/],
    [[plain, "--model", "laser"], /--model cannot be "laser". "tillroll models" lists them all./],
    [[plain, "--format", "xml"], /--format must be one of text, json/],
    [["/no/such/file"], /\/no\/such\/file cannot be read/],
  ])("%j is refused with 2", async (words, message) => {
    const { exitCode, stdout, stderr } = await run(["lint", ...words]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

test("models lists every model by the name that --model takes", async () => {
  const { exitCode, stdout } = await run(["models"]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^epson-tm-t88v +Epson TM-T88V +ESC\/POS +180 +512 +42\/56 +epson$/m);
  expect(stdout).toMatch(/^star-tsp100 +Star TSP100 \(TSP113, TSP143\) +Star raster /m);
});

test("decode draws on the paper of a model", async () => {
  const widthOf = async (...words: string[]) => {
    const { stdout } = await run(["decode", plain, "--format", "json", ...words]);
    const { columns, widthDots } = JSON.parse(stdout) as { columns: number; widthDots: number };
    return [columns, widthDots];
  };
  expect(await widthOf()).toEqual([48, 576]);
  expect(await widthOf("--model", "epson-tm-t88v")).toEqual([42, 512]);
  expect(await widthOf("--model", "epson-tm-t88v", "--width", "32")).toEqual([32, 384]);
  expect(await widthOf("--model", "epson-58mm")).toEqual([32, 384]);
});
