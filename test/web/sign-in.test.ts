import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Language } from "../../src/web/browser/texts/languages.ts";
import { pageLanguage } from "../../src/web/page-language.ts";
import { signInPage } from "../../src/web/sign-in-page.ts";
import { BrowserPage, TestService } from "./chromium.ts";

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open();
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

/** A page that nobody has filled in yet. */
const shown = { failure: null, name: "", phone: null, hasPasswords: false, isArchive: false };

test("the command that makes a link is that of the service", async () => {
  for (const failure of [null, { reason: "link" }] as const) {
    expect(await signInPage({ ...shown, failure }, "en")).toContain("<code>tillroll sign-in</code>");
    const ofArchive = await signInPage({ ...shown, failure, isArchive: true }, "en");
    expect(ofArchive).toContain("<code>tillroll archive sign-in</code>");
    expect(ofArchive).not.toContain("<code>tillroll sign-in</code>");
  }
});

test("names on the page are text, whatever they hold", async () => {
  const hostile = `<img src=x onerror=alert(1)> $& {{code}} <!-- phone -->`;
  const told = "&lt;img src=x onerror=alert(1)&gt; $&amp; {{code}} &lt;!-- phone --&gt;";
  for (const phone of [null, { code: "secret", name: hostile }]) {
    const html = await signInPage(
      { failure: null, name: hostile, phone, hasPasswords: true, isArchive: false },
      "en",
    );
    expect(html.split(told).length).toBe(2);
    expect(html).not.toContain("<img src=x");
    expect(html.includes("secret")).toBe(phone !== null);
  }
});

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "", "de"],
  ["fr,en;q=0.5,de;q=0.2", "", "en"],
  ["en;q=0.1, de", "", "de"],
  ["de;q=0, *", "", "en"],
  ["", "", "en"],
  // What was chosen in the dashboard comes before what the browser wants.
  ["en", "tillroll_session=x; tillroll_language=de", "de"],
  ["de", "tillroll_language=en", "en"],
  ["de", "tillroll_language=__proto__", "de"],
  ["de", "=%zz; tillroll_language", "de"],
] as const)("a browser that wants %p and has the cookie %p is shown %s", (accepted, cookie, language) => {
  const headers = new Headers({ "Accept-Language": accepted, Cookie: cookie });
  expect(pageLanguage({ headers })).toBe(language);
});

test.each([
  ["de", "Anmelden"],
  ["en", "Sign in"],
] as const)("in %s all of it is in that language", async (language, action) => {
  const html = await signInPage({ ...shown, hasPasswords: true }, language);
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain(`>${action}</button>`);
  expect(html).not.toMatch(/\{\{|signIn\./);
});

test.each(["password", "token", "link", "phone", "origin"] as const)(
  "a failure by %s is said",
  async (reason) => {
    const html = await signInPage({ ...shown, failure: { reason } }, "en");
    expect(/<p id="failure"[^>]*>([^{]+?)<\/p>/.exec(html)?.[1] ?? "").toMatch(/\w \w/);
  },
);

test("how long to wait is said in minutes", async () => {
  const told = async (retryAfterSeconds: number, language: Language) =>
    signInPage({ ...shown, failure: { reason: "limit", retryAfterSeconds }, hasPasswords: true }, language);
  expect(await told(59, "en")).toContain("Try again in one minute.");
  expect(await told(61, "de")).toContain("in 2 Minuten");
});

test("without a session a link to a print leads to signing in, and from there to the print", async () => {
  const { id } = await service.store("A shared receipt\n", { label: "Shared" });
  await page.go(`${service.address}/#/default/${id}`);
  await page.until(`location.pathname === "/sign-in"`);
  await page.untilText(".sign-in-hint", "tillroll sign-in");

  await page.fill("#token", "at_wrong.wrong");
  await page.click("button[type=submit]");
  await page.untilText("#failure", "unknown, expired or revoked");

  await page.fill("#token", service.token);
  await page.click("button[type=submit]");
  await page.untilText("#name", "Shared");
  expect(await page.view.evaluate("location.hash")).toBe(`#/default/${id}`);
  expect(await page.faults()).toEqual([]);
});

test("another site's form does not sign out", async () => {
  using foreign = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response(
        `<form method="post" action="${service.address}/sign-out"></form><script>document.forms[0].submit()</script>`,
        { headers: { "Content-Type": "text/html" } },
      ),
  });
  // Another site for the browser: a name, and not the address.
  await page.go(`http://localhost:${foreign.port}/`);
  await page.until(`location.pathname === "/sign-out" && document.body.innerText.includes("UNAUTHORIZED")`);
  await page.go(`${service.address}/`);
  await page.until(`location.pathname === "/"`);
  expect(await page.view.evaluate(`fetch("/api/me").then((answer) => answer.status)`)).toBe(200);
});

test("signing out ends the session", async () => {
  await page.click(".nav-more-button");
  await page.click(`form[action="/sign-out"] button`);
  await page.until(`location.pathname === "/sign-in"`);
  expect(await page.view.evaluate(`fetch("/api/me").then((answer) => answer.status)`)).toBe(401);
});

test("a one-time link signs in, and opened once more leads to the dashboard", async () => {
  const link = service.signInLink;
  await page.go(link);
  await page.until(`location.pathname === "/"`);
  await page.go(link);
  await page.until(`location.pathname === "/"`);
  await page.untilText("#count", /^\d+ prints?$/);
  expect(await page.faults()).toEqual([]);
});

test("who signs in to another service of the same machine stays signed in to this one", async () => {
  const other = await TestService.start();
  const own = await BrowserPage.open();
  const status = `fetch("/api/me").then((answer) => answer.status)`;
  try {
    await own.go(other.signInLink);
    await own.untilText("#empty", /./);
    expect(await page.view.evaluate(status)).toBe(200);
    await page.click(".nav-more-button");
    await page.click(`form[action="/sign-out"] button`);
    await page.until(`location.pathname === "/sign-in"`);
    expect(await own.view.evaluate(status)).toBe(200);
  } finally {
    own.view.close();
    await other.end();
    await page.go(service.signInLink);
    await page.untilText("#count", /^\d+ prints?$/);
  }
});

test("when somebody has ended the session the page goes to signing in by itself", async () => {
  const signedIn = await fetch(service.signInLink, { redirect: "manual" });
  const headers = {
    Cookie: (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
    Origin: service.address,
  };
  const list = await fetch(`${service.address}/api/sessions`, { headers });
  const { items } = (await list.json()) as { items: { readonly id: string; readonly current: boolean }[] };
  for (const { id, current } of items)
    if (!current) await fetch(`${service.address}/api/sessions/${id}`, { method: "DELETE", headers });
  // The stream of events looks whether it may go on each time that it has something to tell.
  await service.store("Not for whoever was signed in\n");
  await page.until(`location.pathname === "/sign-in"`);
});

test("who has chosen German signs in in German the next time", async () => {
  await page.go(service.signInLink);
  await page.click(".nav-more-button");
  await page.set(".appearance .field-frame:last-child select", "de");
  await page.untilText(".nav-link", "Bons");
  await page.press("Abmelden");
  await page.until(`location.pathname === "/sign-in"`);
  expect(await page.view.evaluate("document.documentElement.lang")).toBe("de");
  await page.untilText("button[type=submit]", "Anmelden");
  expect(await page.faults()).toEqual([]);
});
