import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { AuditEntryAnswer } from "../../src/contract/audit.ts";
import type { InvitedPersonAnswer, PersonAnswer } from "../../src/contract/person.ts";
import type { MeAnswer, SessionAnswer } from "../../src/contract/service.ts";
import { type ErrorAnswer, run, Service } from "../service.ts";
import { administrator, as, byLink, byPassword, sendForm, type SignedIn } from "./signed-in.ts";

const PASSWORD = "seven plain words are enough";
const OTHER = "and now there are other words";

let service: Service;
let owner: SignedIn;
beforeAll(async () => {
  service = await Service.start();
  owner = await administrator(service);
});
afterAll(() => service.end());

let made = 0;

/** Makes a person with a password. */
async function create(settings: Record<string, unknown> = {}): Promise<PersonAnswer> {
  const json = { name: `Person ${made++}`, role: "operator", password: PASSWORD, ...settings };
  const response = await as(service, owner, "POST", "/api/people", json);
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as InvitedPersonAnswer).person;
}

const me = async (who: SignedIn) => (await (await as(service, who, "GET", "/api/me")).json()) as MeAnswer;
const isIn = async (who: SignedIn) => (await as(service, who, "GET", "/api/me")).status === 200;
const issues = async (response: Response) => ((await response.json()) as ErrorAnswer).data.issues ?? [];

