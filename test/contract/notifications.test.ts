import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { NotificationAnswer, NotificationsAnswer } from "../../src/contract/notification.ts";
import { findService } from "../../src/platform/running-service.ts";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { run, Service } from "../service.ts";
import { until } from "../until.ts";

/* Telling people who are not at the page, as its programs and commands see it. */

let service: Service;
let admin: string;
let receiver: ReturnType<typeof Bun.serve>;
const posts: { readonly title: string; readonly body: string }[] = [];
beforeAll(async () => {
  service = await Service.start({ flags: ["--smtp-url", "smtp://till:pass-word@localhost:1"] });
  admin = findService(service.folder)?.localToken ?? "";
  receiver = Bun.serve({
    port: 0,
    async fetch(request) {
      posts.push({ title: request.headers.get("title") ?? "", body: await request.text() });
      return new Response();
    },
  });
});
afterAll(async () => {
  await receiver.stop(true);
  await service.end();
});

const ask = (method: string, path: string, json?: unknown, token = admin) =>
  service.fetch(`/api/notifications${path}`, { method, token, ...(json === undefined ? {} : { json }) });
const command = (...words: string[]) => run(["notification", ...words, "--data", service.folder]);

async function list(): Promise<NotificationsAnswer> {
  return (await (await ask("GET", "")).json()) as NotificationsAnswer;
}

async function make(settings: object): Promise<NotificationAnswer> {
  const answer = await ask("POST", "", settings);
  expect(answer.status).toBe(201);
  return (await answer.json()) as NotificationAnswer;
}

