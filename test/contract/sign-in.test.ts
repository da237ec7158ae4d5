import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REQUEST_LIMITS } from "../../src/domain/limits.ts";
import { SESSION_LIMITS } from "../../src/domain/person-limits.ts";
import { sessionCookie } from "../session-cookie.ts";
import { binary, NO_PRINTER_PORTS, run, Service, temporaryFolder } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

const FOREIGN = "http://evil.example";

interface SessionAnswer {
  readonly id: string;
  readonly current: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly client: string;
  readonly userAgent: string;
  readonly token: { readonly id: string; readonly name: string } | null;
}

const cookieOf = (response: Response) => (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  service.fetch(path, { token: null, headers, method });

/** Opens a one-time link, as a browser does. @returns the cookie */
async function signIn(headers: Record<string, string> = {}): Promise<string> {
  const link = await service.signInLink();
  return cookieOf(await get(link.replace(service.address, ""), headers));
}

/** Signs in with a token, at the page's form. @returns the cookie */
async function signInWith(token: string): Promise<string> {
  const response = await service.fetch("/sign-in", {
    token: null,
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: service.address },
    body: `token=${token}`,
  });
  return cookieOf(response);
}

const signOut = (headers: Record<string, string>) => get("/sign-out", headers, "POST");
const currentOf = async (cookie: string) =>
  (await sessions({ Cookie: cookie })).find(({ current }) => current);
const isSignedIn = async (cookie: string) => (await get("/api/me", { Cookie: cookie })).status === 200;

async function sessions(headers: Record<string, string>): Promise<readonly SessionAnswer[]> {
  const response = await get("/api/sessions", headers);
  return ((await response.json()) as { items: readonly SessionAnswer[] }).items;
}

async function createToken(...words: string[]): Promise<string> {
  return (await run(["token", "create", ...words, "--data", service.folder])).stdout.trim();
}

describe("a one-time link", () => {
  test.each([
    ["HEAD", "HEAD", {}, 200],
    ["a browser that looks ahead", "GET", { "Sec-Purpose": "prefetch;prerender" }, 425],
    ["a browser that looks ahead in the old way", "GET", { Purpose: "prefetch" }, 425],
    ["a program that shows previews", "GET", { "X-Purpose": "preview" }, 425],
  ])("is not used up by %s", async (_name, method, headers, status) => {
    const link = (await service.signInLink()).replace(service.address, "");
    for (let times = 0; times < 2; times++) {
      const looked = await get(link, headers, method);
      expect([looked.status, looked.headers.get("set-cookie")]).toEqual([status, null]);
    }
    const opened = await get(link);
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/"]);
    expect(await isSignedIn(cookieOf(opened))).toBe(true);
  });

  test("that was used leads to the dashboard who is signed in, and to the page nobody else", async () => {
    const link = (await service.signInLink()).replace(service.address, "");
    const cookie = cookieOf(await get(link));
    const again = await get(link, { Cookie: cookie });
    expect([again.status, again.headers.get("location"), again.headers.get("set-cookie")]).toEqual([
      303,
      "/",
      null,
    ]);
    expect(await isSignedIn(cookie)).toBe(true);
    const stranger = await get(link);
    expect(stranger.status).toBe(401);
    expect(await stranger.text()).toContain("was used or has expired");
  });

  test("opened by who is signed in replaces that session", async () => {
    const before = await signIn();
    const after = await signIn({ Cookie: before });
    expect([await isSignedIn(before), await isSignedIn(after)]).toEqual([false, true]);
  });
});

