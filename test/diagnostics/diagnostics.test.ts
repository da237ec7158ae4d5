import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binary, run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

/** What must not be in a bundle, each in a place of its own. */
const CANARY = (name: string) => `canary-${name}-7f3a`;

let service: Service;
let admin: string;
let folder: string;
let files: Map<string, string>;
const secrets: string[] = [];

/** The files of a bundle, by their names. */
async function unpacked(path: string): Promise<Map<string, string>> {
  const entries = await new Bun.Archive(await Bun.file(path).bytes()).files();
  const texts = [...entries].map(async ([name, file]) => [name, await file.text()] as const);
  return new Map(await Promise.all(texts));
}

async function command(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run([...words, "--data", service.folder]);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout.trim();
}

beforeAll(async () => {
  folder = temporaryFolder();
  const bucket = {
    TILLROLL_BACKUP_BUCKET_SECRET: CANARY("bucket-secret"),
    TILLROLL_BACKUP_BUCKET_KEY_ID: "AKID",
  };
  const backups = ["--backup-to", "s3://shop/tills", "--backup-bucket-endpoint", "http://127.0.0.1:9"];
  const flags = [
    ...backups,
    "--log-to",
    "file",
    "--log-requests",
    "true",
    "--slow-query",
    "1ms",
    "--log-queries",
    "true",
  ];
  service = await Service.start({ flags, environment: bucket });
  admin = await command("token", "create", "--scopes", "admin", "--name", CANARY("token-name"));
  secrets.push(admin.split(".")[1] ?? "", service.token.split(".")[1] ?? "");
  await service.store(
    { label: CANARY("label"), tag: { [CANARY("tag-key")]: CANARY("tag-value") }, deviceId: CANARY("device") },
    `${CANARY("receipt")}\n`,
  );
  const api = (method: string, path: string, json: object) =>
    service.fetch(`/api/workspace/default/${path}`, { method, json, token: admin });
  await api("POST", "printers", {
    name: "bar",
    tag: { shop: CANARY("printer-tag") },
    poll: `http://127.0.0.1:9/${CANARY("poll-path")}?k=${CANARY("poll-query")}`,
    pollCredentials: `${CANARY("poll-user")}:${CANARY("poll-password")}`,
  });
  await api("POST", "printers", { name: "cloud", target: "cloudprnt:" });
  const address = await api("POST", "printers/cloud/poll-address", {});
  secrets.push(((await address.json()) as { address: string }).address.split("/").at(-1) ?? "");
  const webhook = await api("POST", "webhooks", { url: `http://127.0.0.1:9/${CANARY("webhook-path")}` });
  secrets.push(((await webhook.json()) as { secret: string }).secret);
  await api("POST", "rules", {
    name: CANARY("rule"),
    pattern: CANARY("pattern"),
    label: CANARY("rule-label"),
  });
  const link = await service.signInLink();
  secrets.push(link.split("code=")[1] ?? "");
  const signedIn = await fetch(link, { redirect: "manual" });
  secrets.push(/=([^;]+)/.exec(signedIn.headers.get("set-cookie") ?? "")?.[1] ?? "");
  const log = () => readFileSync(join(service.folder, "logs/tillroll.log"), "utf8");
  await until(async () => {
    await service.prints("/search", { json: { label: CANARY("search"), text: CANARY("search-text") } });
    return log().includes(CANARY("search"));
  });
  const file = join(folder, "bundle.tar.gz");
  await command("diagnostics", "--out", file);
  files = await unpacked(file);
});
afterAll(async () => {
  await service.end();
  rmSync(folder, { recursive: true });
});

const parsed = (name: string): unknown => JSON.parse(files.get(`tillroll-diagnostics/${name}`) ?? "");