describe("who is told", () => {
  test("is made, changed and removed, and no secret is shown", async () => {
    const server = "smtp://boss:pass-word@mail.example.com:587";
    const made = await make({
      name: "Office",
      kind: "mail",
      address: "office@example.com",
      server,
      language: "de",
    });
    expect(made).toMatchObject({
      name: "Office",
      server: "smtp://boss@mail.example.com:587",
      workspace: null,
      hasSecret: false,
      events: expect.arrayContaining(["printer.state", "health"]),
      quietHours: null,
      language: "de",
      state: "active",
      waiting: 0,
    });
    const phone = await make({
      name: "Phone",
      kind: "ntfy",
      address: "https://ntfy.example.com/till",
      secret: "tk_secret",
      workspace: "default",
      events: ["health", "printer.state", "health"],
    });
    expect(phone).toMatchObject({
      hasSecret: true,
      workspace: "default",
      events: ["printer.state", "health"],
    });
    const changed = await ask("PATCH", `/${made.id}`, { quietHours: "22:00-07:00", server: null });
    expect(await changed.json()).toMatchObject({ quietHours: "22:00-07:00", server: null });
    const all = await (await ask("GET", "")).text();
    expect(all).not.toMatch(/pass-word|tk_secret/);
    expect(JSON.parse(all)).toMatchObject({ mailServer: "smtp://till@localhost:1" });
    const webhook = await make({ name: "Program", kind: "webhook", address: "https://pos.example.com/told" });
    expect(webhook.secret).toStartWith("whsec_");
    for (const { id } of [made, phone, webhook]) expect((await ask("DELETE", `/${id}`)).status).toBe(200);
    expect((await list()).items).toEqual([]);
    const audit = await (await service.fetch("/api/audit?limit=7", { token: admin })).text();
    const entries = (JSON.parse(audit) as { items: { act: string; subject: string }[] }).items.toReversed();
    expect(entries.map(({ act, subject }) => `${act} ${subject}`)).toEqual([
      "notification.created Office",
      "notification.created Phone",
      "notification.changed Office",
      "notification.created Program",
      "notification.removed Office",
      "notification.removed Phone",
      "notification.removed Program",
    ]);
    expect(audit).not.toMatch(/pass-word|tk_secret|whsec_/);
  });

  test.each<[string, object, string[]]>([
    ["nothing", {}, ["address", "kind", "name"]],
    ["no recipient", { kind: "mail", address: "office" }, ["address"]],
    ["an address that is none", { kind: "ntfy", address: "file:///etc/passwd" }, ["address"]],
    ["a password that goes in the open", { kind: "mail", server: "smtp://a:b@c?security=none" }, ["server"]],
    ["a server for a post", { kind: "ntfy", address: "http://a/", server: "smtp://b" }, ["server"]],
    ["a token of two lines", { kind: "ntfy", address: "http://a/", secret: "tk\nX-Other: 1" }, ["secret"]],
    ["hours that are none", { quietHours: "22-7" }, ["quietHours"]],
    ["an event that nobody is told of", { events: ["print.created"] }, ["events"]],
  ])("%s is refused", async (name, settings, paths) => {
    const whole = name === "nothing" ? {} : { name: "A", kind: "mail", address: "a@b.c", ...settings };
    const answer = await ask("POST", "", whole);
    const { data } = (await answer.json()) as { data: { issues: { path: string }[] } };
    expect([answer.status, data.issues.map(({ path }) => path).toSorted()]).toEqual([400, paths]);
  });

  test("is for the administrators of all workspaces", async () => {
    const ofWorkspace = (
      await run(["token", "create", "--scopes", "admin", "--data", service.folder])
    ).stdout.trim();
    for (const token of [service.token, ofWorkspace])
      expect((await ask("GET", "", undefined, token)).status).toBe(403);
    expect((await ask("DELETE", "/999")).status).toBe(404);
  });

  test("can be told by commands too", async () => {
    const words = ["add", "mail", "office@example.com", "--events", "health,delivery.failed"];
    const added = await command(...words, "--quiet-hours", "22:00-07:00");
    expect(added).toMatchObject({ exitCode: 0, stderr: "" });
    const [made] = (await list()).items;
    expect(made).toMatchObject({ name: "office@example.com", events: ["delivery.failed", "health"] });
    const id = String(made?.id);
    expect((await command("update", id, "--state", "paused", "--quiet-hours", "none")).stdout).toContain(
      "paused",
    );
    expect((await command("list")).stdout).toContain("office@example.com");
    const tested = await command("test", id);
    expect([tested.exitCode, tested.stdout]).toEqual([
      1,
      expect.stringContaining("It was not taken. The mail server localhost:1 cannot be reached"),
    ]);
    const [entry] = (
      (await (await service.fetch("/api/audit?limit=1", { token: admin })).json()) as {
        items: { act: string }[];
      }
    ).items;
    expect(entry?.act).toBe("notification.tested");
    expect((await command("remove", id)).stdout).toBe(`${id}\tremoved\n`);
    expect((await command("add", "fax", "1")).exitCode).toBe(2);
  });
});

test("an outage is told once, and its end", async () => {
  const real = ScriptedPrinter.start();
  const address = `http://127.0.0.1:${receiver.port}/till`;
  const { id } = await make({ name: "Phone", kind: "ntfy", address, events: ["printer.state"] });
  expect(await (await ask("POST", `/${id}/test`, {})).json()).toEqual({ ok: true, reason: null });
  expect(posts.shift()?.body).toStartWith("This is a test message");
  real.set({ trouble: "paper-end" });
  await service.fetch("/api/workspace/default/printers", {
    token: admin,
    json: { name: "kitchen", target: real.target },
  });
  // A printer that a print waits for is asked often.
  await service.fetch("/api/workspace/default/printers/kitchen/test", { token: admin, method: "POST" });
  await until(() => posts.length > 0, "a post");
  // On a slow machine it is told later, and since when it is so.
  expect(posts).toMatchObject([{ title: expect.stringMatching(/^kitchen: It is out of paper\./) }]);
  const told = async () => (await list()).items[0];
  await until(async () => (await told())?.sentAt !== null);
  expect(await told()).toMatchObject({ waiting: 0, reason: null });
  // That it is over is told ten minutes after: it waits, durably.
  real.set({ trouble: "none" });
  await until(async () => (await told())?.waiting === 1, "the end of the outage");
  expect(posts).toHaveLength(1);
  real.goAway();
});
