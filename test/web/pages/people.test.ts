import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { deviceOf } from "../../../src/web/browser/pages/sessions/device-name.ts";
import { expectAccessible } from "../accessibility.ts";
import { BrowserPage, TestService } from "../chromium.ts";

const HOSTILE = `<img src=x onerror=alert(1)>{name}`;
const PASSWORD = "seven plain words are enough";

let service: TestService;
let page: BrowserPage;

beforeAll(async () => {
  service = await TestService.start();
  page = await BrowserPage.open(1366, 768);
  await page.go(service.signInLink);
  await page.until(`document.querySelector(".nav-me")`);
});

afterAll(async () => {
  page?.view.close();
  await service?.end();
});

/** The browser keeps cookies by the name of the host: by this one it is another person's. */
const elsewhere = () => service.address.replace("127.0.0.1", "localhost");

/** Another page of the same document: nothing is loaded, so that no browser tells when it has been. */
const open = (name: string) => page.view.evaluate(`location.hash = "#/~/${name}"`);

/** The dialog is open, and its first field has the focus. */
const IS_ASKED = `document.activeElement?.id === "person-name"`;

const call = (method: string, path: string, json: object) =>
  page.view.evaluate(`fetch(${JSON.stringify(path)}, {
    method: ${JSON.stringify(method)},
    headers: { "Content-Type": "application/json" },
    body: ${JSON.stringify(JSON.stringify(json))},
  }).then((response) => response.status)`);

describe("the people", () => {
  test("are added with a link, changed, given a new link, and removed", async () => {
    await open("people");
    await page.untilText("td", "administrator");
    await page.press("Add a person");
    await page.until(IS_ASKED);
    await page.fill("#person-name", HOSTILE);
    await page.set("#person-role", "viewer");
    await page.untilText(".field-hint", "Reads, searches");
    await page.press("Add a person");
    await page.until(`/sign-in\\?code=/.test(document.querySelector("#person-link")?.value ?? "")`);
    await page.untilText("dialog h2", HOSTILE);
    await page.until(`document.querySelector(".qr-picture").naturalWidth > 0`);
    await page.press("Done");
    await page.untilText("td", HOSTILE);
    await page.untilText("td", "was invited");
    const menu = `[aria-label*="<img"]`;
    await page.click(menu);
    await page.press("Change…");
    await page.until(IS_ASKED);
    await page.fill("#person-name", "ADMINISTRATOR");
    await page.press("Save");
    await page.untilText(".field-problem", "somebody of this name");
    await page.fill("#person-name", "Zoë");
    await page.press("Save");
    await page.untilText("td", "Zoë");
    await page.click(`[aria-label*="Zoë"]`);
    await page.press("New link instead of the password…");
    await page.press("Take the password away");
    await page.until(`/sign-in\\?code=/.test(document.querySelector("#person-link")?.value ?? "")`);
    await page.press("Done");
    await page.click(`[aria-label*="Zoë"]`);
    await page.press("Remove…");
    await page.press("Remove Zoë");
    await page.until(`![...document.querySelectorAll("td")].some((e) => e.textContent.includes("Zoë"))`);
    expect(await page.faults()).toEqual([]);
  });

  test("can be read by everybody", async () => {
    await call("POST", "/api/people", { name: HOSTILE, role: "operator" });
    await open("me");
    await open("people");
    await page.untilText("td", HOSTILE);
    await expectAccessible(page);
    await page.press("Add a person");
    await page.until(`document.querySelector("dialog[open]")`);
    await expectAccessible(page);
    await page.press("Cancel");
    expect(await page.faults()).toEqual([]);
  });
});