test("a bundle tells how the service is", () => {
  const names = [...files.keys()].map((name) => name.replace("tillroll-diagnostics/", ""));
  expect(names.toSorted()).toEqual([
    "README.txt",
    "audit.json",
    "backups.json",
    "clock.json",
    "configuration.json",
    "database.json",
    "folder.json",
    "health.json",
    "log-file.txt",
    "log.txt",
    "machine.json",
    "metrics.txt",
    "printers.json",
    "storage.json",
    "tokens.json",
    "webhooks.json",
    "workspaces.json",
  ]);
  for (const text of files.values()) expect(text).not.toContain("could not be told");
  expect(parsed("machine.json")).toMatchObject({ platform: process.platform, version: expect.any(String) });
  expect(parsed("configuration.json")).toMatchObject({
    "log-to": "file",
    port: "0",
    "backup-bucket-secret": "(not shown)",
  });
  expect(parsed("health.json")).toMatchObject({ canPrint: true });
  expect(parsed("database.json")).toMatchObject({ journal_mode: "wal", user_version: expect.any(Number) });
  expect(parsed("workspaces.json")).toMatchObject([{ slug: "default", index: { prints: 1 }, rules: 1 }]);
  const printers = parsed("printers.json") as { settings: { name: string; poll: string | null } }[];
  expect(printers.map(({ settings }) => settings.name)).toEqual(expect.arrayContaining(["bar", "cloud"]));
  expect(printers.find(({ settings }) => settings.name === "bar")?.settings.poll).toBe(
    "http://127.0.0.1:9/…",
  );
  expect(files.get("tillroll-diagnostics/metrics.txt")).toContain("tillroll_can_print 1");
  expect(files.get("tillroll-diagnostics/log.txt")).toContain("a search took long");
  expect(files.get("tillroll-diagnostics/log-file.txt")).toContain("GET /api/me 200");
});

test("nothing of receipts and no secret is in it", () => {
  expect(secrets.filter((secret) => secret.length < 10)).toEqual([]);
  for (const [name, text] of files)
    for (const secret of ["canary-", ...secrets])
      expect([name, secret, text.includes(secret)]).toEqual([name, secret, false]);
});

test("the canaries are where they could have come from", async () => {
  const database = readFileSync(join(service.folder, "tillroll.sqlite-wal"), "latin1");
  for (const name of ["label", "tag-value", "poll-password", "webhook-path", "token-name", "rule-label"])
    expect([name, database.includes(CANARY(name))]).toEqual([name, true]);
});

test("only who may see all workspaces may have it, and it is entered", async () => {
  expect((await service.fetch("/api/diagnostics", { token: admin })).status).toBe(403);
  expect((await service.fetch("/api/diagnostics", { token: null })).status).toBe(401);
  expect(await command("audit", "--act", "diagnostics.made")).toContain("diagnostics.made");
});

describe("without a service", () => {
  test("a bundle tells what the data folder shows", async () => {
    await service.stop();
    const file = join(folder, "offline.tar.gz");
    expect(await command("diagnostics", "--out", file)).toContain("No service answered");
    files = await unpacked(file);
    expect([...files.keys()].length).toBe(5);
    expect(parsed("database.json")).toMatchObject({ user_version: expect.any(Number) });
    for (const text of files.values())
      for (const secret of ["canary-", ...secrets])
        expect([secret, text.includes(secret)]).toEqual([secret, false]);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("a bundle goes to standard output, and nothing else does", async () => {
    const words = ["diagnostics", "--out", "-", "--data", service.folder];
    const child = Bun.spawn([binary(), ...words], { stdout: "pipe", stderr: "pipe" });
    const path = join(folder, "piped.tar.gz");
    await Bun.write(path, await new Response(child.stdout).bytes());
    expect(await child.exited).toBe(0);
    expect([...(await unpacked(path)).keys()]).toEqual([...files.keys()]);
  });

  test("a folder that is damaged, or is none, still gives one", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    writeFileSync(join(empty, "tillroll.sqlite"), "no database at all");
    const file = join(folder, "damaged.tar.gz");
    const { exitCode } = await run(["diagnostics", "--out", file, "--data", empty]);
    const database = (await unpacked(file)).get("tillroll-diagnostics/database.json");
    expect([exitCode, database]).toEqual([0, expect.stringContaining("could not be told")]);
  });
});