describe("a person", () => {
  test("signs in with a name, in whatever case, and a password, and is who they are", async () => {
    const { name } = await create({ name: "Zoë Müller", workspace: "DEFAULT" });
    const zoe = await byPassword(service, "ZOË MÜLLER", PASSWORD);
    expect(await me(zoe)).toMatchObject({
      user: { name },
      role: "operator",
      rights: ["read", "write", "operate"],
      workspace: { slug: "default" },
      grants: [{ workspace: "default", group: null, scopes: ["operate"] }],
      hasPassword: true,
      needsPassword: true,
    });
    const sessions = (await (await as(service, zoe, "GET", "/api/sessions")).json()) as {
      items: SessionAnswer[];
    };
    expect(sessions.items).toMatchObject([
      { current: true, person: { name }, openedBy: "password", token: null },
    ]);
  });

  test("is invited by a link, which leads to choosing a password, once", async () => {
    const response = await as(service, owner, "POST", "/api/people", { name: "Invited", role: "viewer" });
    const { person, link } = (await response.json()) as InvitedPersonAnswer;
    expect(person).toMatchObject({ role: "viewer", workspace: null, hasPassword: false });
    const path = (link?.address ?? "").replace(service.address, "");
    const opened = await service.fetch(path, { token: null });
    expect(opened.headers.get("location")).toBe("/#/~/welcome");
    expect((await service.fetch(path, { token: null })).status).toBe(401);
  });

  test("has the rights of today's role, from the next request on", async () => {
    const { id, name } = await create();
    const who = await byPassword(service, name, PASSWORD);
    const change = (json: object) => as(service, owner, "PATCH", `/api/people/${id}`, json);
    expect((await change({ role: "viewer" })).status).toBe(200);
    expect((await me(who)).rights).toEqual(["read"]);
    expect((await as(service, who, "POST", "/api/workspace/default/prints/test")).status).toBe(403);
    await run(["workspace", "create", "elsewhere", "--data", service.folder]);
    const grants = [{ role: "administrator", workspace: "elsewhere", group: null }];
    const changed = await change({ grants });
    expect([changed.status, await changed.json()]).toEqual([
      200,
      expect.objectContaining({ role: "administrator", workspace: "elsewhere", grants }),
    ]);
    expect((await as(service, who, "POST", "/api/workspace/default/prints/test")).status).toBe(404);
    expect((await me(who)).rights).toEqual(["read", "write", "operate", "admin"]);
  });

  test("that is removed is out at once, and the name is free again", async () => {
    const { id, name } = await create();
    const who = await byPassword(service, name, PASSWORD);
    const printed = await as(service, who, "POST", "/api/workspace/default/prints/test");
    expect((await printed.json()) as object).toMatchObject({ userId: id });
    expect((await as(service, owner, "DELETE", `/api/people/${id}`)).status).toBe(200);
    expect(await isIn(who)).toBe(false);
    expect((await sendForm(service, { name, password: PASSWORD })).status).toBe(401);
    expect((await create({ name })).id).toBeGreaterThan(id);
  });

  test("whose password is taken away is out at once, and gets in by the link alone", async () => {
    const { id, name } = await create();
    const who = await byPassword(service, name, PASSWORD);
    const reset = await as(service, owner, "POST", `/api/people/${id}/reset`);
    const { link, person } = (await reset.json()) as InvitedPersonAnswer;
    expect([await isIn(who), person.hasPassword]).toEqual([false, false]);
    expect((await sendForm(service, { name, password: PASSWORD })).status).toBe(401);
    const again = await byLink(service, link?.address ?? "");
    expect((await me(again)).needsPassword).toBe(false);
    expect((await as(service, again, "POST", "/api/me/password", { password: OTHER })).status).toBe(200);
    expect(await isIn(await byPassword(service, name, OTHER))).toBe(true);
  });

  test("sees and ends their own sessions only; an administrator of the workspace its people's", async () => {
    const [one, other] = [await create(), await create({ workspace: "default" })];
    const chief = await create({ role: "administrator", workspace: "default" });
    const of = async ({ name }: PersonAnswer) => byPassword(service, name, PASSWORD);
    const [first, second, third] = [await of(one), await of(other), await of(chief)];
    const seen = async (who: SignedIn) => {
      const { items } = (await (await as(service, who, "GET", "/api/sessions")).json()) as {
        items: SessionAnswer[];
      };
      return items;
    };
    expect(new Set((await seen(first)).map(({ person }) => person?.id))).toEqual(new Set([one.id]));
    const ofChief = new Set((await seen(third)).map(({ person }) => person?.id));
    expect([ofChief.has(one.id), ofChief.has(other.id), ofChief.has(1)]).toEqual([false, true, false]);
    const [strange] = await seen(second);
    expect((await as(service, first, "DELETE", `/api/sessions/${strange?.id}`)).status).toBe(404);
    expect((await as(service, third, "DELETE", `/api/sessions/${strange?.id}`)).status).toBe(200);
    expect([await isIn(first), await isIn(second)]).toEqual([true, false]);
  });

  test.each([
    [{ name: "ADMINISTRATOR", role: "viewer" }, 409],
    [{ name: "", role: "viewer" }, 400],
    [{ name: " a", role: "viewer" }, 400],
    [{ name: "a\nb", role: "viewer" }, 400],
    [{ name: "x".repeat(101), role: "viewer" }, 400],
    [{ name: "a", role: "chief" }, 400],
    [{ name: "a", role: "viewer", workspace: "nowhere" }, 404],
    [{ name: "a", role: "viewer", password: "short" }, 400],
    [{ name: "a", role: "viewer", grants: [{ workspace: "default" }] }, 400],
    [{ name: "a", role: "viewer", grants: [{ role: "viewer", workspace: "nowhere" }] }, 404],
    [{ name: "a", role: "viewer", grants: [{ role: "viewer", group: "north" }] }, 409],
    [{ name: "a", role: "viewer", grants: [] }, 409],
    [{ role: "viewer" }, 400],
  ])("%j is answered %i", async (json, status) => {
    expect((await as(service, owner, "POST", "/api/people", json)).status).toBe(status);
  });

  test("the last administrator of all workspaces stays one", async () => {
    for (const [method, json] of [
      ["DELETE", undefined],
      ["PATCH", { role: "operator" }],
      ["PATCH", { workspace: "default" }],
    ] as const)
      expect((await as(service, owner, method, "/api/people/1", json)).status).toBe(409);
    const { id } = await create({ role: "administrator" });
    expect((await as(service, owner, "DELETE", `/api/people/${id}`)).status).toBe(200);
  });

  test("every act is entered, by whom, and no password or link is", async () => {
    const { id, name } = await create();
    await as(service, owner, "PATCH", `/api/people/${id}`, { role: "viewer" });
    const reset = await as(service, owner, "POST", `/api/people/${id}/reset`);
    const { link } = (await reset.json()) as InvitedPersonAnswer;
    const who = await byLink(service, link?.address ?? "");
    await as(service, who, "POST", "/api/me/password", { password: OTHER });
    await as(service, owner, "DELETE", `/api/people/${id}`);
    const listed = await as(service, owner, "GET", `/api/audit?subject=${id}&limit=10`);
    const text = await listed.text();
    const { items } = JSON.parse(text) as { items: AuditEntryAnswer[] };
    expect(items.map(({ act, actor }) => [act, actor.name])).toEqual([
      ["person.removed", "administrator"],
      ["person.password-set", name],
      ["person.reset", "administrator"],
      ["person.changed", "administrator"],
      ["person.created", "administrator"],
    ]);
    const secrets = [PASSWORD, OTHER, (link?.address ?? "").split("=")[1] ?? "", "argon2"];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe("a password", () => {
  test("is set by who has come by a link without the one before; other sessions end", async () => {
    const { name } = await create({ role: "viewer" });
    const [here, there] = [
      await byPassword(service, name, PASSWORD),
      await byPassword(service, name, PASSWORD),
    ];
    const set = (who: SignedIn, json: object) => as(service, who, "POST", "/api/me/password", json);
    const missing = await set(here, { password: OTHER });
    expect(await issues(missing)).toEqual([{ path: "current", message: "is not your password." }]);
    expect((await set(here, { password: OTHER, current: "not that one" })).status).toBe(400);
    expect((await set(here, { password: OTHER, current: PASSWORD })).status).toBe(200);
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect((await sendForm(service, { name, password: PASSWORD })).status).toBe(401);
    expect(await isIn(await byPassword(service, name, OTHER))).toBe(true);
  });

  test("is none of a token, and of none that rests on one", async () => {
    const rests = await sendForm(service, { token: service.token });
    const headers = {
      Cookie: (rests.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
      Origin: service.address,
    };
    for (const who of [headers, { Authorization: `Bearer ${service.token}` }] as const)
      expect((await as(service, who, "POST", "/api/me/password", { password: PASSWORD })).status).toBe(409);
  });

  test("only its hash is stored, by argon2id", async () => {
    await create();
    let text = "";
    for (const file of ["tillroll.sqlite", "tillroll.sqlite-wal"])
      text += Buffer.from(await Bun.file(`${service.folder}/${file}`).bytes()).toString("latin1");
    expect([text.includes(PASSWORD), text.includes("$argon2id$v=19$m=19456,t=2,p=1$")]).toEqual([
      false,
      true,
    ]);
  });

  test("of nobody is asked for by nobody: until somebody has one the page asks for a token", async () => {
    const fresh = await Service.start();
    try {
      const page = async () => (await fresh.fetch("/sign-in", { token: null })).text();
      expect([(await page()).includes('name="password"'), (await page()).includes('name="token"')]).toEqual([
        false,
        true,
      ]);
      const first = await administrator(fresh);
      await as(fresh, first, "POST", "/api/me/password", { password: PASSWORD });
      expect(await page()).toMatch(/name="name"[^>]*autocomplete="username"/s);
      expect(await page()).toMatch(/name="password"[^>]*autocomplete="current-password"/s);
    } finally {
      await fresh.end();
    }
  });

  test("that is wrong shows the page again, with the name and without the password", async () => {
    const response = await sendForm(service, { name: `"><b>nobody`, password: "wrong & wrong" });
    const page = await response.text();
    expect([response.status, response.headers.get("set-cookie")]).toEqual([401, null]);
    expect(page).toContain("The name or the password is not right.");
    expect(page).toContain('value="&quot;&gt;&lt;b&gt;nobody"');
    expect(page).not.toContain("wrong &amp; wrong");
  });

  test("is taken from our own page only", async () => {
    const { name } = await create();
    for (const Origin of ["https://evil.example", "null"]) {
      const response = await sendForm(service, { name, password: PASSWORD }, { Origin });
      expect([response.status, response.headers.get("set-cookie")]).toEqual([401, null]);
    }
  });
});

describe("a code for a phone", () => {
  interface Code {
    readonly id: string;
    readonly addresses: readonly string[];
    readonly svg: string;
  }

  const show = async (who: SignedIn) =>
    (await (await as(service, who, "POST", "/api/sign-in-codes")).json()) as Code;
  const codeOf = ({ addresses: [address = ""] }: Code) => address.split("code=")[1] ?? "";
  const outcome = async (who: SignedIn, { id }: Code) =>
    (await (await as(service, who, "GET", `/api/sign-in-codes/${id}`)).json()) as { state: string };

  test("signs in once, with the rights of who showed it, and the screen hears of it", async () => {
    const { id, name } = await create();
    const who = await byPassword(service, name, PASSWORD);
    const code = await show(who);
    expect(code.svg).toStartWith("<svg ");
    const heard = outcome(who, code);
    // A scanner that looks where it leads does not use it up.
    for (let times = 0; times < 2; times++) {
      const looked = await service.fetch(`/sign-in?code=${codeOf(code)}`, { token: null });
      expect([looked.status, looked.headers.get("set-cookie")]).toEqual([200, null]);
      const page = await looked.text();
      expect([page.includes(name), page.includes("data-phone")]).toEqual([true, true]);
    }
    // Nobody who is signed in becomes another one by following a link.
    const lured = await as(service, owner, "GET", `/sign-in?code=${codeOf(code)}`);
    expect(await lured.text()).not.toContain("data-phone");
    const signedIn = await sendForm(service, { code: codeOf(code) });
    const phone = {
      Cookie: (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
      Origin: service.address,
    };
    expect(await heard).toEqual({ state: "used" });
    expect(await me(phone)).toMatchObject({ user: { id }, role: "operator" });
    expect((await sendForm(service, { code: codeOf(code) })).status).toBe(401);
    expect(await outcome(who, code)).toEqual({ state: "expired" });
  });

  test("shown by a session that rests on a token lets in for that token only", async () => {
    const rests = await sendForm(service, { token: service.token });
    const who = {
      Cookie: (rests.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
      Origin: service.address,
    };
    const signedIn = await sendForm(service, { code: codeOf(await show(who)) });
    const phone = {
      Cookie: (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
      Origin: service.address,
    };
    expect(await me(phone)).toMatchObject({ role: null, scopes: ["read", "write", "operate"] });
  });

  test("ends with the session that shows it, and with the next one that it shows", async () => {
    const { name } = await create();
    const who = await byPassword(service, name, PASSWORD);
    const [first, second] = [await show(who), await show(who)];
    expect((await sendForm(service, { code: codeOf(first) })).status).toBe(401);
    await as(service, who, "POST", "/sign-out");
    expect((await sendForm(service, { code: codeOf(second) })).status).toBe(401);
  });

  test("is no token's to show, and no stranger hears what becomes of it", async () => {
    expect((await service.fetch("/api/sign-in-codes", { method: "POST" })).status).toBe(409);
    const code = await show(owner);
    const { name } = await create();
    expect(await outcome(await byPassword(service, name, PASSWORD), code)).toEqual({ state: "expired" });
  });
});

describe("by commands", () => {
  const data = () => ["--data", service.folder];

  test("people are made, listed, given another role, reset and removed", async () => {
    const created = await run(["user", "create", "Cleo", "--role", "operator", ...data()]);
    const cleo = await byLink(service, created.stdout.trim());
    expect((await me(cleo)).role).toBe("operator");
    expect((await run(["user", "list", ...data()])).stdout).toMatch(/^\d+ +Cleo +operator +all +- +/m);
    const role = await run(["user", "role", "cleo", "viewer", "--workspace", "default", ...data()]);
    expect(role.stdout).toBe("Cleo is viewer of default.\n");
    expect((await me(cleo)).rights).toEqual(["read"]);
    // Another role is for no more than the one before.
    const wider = await run(["user", "role", "cleo", "administrator", ...data()]);
    expect(wider.stdout).toBe("Cleo is administrator of default.\n");
    expect((await me(cleo)).rights).not.toContain("service");
    const all = await run(["user", "role", "cleo", "operator", "--all-workspaces", ...data()]);
    expect(all.stdout).toBe("Cleo is operator of all workspaces.\n");
    const reset = await run(["user", "reset", "Cleo", ...data()]);
    expect(await isIn(cleo)).toBe(false);
    const again = await byLink(service, reset.stdout.trim());
    expect(await run(["user", "remove", "Cleo", ...data()])).toMatchObject({ exitCode: 0 });
    expect(await isIn(again)).toBe(false);
  });

  test("a password comes from standard input, never from the command line", async () => {
    const words = ["user", "create", "Dora", "--password-stdin", ...data()];
    const short = await run(words, { input: new TextEncoder().encode("tillroll1\n") });
    expect([short.exitCode, short.stderr]).toEqual([2, expect.stringContaining("at least 10 characters")]);
    const created = await run(words, { input: new TextEncoder().encode(`${PASSWORD}\r\n`) });
    expect([created.exitCode, created.stdout]).toEqual([0, "Dora\n"]);
    expect((await me(await byPassword(service, "dora", PASSWORD))).role).toBe("viewer");
  });

  test("what cannot be done is said", async () => {
    for (const [words, exitCode, said] of [
      [["user", "reset", "Nobody"], 1, "There is no person"],
      [["user", "role", "administrator", "viewer"], 1, "last administrator"],
      [["user", "remove", "administrator"], 1, "last administrator"],
      [["user", "create", "administrator"], 1, "already"],
      [["user", "role", "Nobody", "chief"], 2, "viewer|operator|administrator"],
    ] as const) {
      const { exitCode: code, stderr } = await run([...words, ...data()]);
      expect([words.join(" "), code, stderr]).toEqual([
        words.join(" "),
        exitCode,
        expect.stringContaining(said),
      ]);
    }
  });
});
