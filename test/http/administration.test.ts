import { join } from "node:path";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeAuthority, makeLeaf } from "../../src/certificates/local-authority.ts";
import type { ConfigurationAnswer, ConfigurationCheckAnswer } from "../../src/contract/configuration.ts";
import type { InvitedPersonAnswer } from "../../src/contract/person.ts";
import type { LogEntriesAnswer, ModelsAnswer, SystemAnswer } from "../../src/contract/system.ts";
import type { MadeTokenAnswer, TokenAnswer } from "../../src/contract/token.ts";
import { as, byPassword } from "../people/signed-in.ts";
import { freePort, run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";

/* What the service's administrator does from elsewhere: tokens, workspaces, and looking how the service gets on. */

const SECRET_KEY = "geheim-key";
const backups = temporaryFolder();
let service: Service;
let cookie = "";
beforeAll(async () => {
  service = await Service.start({
    flags: ["--https-port", String(freePort()), "--backup-to", backups, "--client-rate", "3000000"],
    environment: { TILLROLL_BACKUP_BUCKET_SECRET: SECRET_KEY },
  });
  const signedIn = await fetch(await service.signInLink(), { redirect: "manual" });
  cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
});
afterAll(async () => {
  await service.end();
  rmSync(backups, { recursive: true });
});

/** A request of a page of the dashboard, where the administrator is signed in. */
async function ask<Answer>(path: string, json?: object, method?: string): Promise<Answer> {
  const response = await asked(path, json, method);
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

function asked(path: string, json?: object, method?: string): Promise<Response> {
  const headers = { Cookie: cookie, Origin: service.address };
  return service.fetch(path, {
    token: null,
    headers,
    ...(json !== undefined && { json }),
    ...(method !== undefined && { method }),
  });
}

/** A token of the workspace `default` with the scope admin. */
async function adminToken(): Promise<MadeTokenAnswer> {
  return ask<MadeTokenAnswer>("/api/tokens", { workspace: "default", scopes: ["admin"] });
}

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

describe("tokens", () => {
  test("one is made, shown once, used, listed and revoked", async () => {
    const made = await ask<MadeTokenAnswer>("/api/tokens", {
      workspace: "default",
      name: "till 2",
      scopes: ["read"],
      expiresAt: "2099-12-31",
    });
    expect(made).toMatchObject({
      name: "till 2",
      scopes: ["read"],
      state: "valid",
      expiresAt: "2099-12-31T00:00:00.000Z",
      lastUsedAt: null,
    });
    const { token } = made;
    expect((await service.fetch("/api/me", { token })).status).toBe(200);
    const find = async () => {
      const { items } = await ask<{ items: TokenAnswer[] }>("/api/tokens");
      expect(JSON.stringify(items)).not.toContain(token.split(".")[1] ?? "none");
      return items.find(({ id }) => id === made.id);
    };
    await until(async () => (await find())?.lastUsedAt !== null);
    expect(await ask<TokenAnswer>(`/api/tokens/${made.id}`, undefined, "DELETE")).toMatchObject({
      state: "revoked",
    });
    expect((await service.fetch("/api/me", { token })).status).toBe(401);
    expect((await find())?.state).toBe("revoked");
  });

  test("a token makes none, but revokes those of its workspace, and no others", async () => {
    const { token } = await adminToken();
    await ask("/api/workspaces", { slug: "other" });
    const foreign = await ask<MadeTokenAnswer>("/api/tokens", { workspace: "other" });
    const own = await ask<MadeTokenAnswer>("/api/tokens", { workspace: "default" });
    const json = { workspace: "default", scopes: ["admin"] };
    expect(await codeOf(await service.fetch("/api/tokens", { token, json }))).toBe(
      "API_TOKEN_SCOPE_INSUFFICIENT",
    );
    const listed = await service.fetch("/api/tokens", { token });
    const { items } = (await listed.json()) as { items: TokenAnswer[] };
    expect(new Set(items.map(({ workspace }) => workspace))).toEqual(new Set(["default"]));
    const revoke = (id: string) => service.fetch(`/api/tokens/${id}`, { token, method: "DELETE" });
    expect((await revoke(foreign.id)).status).toBe(404);
    expect((await revoke(own.id)).status).toBe(200);
  });

  test.each([
    [{}, "workspace"],
    [{ workspace: null }, "workspace"],
    [{ workspace: "default", group: "north" }, "group"],
    [{ workspace: "default", scopes: [] }, "scopes"],
    [{ workspace: "default", scopes: ["root"] }, "scopes"],
    [{ workspace: "default", expiresAt: "2001-01-01" }, "expiresAt"],
  ])("%j is refused for its %s", async (json, path) => {
    const response = await asked("/api/tokens", json);
    const { code, data } = (await response.json()) as { code: string; data: { issues: { path: string }[] } };
    expect([code, data.issues[0]?.path]).toEqual(["BAD_REQUEST", path]);
  });
});

describe("workspaces", () => {
  test("one is made, and its settings are changed", async () => {
    expect(await ask("/api/workspaces", { slug: "Branch-2", width: 42 })).toMatchObject({
      slug: "Branch-2",
      width: 42,
    });
    const settings = "/api/workspace/branch-2/settings";
    expect(await ask(settings)).toEqual({
      model: null,
      width: 42,
      printQuota: null,
      requestRate: null,
      charset: null,
      profile: null,
      defaultRules: true,
      fiscalCodes: true,
      maskCardNumbers: true,
      recognitionLanguages: [],
    });
    const patch = { width: null, charset: "western", printQuota: 5, recognitionLanguages: ["eng", "deu"] };
    expect(await ask(settings, patch, "PATCH")).toMatchObject(patch);
    expect(await ask(settings)).toMatchObject({ ...patch, defaultRules: true });
    expect(await codeOf(await asked("/api/workspaces", { slug: "BRANCH-2" }))).toBe("CONFLICT");
    expect(await codeOf(await asked(settings, { width: 7, nonsense: 1 }, "PATCH"))).toBe("BAD_REQUEST");
  });

  test("a workspace does not lift its own limits", async () => {
    const { token } = await adminToken();
    const change = (json: object) =>
      service.fetch("/api/workspace/default/settings", { token, json, method: "PATCH" });
    expect((await change({ width: 42, printQuota: null })).status).toBe(200);
    expect(await codeOf(await change({ printQuota: 1000 }))).toBe("API_TOKEN_SCOPE_INSUFFICIENT");
    expect((await service.fetch("/api/workspaces", { token, json: { slug: "mine" } })).status).toBe(403);
  });
});

describe("the system", () => {
  test("facts are told of this machine", async () => {
    await service.store();
    const system = await ask<SystemAnswer>("/api/system");
    expect(system).toMatchObject({ dataFolder: service.folder, configurationFile: null });
    expect(system.workspaces[0]).toMatchObject({ slug: "default", index: { prints: 1 } });
    const { freeBytes = 0, totalBytes = 0 } = system.disk ?? {};
    expect(system.database.engine).toMatch(/^SQLite 3\.\d+\.\d+$/);
    expect([Number(freeBytes) > 0, Number(totalBytes) > Number(freeBytes)]).toEqual([true, true]);
    expect(Bun.file(join(service.folder, "tillroll.sqlite")).size).toBeLessThanOrEqual(
      Number(system.database.bytes) + Number(system.database.logBytes),
    );
  });

  test("the log is told, and goes on", async () => {
    for (let number = 0; number < 3; number++) await ask("/api/certificate/renew", {});
    const { items } = await ask<LogEntriesAnswer>("/api/log?lines=2");
    expect(items.map(({ level }) => level)).toEqual(["info", "info"]);
    expect((await ask<LogEntriesAnswer>("/api/log?level=error")).items).toEqual([]);
    const response = await asked("/api/log/stream");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await ask("/api/certificate/renew", {});
    let heard = "";
    while (!heard.includes("this machine has a new certificate"))
      heard += (await reader?.read())?.value ?? "";
    expect(heard).toMatch(/^: listening\n\nevent: line\ndata: \{"at":/);
    await reader?.cancel();
  });

  test("the log is told no further to who is no administrator any more", async () => {
    const password = "seven plain words are enough";
    const { person } = await ask<InvitedPersonAnswer>("/api/people", {
      name: "Ada",
      role: "administrator",
      password,
    });
    const ada = await byPassword(service, "Ada", password);
    const stream = await as(service, ada, "GET", "/api/log/stream");
    expect(stream.status).toBe(200);
    await ask(`/api/people/${person.id}`, { role: "viewer" }, "PATCH");
    await ask("/api/certificate/renew", {});
    expect(await stream.text()).toBe(": listening\n\n");
    expect((await as(service, ada, "GET", "/api/log/stream")).status).toBe(403);
  });

  test("models are listed", async () => {
    const { items } = await ask<ModelsAnswer>("/api/models");
    expect(items.find(({ id }) => id === "epson-tm-t88v")).toEqual({
      id: "epson-tm-t88v",
      title: "Epson TM-T88V",
      language: "ESC/POS",
      columns: 42,
      dots: 512,
      dotsPerInch: 180,
    });
  });

  test("licences are told", async () => {
    const response = await asked("/api/licenses");
    expect([response.status, (await response.text()).includes("SQLite")]).toEqual([200, true]);
  });

  test("what is the whole service's is refused to tokens of a workspace", async () => {
    const { token } = await adminToken();
    for (const path of ["system", "log", "log/stream", "configuration", "clock", "certificate"])
      expect([path, (await service.fetch(`/api/${path}`, { token })).status]).toEqual([path, 403]);
  });
});

describe("the configuration", () => {
  test("settings are told with where they come from, and no secret", async () => {
    const { file, folders, items } = await ask<ConfigurationAnswer>("/api/configuration");
    expect([file, folders[0]]).toEqual([null, service.folder]);
    const find = (name: string) => items.find((item) => item.name === name);
    expect(find("client-rate")).toMatchObject({
      value: "3000000",
      isSet: true,
      from: "--client-rate",
      line: "client-rate = 3000000",
    });
    expect(find("max-print-bytes")).toMatchObject({
      isSet: false,
      from: "default",
      line: "# max-print-bytes = 10485760",
    });
    expect(find("backup-bucket-secret")).toMatchObject({
      value: "(not shown)",
      isSecret: true,
      from: "TILLROLL_BACKUP_BUCKET_SECRET",
    });
    expect(JSON.stringify(items)).not.toContain(SECRET_KEY);
  });

  test.each([
    ["port = 9181\n", 1, []],
    ["", 0, []],
    ["prot = 9181\n", 1, [{ line: 1, message: expect.stringContaining('Did you mean "port"?') }]],
    ["\nport =\n", 0, [{ line: 2, message: expect.stringContaining("This is no TOML") }]],
    ['port = "x"\n', 1, [{ line: 1, message: expect.stringContaining("port must be") }]],
    ["require-https = true\nhttps-port = 0\n", 2, [{ line: null, message: expect.any(String) }]],
  ])("%j is checked", async (text, settings, faults) => {
    const answer = await ask<ConfigurationCheckAnswer>("/api/configuration/check", { text });
    expect(answer).toEqual({ isRight: faults.length === 0, settings, faults });
  });

  test("a file that a text names is not read", async () => {
    const text = 'backup-bucket-secret-file = "/nowhere/at/all"\n';
    expect(await ask("/api/configuration/check", { text })).toMatchObject({ isRight: true });
  });
});

describe("the certificate", () => {
  test("one of the owner's own is taken, and given up again", async () => {
    const hosts = ["till.example"];
    const { certificate, key } = makeLeaf(makeAuthority(hosts, Date.now()), hosts, Date.now());
    const wrong = await asked("/api/certificate/replace", { certificate, key: "no key" });
    expect(await codeOf(wrong)).toBe("BAD_REQUEST");
    expect(await codeOf(await asked("/api/certificate/replace", { certificate, key: null }))).toBe(
      "BAD_REQUEST",
    );
    expect(await ask("/api/certificate/replace", { certificate, key })).toMatchObject({
      source: "own",
      trouble: null,
      hosts: ["till.example"],
    });
    expect(await ask("/api/certificate")).toMatchObject({ source: "own" });
    const local = { certificate: null, key: null };
    expect(await ask("/api/certificate/replace", local)).toMatchObject({ source: "local" });
  });
});

describe("rules", () => {
  test("a preview tells how many of the newest prints match, and changes nothing", async () => {
    await ask("/api/workspaces", { slug: "previewed" });
    const at = "/api/workspace/previewed";
    for (const text of ["Order 1\n", "Order 2\n", "nothing\n"])
      await ask(`${at}/prints/json`, { raw: btoa(text) });
    await ask(`${at}/prints/json`, { raw: btoa("Order 4\n"), label: "kept" });
    const rule = { pattern: "Order (\\d)", label: "No. $1", appliesTo: "all" };
    const preview = await ask<{ prints: { label: string }[] }>(`${at}/rules/preview`, rule);
    expect(preview).toMatchObject({ looked: 4, matched: 3, filled: 2 });
    expect(preview.prints.map(({ label }) => label)).toEqual(["No. 4", "No. 2", "No. 1"]);
    expect(await ask(`${at}/rules/preview`, { ...rule, appliesTo: "printers" })).toMatchObject({ looked: 0 });
    const { items } = await ask<{ items: { label: string | null }[] }>(`${at}/prints/search`, {});
    expect(items.map(({ label }) => label)).toEqual(["kept", null, null, null]);
    const wrong = await asked(`${at}/rules/preview`, { pattern: "(" });
    expect(await codeOf(wrong)).toBe("BAD_REQUEST");
  });
});

test("the audit log is exported as a table, all pages of it", async () => {
  for (let number = 0; number < 3; number++) await ask("/api/workspaces", { slug: `w${number}`, width: 40 });
  const response = await asked("/api/audit/export?act=workspace.created");
  expect(response.headers.get("content-disposition")).toMatch(/attachment; filename="audit-.*\.csv"/);
  const lines = (await response.text()).trim().split("\r\n");
  const { stdout } = await run(["audit", "--json", "--act", "workspace.created", "--data", service.folder]);
  expect(lines.length).toBe(stdout.trim().split("\n").length + 1);
  expect(lines[1]).toMatch(/workspace\.created,A workspace was made\.,w2,,session,.*,administrator,127/);
  expect((await asked("/api/audit/export?actor=x&limit=3")).status).toBe(400);
});

test("the newest backup is tried", async () => {
  await ask("/api/backups", {});
  type Answer = {
    lastRun: { made: unknown } | null;
    isTrying: boolean;
    trial: { fault: unknown; prints: number };
  };
  await until(async () => (await ask<Answer>("/api/backups")).lastRun !== null);
  expect(await ask("/api/backups/verify", {})).toMatchObject({ isTrying: true });
  await until(async () => !(await ask<Answer>("/api/backups")).isTrying);
  const { trial } = await ask<Answer>("/api/backups");
  expect(trial).toMatchObject({ fault: null });
  expect(trial.prints).toBeGreaterThan(0);
});
