import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";
import { MadeKey, MadeTill, madeTse } from "./made-codes.ts";
import { pictureBytes, qrDots, symbolBytes } from "./receipts.ts";

/* With the binary, its Workers, and what reads pictures. */

const folder = temporaryFolder();
const key = new MadeKey();
const unit = new MadeKey();
const till = new MadeTill(unit);
let service: Service;

beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service?.end());

async function store(bytes: Uint8Array): Promise<number> {
  const { id } = await service.store({}, Buffer.from(bytes).toString("latin1"));
  return id;
}

async function tagsOf(id: number): Promise<Readonly<Record<string, string>>> {
  const response = await service.prints(`/${id}`);
  return ((await response.json()) as { tag: Record<string, string> }).tag;
}

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const command = (...words: readonly string[]) => run([...words, "--data", service.folder]);

test("codes are read from symbols and from pictures, and can be searched", async () => {
  const symbol = await store(symbolBytes(madeTse({ key, transactionNumber: "1" })));
  const picture = await store(
    pictureBytes(qrDots(madeTse({ key, transactionNumber: "2", signatureCounter: "4" }), 4)),
  );
  for (const id of [symbol, picture])
    await until(async () => (await tagsOf(id))["fiscal.signature"] === "valid");
  const response = await service.prints("/search", {
    json: { tag: { op: "eq", key: "fiscal.number", value: "2" } },
  });
  const { items } = (await response.json()) as { items: { id: number }[] };
  expect(items.map(({ id }) => id)).toEqual([picture]);
  expect(await command("fiscal", "report")).toMatchObject({ exitCode: 0 });
});

test("an Austrian chain is checked once its certificate is given", async () => {
  for (const text of [till.next(), till.next()]) {
    const id = await store(symbolBytes(text));
    await until(async () => "fiscal.system" in (await tagsOf(id)));
  }
  const pem = fileOf(
    "unit.pem",
    `-----BEGIN PUBLIC KEY-----\n${unit.spki.toBase64()}\n-----END PUBLIC KEY-----\n`,
  );
  expect(await command("fiscal", "certificate", "add", pem)).toMatchObject({ exitCode: 1 });
  const added = await command("fiscal", "certificate", "add", pem, "--serial", "20f2ed172daa09e5");
  expect(added).toMatchObject({ exitCode: 0, stderr: "" });
  expect((await command("fiscal", "certificates")).stdout).toContain("20f2ed172daa09e5");
  const report = await command("fiscal", "report", "--till", "KASSE-1", "--format", "json");
  expect(report.exitCode).toBe(0);
  expect(JSON.parse(report.stdout)).toMatchObject({
    isSound: true,
    devices: [{ system: "rksv", codes: 2, verdicts: { valid: 2 } }],
  });
  expect((await command("fiscal", "certificate", "remove", "20F2ED172DAA09E5")).stdout).toContain("removed");
});

test("what is wrong makes the report end with 1, and is told", async () => {
  const id = await store(symbolBytes(madeTse({ key, transactionNumber: "5" }).replaceAll("11.90", "11.80")));
  await until(async () => (await tagsOf(id))["fiscal.signature"] === "mismatch");
  const { exitCode, stdout } = await command("fiscal", "report");
  expect(exitCode).toBe(1);
  expect(stdout).toContain("the signature does not fit what the code says");
  expect(stdout).toContain("no receipt here for the transactions 3 to 4");
  expect(stdout).toContain("It proves neither");
});

test("files are checked without a service", async () => {
  const right = madeTse({ key });
  const cases: [name: string, content: string | Uint8Array, exitCode: number, words: string][] = [
    ["right.txt", `${right}\n`, 0, "the signature is right"],
    ["forged.txt", right.replaceAll("11.90", "11.80"), 1, "does not fit"],
    ["receipt.bin", symbolBytes(right), 0, "the signature is right"],
    ["till.txt", till.next(), 0, "its certificate is not known here"],
    ["none.txt", "hello", 1, "There is no fiscal code in it."],
  ];
  for (const [name, content, exitCode, words] of cases) {
    const result = await run(["fiscal", "check", fileOf(name, content)]);
    expect([name, result.exitCode, result.stdout.includes(words)]).toEqual([name, exitCode, true]);
  }
  const picture = fileOf("picture.bin", pictureBytes(qrDots(right, 4)));
  expect(await run(["fiscal", "check", picture])).toMatchObject({ exitCode: 1 });
  expect(await run(["fiscal", "check", picture, "--pictures"])).toMatchObject({ exitCode: 0 });
  const keyFile = fileOf("unit.der", unit.spki);
  const known = ["--certificate", keyFile, "--serial", "20f2ed172daa09e5"];
  const checked = await run(["fiscal", "check", fileOf("next.txt", till.next()), ...known]);
  expect(checked.stdout).toContain("the signature is right");
});
