import { expect, test } from "bun:test";
import { bytes } from "../escpos/bytes.ts";
import { pictureReceipt } from "../recognition/picture-receipt.ts";
import { run } from "../service.ts";

const RECEIPT = pictureReceipt(bytes("Order 1001\n", `${"TOTAL".padEnd(44)}8.20\n`));
const input = new Uint8Array(RECEIPT.raw);

test("the binary reads the pictures of a file where it is asked to, and only there", async () => {
  const { exitCode, stdout, stderr } = await run(["decode", "-", "--recognise"], { input });
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^┌─ recognised, \d+ % sure ─+┐\nOrder 1001\nTOTAL {39}8\.20\n└─+┘\n$/);
  expect((await run(["decode", "-"], { input })).stdout).toMatch(/^┌─+┐\n└─+┘\n$/);
});

test.each([
  [["--recognise", "--languages", "eng,xyz"], /There is no model for "xyz"; there are .*eng/],
  [["--recognise", "--languages", "../eng"], /There is no model for "\.\.\/eng"/],
  [["--recognition-models", "/no/such/folder"], /--recognition-models \/no\/such\/folder is no folder/],
])("%j is refused", async (options, says) => {
  const { exitCode, stderr } = await run(["decode", "-", ...options], { input });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(says);
});
