import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type CommandResult, type PrintAnswer, run, Service, temporaryFolder } from "../service.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rule = (...words: readonly string[]): Promise<CommandResult> =>
  run(["rule", ...words, "--data", folder]);

beforeAll(async () => {
  await run(["workspace", "create", "shop", "--data", folder]);
});

test("rules are made, listed, changed and removed, without a service", async () => {
  const words = [
    "add",
    "order",
    "--pattern",
    "Order\\s+#(\\S+)",
    "--label",
    "Order $1",
    "--tag",
    "orderId=$1",
  ];
  const made = await rule(...words, "--tag", "kind=order=x", "--workspace", "shop");
  expect([made.exitCode, made.stderr]).toEqual([0, ""]);
  expect(made.stdout).toMatch(
    /1 +0 +order +printers +yes +Order \$1 +orderId=\$1 kind=order=x +Order\\s\+#\(\\S\+\)/,
  );
  await rule(
    "add",
    "all",
    "--pattern",
    "x",
    "--label",
    "y",
    "--all-prints",
    "--position",
    "0",
    "--workspace",
    "shop",
  );
  const listed = (await rule("list", "--workspace", "shop")).stdout;
  expect(listed).toMatch(/2 +0 +all +all +yes +y +- +x\n1 +1 +order/);
  expect(listed).toContain("The rules that come with Tillroll are on.");
  expect((await rule("list")).stdout).not.toContain("order");
  const update = ["update", "2", "--workspace", "shop"];
  expect(
    (await rule(...update, "--name", "new name", "--enabled", "false", "--printers-only")).stdout,
  ).toMatch(/2 +0 +new name +printers +no +y/);
  expect((await rule(...update, "--label", "", "--tag", "a=b")).stdout).toMatch(/no +- +a=b/);
  expect((await rule(...update, "--tag", "a=")).stderr).toContain("must give a label or at least one tag");
  expect((await rule("remove", "2", "--workspace", "shop")).stdout).toBe("2\tremoved\n");
  expect(await rule("remove", "2", "--workspace", "shop")).toMatchObject({
    exitCode: 1,
    stderr: "tillroll: There is no rule 2 in this workspace.\n",
  });
  expect((await rule("defaults", "off", "--workspace", "shop")).exitCode).toBe(0);
  expect((await rule("list", "--workspace", "shop")).stdout).toContain("come with Tillroll are off.");
  await rule("defaults", "on", "--workspace", "shop");
});

test("a rule is tried out on a file, alone or with all others", async () => {
  const file = join(folder, "receipt.bin");
  await Bun.write(file, "SHOP\nOrder #77\nTotal  $5.00\n");
  const alone = await rule("test", file, "--pattern", "SHOP", "--label", "$0", "--workspace", "shop");
  expect(JSON.parse(alone.stdout)).toMatchObject({ label: "SHOP", tag: {}, matches: [{ id: null }] });
  const all = await rule("test", file, "--workspace", "shop");
  expect(JSON.parse(all.stdout)).toMatchObject({
    label: "Order 77",
    tag: { orderId: "77", kind: "order=x", total: "5.00" },
    matches: [{ name: "order" }, { name: "Total" }],
  });
});

test.each<[readonly string[], number, RegExp]>([
  [["add"], 2, /NAME/],
  [["add", "x"], 2, /--pattern is missing/],
  [
    ["add", "x", "--pattern", "(", "--label", "y"],
    1,
    /pattern: must be a regular expression of RE2: missing closing \)/,
  ],
  [["add", "x", "--pattern", "a", "--label", "$1"], 1, /label: must not have \$\{1\}/],
  [["add", "x", "--pattern", "a"], 1, /must give a label/],
  [["add", "x", "--pattern", "a", "--tag", "oops"], 2, /--tag oops must have the form/],
  [["add", "x", "--pattern", "a", "--label", "x", "--workspace", "none"], 1, /no workspace "none"/],
  [["update", "x"], 2, /no ID/],
  [["update", "1"], 2, /at least one setting/],
  [["update", "99", "--label", "x"], 1, /no rule 99/],
  [["defaults", "maybe"], 2, /on or off/],
  [["test"], 2, /FILE/],
  [["test", "x", "--print", "1"], 2, /FILE/],
  [["test", "--print", "99"], 1, /no print 99/],
  [["apply", "--from", "soon"], 1, /from: must be an ISO 8601 time/],
  [["apply"], 1, /No service runs/],
])("%j", async (words, exitCode, message) => {
  const result = await rule(...words);
  expect(result.exitCode).toBe(exitCode);
  expect(result.stderr).toMatch(message);
});

test("a running service sees rules at once, and applies them to old prints", async () => {
  const service = await Service.start();
  const data = ["--data", service.folder];
  try {
    const { id } = await service.store({}, "Ref A-1\n");
    const rules = async () => (await service.fetch("/api/workspace/default/rules")).json();
    // Until then it may still be a new print.
    while (((await rules()) as { pending: number }).pending > 0) await Bun.sleep(20);
    await run(["rule", "add", "ref", "--pattern", "Ref (\\S+)", "--label", "$1", "--all-prints", ...data]);
    const read = async (print: number) => (await (await service.prints(`/${print}`)).json()) as PrintAnswer;
    const next = await service.store({}, "Ref A-2\n");
    while ((await read(next.id)).label === null) await Bun.sleep(20);
    expect((await read(next.id)).label).toBe("A-2");
    const shown = await run(["rule", "test", "--print", String(id), ...data]);
    expect(JSON.parse(shown.stdout)).toMatchObject({ label: "A-1" });
    const applied = await run(["rule", "apply", "--from", "2020-01-01", ...data]);
    expect([applied.exitCode, applied.stdout]).toEqual([0, "default\t2 prints looked at, 1 filled in\n"]);
    expect((await read(id)).label).toBe("A-1");
  } finally {
    await service.end();
  }
});
