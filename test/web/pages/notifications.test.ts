import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { NotificationAnswer } from "../../../src/contract/notification.ts";
import {
  bodyOf,
  draftOf,
  newDraft,
  patchOf,
} from "../../../src/web/browser/pages/notifications/target-draft.ts";
import { ScriptedPrinter } from "../../delivery/scripted-printer.ts";
import { expectAccessible } from "../accessibility.ts";
import { run } from "../../service.ts";
import { BrowserPage, TestService } from "../chromium.ts";

let service: TestService;
let page: BrowserPage;
let receiver: ReturnType<typeof Bun.serve>;
const posts: string[] = [];
/** What the receiver answers. */
let status = 200;

beforeAll(async () => {
  receiver = Bun.serve({
    port: 0,
    async fetch(request) {
      posts.push(await request.text());
      return new Response(null, { status });
    },
  });
  service = await TestService.start();
  page = await BrowserPage.open();
  await page.go(service.signInLink);
});
afterAll(async () => {
  page?.view.close();
  await service?.end();
  await receiver?.stop(true);
});

beforeEach(async () => {
  await page.go(`${service.address}/?${Math.random()}#/~/notifications`);
  await page.untilText("h1", "Notifications");
});

/** The selector of the field with a label. */
async function field(label: string): Promise<string> {
  const found = `[...document.querySelectorAll("dialog label")].find((each) => each.textContent === ${JSON.stringify(label)})`;
  await page.until(`${found} !== undefined`);
  return `#${await page.view.evaluate(`CSS.escape(${found}.htmlFor)`)}`;
}

const table = () => page.text(".table");

test("somebody is told: made, tried out, paused, changed and removed; hostile names are words only", async () => {
  await page.untilText(".empty-state", "Nobody is told yet");
  await expectAccessible(page);
  await page.press("Tell somebody");
  await page.untilText("dialog h2", "Tell somebody");
  await page.set("dialog select", "ntfy");
  await page.press("Tell somebody");
  await page.untilText("dialog .field-problem", /must/);
  const name = `<img src=x onerror="window.hacked=1">`;
  await page.fill(await field("Address of the topic"), `http://127.0.0.1:${receiver.port}/till`);
  await page.fill(await field("Name"), name);
  await expectAccessible(page);
  await page.press("Tell somebody");
  await page.until(`document.querySelector("dialog[open]") === null`);
  await page.untilText(".table", name);
  expect(await table()).toContain("printers in trouble, backups that print");

  await page.press(`Send a test message to ${name}`);
  await page.untilText(".toast", "was taken");
  expect(posts.at(-1)).toStartWith("This is a test message");
  status = 503;
  await page.press(`Send a test message to ${name}`);
  await page.untilText(".card", "It answered 503.");
  status = 200;

  await page.press(`What to do with ${name}`);
  await page.press("Pause");
  await page.untilText(".table .badge", "Paused");
  await page.press(`What to do with ${name}`);
  await page.press("Change");
  await page.untilText("dialog h2", `Change ${name}`);
  await page.fill(await field("Name"), "Phone");
  await page.press("Save");
  await page.untilText(".table", "Phone");
  await expectAccessible(page);
  await page.press("What to do with Phone");
  await page.press("Remove");
  await page.untilText("dialog", "what waits to be told is dropped");
  await page.press("Remove");
  await page.untilText(".empty-state", "Nobody is told yet");
  expect(await page.view.evaluate("window.hacked")).toBeUndefined();
  expect(await page.faults()).toEqual([]);
});

test("a printer that is in trouble is told of on every page", async () => {
  const real = ScriptedPrinter.start();
  real.set({ trouble: "paper-end" });
  const words = ["printer", "add", "kitchen", "--target", real.target, "--data", service.folder];
  expect(await run(words)).toMatchObject({ exitCode: 0 });
  await page.untilText(".toast", /kitchen: .*paper/i);
  expect(await page.faults()).toEqual([]);
  real.goAway();
});

test("notices of the desktop are switched by a click, where the browser allows them", async () => {
  await page.view.evaluate(`(() => {
    window.shown = [];
    window.Notification = class {
      static permission = "default";
      static async requestPermission() {
        return (this.permission = "granted");
      }
      constructor(title, { body }) {
        window.shown.push(title + ": " + body);
      }
    };
  })()`);
  await page.press("Tell me on this computer");
  await page.untilText(".card", "tells you of printers in trouble");
  expect(await page.view.evaluate("window.shown.join()")).toBe("Tillroll: Notices come here from now on.");
  await page.press("Do not tell me any more");
  await page.untilText(".card", "can tell you");
});

describe("what is filled in", () => {
  const draft = { ...newDraft("de", false), address: "office@example.com", host: "mail.example.com" };

  test.each([
    [{}, "smtp://mail.example.com"],
    [
      { user: "till@example.com", password: "p:w/ö" },
      "smtp://till%40example.com:p%3Aw%2F%C3%B6@mail.example.com",
    ],
    [{ security: "tls", port: "4650" }, "smtps://mail.example.com:4650"],
    [{ security: "none", host: "::1" }, "smtp://[::1]?security=none"],
    [{ isServiceServer: true }, null],
  ] as const)("%j is a mail server", (given, server) => {
    expect(bodyOf({ ...draft, ...given })).toMatchObject({
      name: "office@example.com",
      server,
      language: "de",
    });
  });

  test("secrets that are not filled in again stay", () => {
    const target = {
      name: "Office",
      kind: "mail",
      address: "office@example.com",
      server: "smtp://till@mail.example.com:587",
      workspace: null,
      events: ["health"],
      quietHours: "22:00-07:00",
      language: "en",
      priority: null,
    } as unknown as NotificationAnswer;
    const before = draftOf(target);
    expect(before).toMatchObject({ host: "mail.example.com", port: "587", user: "till", password: "" });
    const patch = patchOf({ ...before, isQuiet: false }, before);
    expect(patch).toMatchObject({ quietHours: null });
    expect(patch).not.toHaveProperty("server");
    expect(patchOf({ ...before, password: "new" }, before)).toMatchObject({
      server: "smtp://till:new@mail.example.com:587",
    });
  });
});