describe("signing out", () => {
  test.each([
    ["another site", { Origin: FOREIGN }],
    ["another port of this machine", { Origin: "http://127.0.0.1:1" }],
    ["a page without an origin", { Origin: "null" }],
    ["a program that names no origin", {}],
  ])("by %s changes neither the cookie nor the session", async (_name, headers) => {
    const cookie = await signIn();
    const refused = await signOut({ Cookie: cookie, ...headers });
    expect([refused.status, refused.headers.get("set-cookie")]).toEqual([401, null]);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test("ends the session and the cookie, and a crash the next moment does not bring it back", async () => {
    const own = await Service.start();
    const link = (await own.signInLink()).replace(own.address, "");
    const cookie = cookieOf(await own.fetch(link, { token: null }));
    const headers = { Cookie: cookie, Origin: own.address };
    const out = await own.fetch("/sign-out", { token: null, method: "POST", headers });
    await own.stop("SIGKILL");
    const ended = out.headers.get("set-cookie") ?? "";
    expect(ended).toStartWith(`${sessionCookie(own.address, "")};`);
    expect(ended).toContain("Max-Age=0");
    const next = await Service.start({ folder: own.folder, token: own.token });
    try {
      const me = await next.fetch("/api/me", { token: null, headers: { Cookie: cookie } });
      expect(me.status).toBe(401);
    } finally {
      await next.end();
    }
  });
});

describe("sessions", () => {
  test("are listed with what tells them apart, and not with what opens them", async () => {
    const cookie = await signIn({ "User-Agent": `Firefox ${"x".repeat(1000)}` });
    const items = await sessions({ Cookie: cookie });
    const [mine, ...more] = items.filter(({ current }) => current);
    expect(more).toEqual([]);
    expect(mine).toMatchObject({ client: "127.0.0.1", token: null });
    expect(mine?.userAgent).toStartWith("Firefox");
    expect(mine?.userAgent.length).toBe(SESSION_LIMITS.userAgentCharacters);
    expect(Math.abs(Date.parse(mine?.createdAt ?? "") - Date.now())).toBeLessThan(60_000);
    expect(mine?.lastUsedAt).toBe(mine?.createdAt ?? "");
    // Neither the id nor what the table keeps is a cookie.
    using database = new Database(join(service.folder, "tillroll.sqlite"), { readonly: true });
    const row = database
      .query<{ hash: Uint8Array }, [string]>("SELECT secret_hash AS hash FROM person_session WHERE id = ?")
      .get(mine?.id ?? "");
    const guesses = [
      mine?.id ?? "",
      row?.hash.toHex() ?? "",
      row?.hash.toBase64({ alphabet: "base64url" }) ?? "",
    ];
    for (const guess of guesses) expect(await isSignedIn(sessionCookie(service.address, guess))).toBe(false);
    expect(row?.hash.toHex()).not.toContain(mine?.id ?? "");
  });

  test("are seen and ended by who may: all, those of a workspace, or one's own", async () => {
    await run(["workspace", "create", "bar", "--data", service.folder]);
    const till = await createToken("--name", "till");
    const other = await createToken();
    const admin = await createToken("--scopes", "admin");
    const foreign = await createToken("--scopes", "admin", "--workspace", "bar");
    const [ofTill, ofOther, owner] = [await signInWith(till), await signInWith(other), await signIn()];
    const session = await currentOf(ofTill);
    expect(session?.token).toEqual({ id: till.slice(3).split(".")[0] ?? "", name: "till" });
    const id = session?.id ?? "";
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    const sees = async (headers: Record<string, string>) =>
      (await sessions(headers)).some((each) => each.id === id);
    const own = { Origin: service.address };
    const ends = async (headers: Record<string, string>) =>
      (await get(`/api/sessions/${id}`, headers, "DELETE")).status;
    for (const headers of [bearer(other), bearer(foreign), { Cookie: ofOther, ...own }]) {
      expect(await sees(headers)).toBe(false);
      expect(await ends(headers)).toBe(404);
    }
    for (const headers of [bearer(till), bearer(admin), { Cookie: ofTill }, { Cookie: owner }])
      expect(await sees(headers)).toBe(true);
    const administrators = await currentOf(owner);
    expect((await sessions(bearer(admin))).some((each) => each.id === administrators?.id)).toBe(false);
    expect((await get("/api/sessions")).status).toBe(401);
    // Another site acts in nobody's name.
    expect(await ends({ Cookie: ofTill, Origin: FOREIGN })).toBe(403);
    expect(await isSignedIn(ofTill)).toBe(true);
    expect(await ends({ Cookie: owner, ...own })).toBe(200);
    expect(await isSignedIn(ofTill)).toBe(false);
    expect(await ends(bearer(admin))).toBe(404);
    expect(await isSignedIn(ofOther)).toBe(true);
  });

  test("one that ends itself loses its cookie", async () => {
    const cookie = await signIn();
    const mine = await currentOf(cookie);
    const headers = { Cookie: cookie, Origin: service.address };
    const ended = await get(`/api/sessions/${mine?.id}`, headers, "DELETE");
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
    expect(((await ended.json()) as SessionAnswer).id).toBe(mine?.id ?? "");
  });

  test("are listed and ended by commands", async () => {
    const data = ["--data", service.folder];
    const [first, second] = [await signIn({ "User-Agent": "First browser" }), await signIn()];
    const id = (await sessions({ Cookie: first })).find(({ current }) => current)?.id ?? "";
    const listed = await run(["session", "list", ...data]);
    expect(listed.stdout).toMatch(/^ID +LAST USED +CREATED +ADDRESS +PERSON +TOKEN +BROWSER/);
    expect(listed.stdout).toMatch(
      new RegExp(`^${id} .*127\\.0\\.0\\.1 +administrator +- +First browser`, "m"),
    );
    expect(await run(["session", "end", id, ...data])).toMatchObject({ exitCode: 0 });
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true]);
    expect(await run(["session", "end", id, ...data])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("no such session"),
    });
    expect((await run(["session", "end", ...data])).exitCode).toBe(2);
    expect((await run(["session", "end", id, "--all", ...data])).exitCode).toBe(2);
    // A variable that is there for another command ends nothing.
    const environment = { TILLROLL_ALL: "true" };
    expect((await run(["session", "end", ...data], { environment })).exitCode).toBe(2);
    expect((await run(["session", "end", "--all", ...data])).stdout).toMatch(/^\d+ sessions are ended\.\n$/);
    expect(await isSignedIn(second)).toBe(false);
    expect((await run(["session", "list", ...data])).stdout.trim().split("\n")).toHaveLength(1);
  });
});