describe("who is signed in", () => {
  test("chooses a password; a weak one is refused at once", async () => {
    await open("me");
    await page.until(`document.querySelector("#new-password")`);
    await page.fill("#new-password", "tillroll2026");
    await page.press("Set the password");
    await page.untilText(".field-problem", "guessed first");
    await page.fill("#new-password", PASSWORD);
    await page.press("Set the password");
    await page.untilText(".toast", "Your password is set");
    await page.untilText("p", "with your name and your password");
  });

  test("changes the name, and the shell says so", async () => {
    await page.fill("#own-name", "Owner <b>");
    await page.press("Save");
    await page.until(`document.querySelector(".nav-me").textContent === "Owner <b>"`);
    await expectAccessible(page);
  });

  test("shows a code that signs a phone in, and hears that it did", async () => {
    await page.click("#show-code");
    await page.until(`document.querySelector(".qr-picture")?.naturalWidth > 0`);
    await page.untilText(".people-countdown", "seconds left");
    await expectAccessible(page, "dialog");
    const asked = `performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/sign-in-codes"))`;
    expect(await page.view.evaluate(asked)).toBe(true);
    // The code is in the picture alone: the phone's request is made with one that is shown by the same session.
    await page.press("Close");
    const code = (await page.view.evaluate(
      `fetch("/api/sign-in-codes", { method: "POST" }).then((response) => response.json())`,
    )) as { readonly id: string; readonly addresses: readonly string[] };
    const [link = ""] = code.addresses;
    const heard = page.view.evaluate(
      `fetch("/api/sign-in-codes/${code.id}").then((response) => response.json())`,
    );
    const phone = await BrowserPage.open(390, 844);
    try {
      await phone.go(`${elsewhere()}/sign-in?code=${link.split("code=")[1] ?? ""}`);
      await phone.until(`location.pathname === "/" && document.querySelector(".nav")`);
      expect(await heard).toEqual({ state: "used" });
      expect(await phone.faults()).toEqual([]);
    } finally {
      phone.view.close();
    }
  });

  test("sees and ends the other sessions", async () => {
    await open("people");
    await page.untilText("td", "Owner <b>");
    await open("me");
    await page.untilText("td", "as a phone");
    await page.press("End all others");
    await page.untilText("dialog", "One other device");
    await page.press("End all others");
    await page.until(
      `![...document.querySelectorAll("td")].some((e) => e.textContent.includes("as a phone"))`,
    );
    await open("sessions");
    await page.untilText("td", "this one");
    await expectAccessible(page);
    expect(await page.faults()).toEqual([]);
  });

  test("reads it in German", async () => {
    await page.view.evaluate(`localStorage.setItem("tillroll.language", "de")`);
    await open("me");
    await page.view.reload();
    await page.untilText("h1", "Ihr Zugang");
    await page.untilText("button", "Code zeigen");
    await expectAccessible(page);
    await page.view.evaluate(`localStorage.removeItem("tillroll.language")`);
  });
});

test("who is no administrator has no pages of people, and is told so", async () => {
  const viewer = await BrowserPage.open(390, 844);
  try {
    await call("POST", "/api/people", { name: "Vera", role: "viewer", password: PASSWORD });
    await viewer.go(`${elsewhere()}/sign-in`);
    await viewer.until(`document.querySelector("#password")`);
    await expectAccessible(viewer);
    await viewer.fill("#name", "vera");
    await viewer.fill("#password", "not that one at all");
    await viewer.click("[type=submit]");
    await viewer.untilText("#failure", "not right");
    expect(await viewer.view.evaluate(`document.querySelector("#name").value`)).toBe("vera");
    await viewer.fill("#password", PASSWORD);
    await viewer.click("[type=submit]");
    await viewer.until(`location.pathname === "/" && document.querySelector(".nav")`);
    await viewer.view.evaluate(`location.hash = "#/~/people"`);
    await viewer.untilText("h2", "no such page");
    expect(await viewer.view.evaluate(`document.querySelector('a[href="#/~/people"]') === null`)).toBe(true);
    expect(await viewer.faults()).toEqual([]);
  } finally {
    viewer.view.close();
  }
});

test("who was invited chooses a name and a password first", async () => {
  const invited = (await page.view.evaluate(
    `fetch("/api/people", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "New", role: "operator" }),
    }).then((response) => response.json())`,
  )) as { readonly link: { readonly address: string } };
  const other = await BrowserPage.open(1366, 768);
  try {
    await other.go(invited.link.address.replace(service.address, elsewhere()));
    await other.untilText("h1", "Welcome to Tillroll");
    await expectAccessible(other);
    await other.fill("#new-name", "Nina");
    await other.fill("#new-password", PASSWORD);
    await other.click(".card [type=submit]");
    await other.until(`document.querySelector(".nav-me").textContent === "Nina"`);
    await other.until(`location.hash === "#/default"`);
    expect(await other.faults()).toEqual([]);
  } finally {
    other.view.close();
  }
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0",
    "Edge",
    "Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  ["curl/8.0", null, null],
])("%s is %p on %p", (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});