describe("guesses are throttled, and what is good goes on working", () => {
  let own: Service;
  beforeAll(async () => {
    own = await Service.start();
  });
  afterAll(() => own.end());
  const ask = (path: string, headers: Record<string, string> = {}) =>
    own.fetch(path, { token: null, headers });

  test("of links, of cookies, and of both together", async () => {
    const good = cookieOf(await ask((await own.signInLink()).replace(own.address, "")));
    const link = (await own.signInLink()).replace(own.address, "");
    const stale = { Cookie: sessionCookie(own.address, "nonsense") };
    const most = REQUEST_LIMITS.badTokensPerAddress;
    const statuses: number[] = [];
    for (let guess = 0; guess < most; guess++) {
      const [path, headers] = [
        ["/sign-in?code=no", {}],
        ["/api/me", stale],
        ["/", stale],
      ][guess % 3] as [string, {}];
      statuses.push((await ask(path, headers)).status);
    }
    expect(statuses).not.toContain(429);
    const refused = await ask("/sign-in?code=no");
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining("wrong too often")]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask("/api/me", stale)).status).toBe(429);
    expect((await ask("/", stale)).status).toBe(429);
    expect((await ask("/api/me", { Cookie: good })).status).toBe(200);
    expect((await ask("/sign-in")).status).toBe(200);
    expect((await ask(link)).status).toBe(303);
    expect((await own.fetch("/api/me")).status).toBe(200);
  });

  test("a stream of events ends with its session, also when its address has guessed too much", async () => {
    const { address, folder } = own;
    const cookie = cookieOf(await ask((await own.signInLink()).replace(address, "")));
    const stream = await ask("/api/workspace/default/events", { Cookie: cookie });
    const reader = stream.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain("listening");
    let refused = 0;
    for (let guess = 0; guess <= REQUEST_LIMITS.badTokensPerAddress; guess++)
      refused = (await ask("/sign-in?code=no")).status;
    expect(refused).toBe(429);
    await run(["session", "end", "--all", "--data", folder]);
    // Who may listen is looked at with each event.
    const heard = { isEnded: false };
    const ending = (async () => {
      while ((await reader?.read())?.done === false);
      heard.isEnded = true;
    })();
    for (let prints = 0; !heard.isEnded && prints < 200; prints++) {
      await own.store();
      await Bun.sleep(20);
    }
    expect(heard.isEnded).toBe(true);
    await ending;
  });

  test("a cookie that has ended is taken back at once, so that no browser guesses without knowing", async () => {
    const response = await get("/", { Cookie: sessionCookie(service.address, "ended") });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/sign-in"]);
    expect(response.headers.get("set-cookie")).toContain("Max-Age=0");
    // Without one there is nothing to take back.
    expect((await get("/")).headers.get("set-cookie")).toBeNull();
  });

  test("bad links write nothing", async () => {
    const committed = async () =>
      Number(/tillroll_commit_duration_seconds_count (\d+)/.exec(await (await get("/metrics")).text())?.[1]);
    const before = await committed();
    for (let guess = 0; guess < 5; guess++) await get("/sign-in?code=no");
    // Another's last use may be stored meanwhile.
    expect(await committed()).toBeLessThan(before + 3);
  });
});

describe("what a start tells", () => {
  const LINK = /sign-in\?code=/;

  test("a pipe or a journal: how to get a link, and none", async () => {
    expect(service.greeting).not.toMatch(LINK);
    expect(service.greeting).toContain('"tillroll sign-in"');
    expect(service.greeting).toMatch(/at_\S+/);
    expect(service.logged).not.toMatch(LINK);
  });

  test.skipIf(process.platform === "win32")("a terminal: a link that signs in, at each start", async () => {
    const folder = temporaryFolder();
    for (const start of ["first", "second"]) {
      let screen = "";
      const isTold = Promise.withResolvers<void>();
      const flags = ["--data", folder, "--host", "127.0.0.1", "--port", "0", "--no-open"];
      const child = Bun.spawn([binary(), "serve", ...flags], {
        cwd: tmpdir(),
        env: NO_PRINTER_PORTS,
        terminal: {
          cols: 300,
          rows: 50,
          data(_terminal, bytes) {
            screen += Buffer.from(bytes).toString();
            if (/Data {2,}\S+\r?\n/.test(screen)) isTold.resolve();
          },
        },
      });
      try {
        await Promise.race([isTold.promise, child.exited]);
        const link = /http:\S+code=[\w-]+/.exec(screen)?.[0] ?? "";
        const response = await fetch(link, { redirect: "manual" });
        expect([start, response.status, response.headers.get("location")]).toEqual([start, 303, "/"]);
      } finally {
        child.kill("SIGTERM");
        await child.exited;
        child.terminal?.close();
      }
    }
  });
});
