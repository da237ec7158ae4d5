import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { writeAuthority, writeLeaf } from "../../src/certificates/certificate-writer.ts";
import type { NotificationMessage } from "../../src/notifications/message.ts";
import { type MailOptions, send, type SendingTarget } from "../../src/notifications/sending.ts";
import { newWebhookSecret, webhookKey } from "../../src/domain/webhook.ts";
import { MailPlace } from "./mail-place.ts";

const MESSAGE: NotificationMessage = {
  subject: "Küche: Das Papier ist zu Ende.",
  text: "18:02  Küche: Das Papier ist zu Ende.\n.\nTillroll",
  urgency: "trouble",
  notices: [],
};
const TARGET: SendingTarget = {
  id: 1,
  kind: "mail",
  address: "",
  server: null,
  secret: null,
  priority: null,
};

let keys: { readonly key: string; readonly cert: string; readonly ca: string };
beforeAll(() => {
  keys = certificate("localhost");
});

function certificate(name: string) {
  const authority = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const server = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const [from, until] = [Date.now() - 60_000, Date.now() + 3_600_000];
  const facts = { name: "Tests", publicKey: authority.publicKey, from, until };
  const limits = { domains: [name], blocks: [] };
  const issuer = { name: "Tests", ...authority };
  return {
    key: server.privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: pem(writeLeaf({ ...facts, name, publicKey: server.publicKey }, issuer, [name])),
    ca: pem(writeAuthority(facts, authority.privateKey, limits)),
  };
}

function pem(der: Uint8Array<ArrayBuffer>): string {
  const lines = der.toBase64().match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

describe("mail", () => {
  let place: MailPlace | null = null;
  afterEach(() => {
    place?.stop();
    place = null;
  });

  async function mail(
    security: MailPlace["options"]["security"],
    address: string,
    answers: Partial<MailPlace["options"]> = {},
    more: Partial<MailOptions> = {},
  ) {
    place = await MailPlace.start({ ...keys, security, ...answers });
    const server = address.replace("PORT", String(place.port));
    const options = { server, from: "till@example.com", ca: keys.ca, ...more };
    const outcome = await send(
      MESSAGE,
      { ...TARGET, address: "office@example.com, boss@example.com" },
      options,
      Date.now,
    );
    return { outcome, mails: place.mails, logins: place.logins };
  }

  test.each([
    ["starttls", "smtp://till:p%20w@localhost:PORT", true],
    ["tls", "smtps://till:p%20w@localhost:PORT", true],
    ["none", "smtp://till:p%20w@localhost:PORT?security=none", false],
  ] as const)("goes by %s", async (security, address, isSafe) => {
    const { outcome, mails, logins } = await mail(security, address);
    expect(outcome).toEqual({ ok: true });
    expect(mails).toMatchObject([{ isSafe, to: ["office@example.com", "boss@example.com"] }]);
    expect(logins).toEqual(["till p w"]);
    const text = mails[0]?.text ?? "";
    expect(text).toContain("From: Tillroll <till@example.com>");
    expect(text).toContain("Auto-Submitted: auto-generated");
    expect(text).toMatch(/^Subject: =\?UTF-8\?/m);
    // A line of a dot alone ends a mail: it comes with one more (RFC 5321, section 4.5.2).
    expect(text).toContain("18:02  K=C3=BCche: Das Papier ist zu Ende.\n..\nTillroll");
  });

  test("nothing is sent to a server that does not make the connection safe", async () => {
    const { outcome, mails, logins } = await mail("none", "smtp://till:pw@localhost:PORT");
    expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining("cannot be made safe") });
    expect([mails, logins]).toEqual([[], []]);
  });

  test.each([
    ["an authority that nobody knows", "starttls", "smtp://a:b@localhost:PORT", { ca: "" }],
    ["another name", "starttls", "smtp://a:b@127.0.0.1:PORT", {}],
    ["an authority that nobody knows, from the beginning", "tls", "smtps://a:b@localhost:PORT", { ca: "" }],
  ] as const)(
    "nothing is sent to a server with a certificate of %s",
    async (_name, security, address, more) => {
      const { ca: _, ...without } = { ...keys, ...more };
      const options = "ca" in more ? { ca: certificate("localhost").ca } : {};
      const { outcome, mails, logins } = await mail(security, address, without, options);
      expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining("not to be trusted") });
      expect([mails, logins]).toEqual([[], []]);
    },
  );

  test.each([
    ["a wrong password", { login: "535 5.7.8 no" }, "refused the name or the password: 535 5.7.8 no."],
    ["a recipient that is none", { recipient: "550 nobody here" }, "refused the sender or a recipient"],
  ])("%s is told", async (_name, answers, reason) => {
    const { outcome } = await mail("starttls", "smtp://till:pw@localhost:PORT", answers);
    expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  test("a server that is not there is told, and none at all", async () => {
    const options = { server: "smtp://localhost:1", from: "till@example.com" };
    const target = { ...TARGET, address: "office@example.com" };
    expect(await send(MESSAGE, target, options, Date.now)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("The mail server localhost:1 cannot be reached"),
    });
    expect(await send(MESSAGE, target, { ...options, server: null }, Date.now)).toMatchObject({
      reason: expect.stringContaining("There is no mail server"),
    });
  });
});

describe("addresses of the web", () => {
  const got: { headers: Record<string, string>; body: string }[] = [];
  let status = 200;
  const receiver = Bun.serve({
    port: 0,
    async fetch(request) {
      got.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
      return new Response("", { status, headers: { Location: "http://127.0.0.1:1/" } });
    },
  });
  afterEach(() => {
    got.length = 0;
    status = 200;
  });
  const MAIL = { server: null, from: "till@example.com" };
  const address = `http://127.0.0.1:${receiver.port}/till`;
  const post = (target: Partial<SendingTarget> = {}) =>
    send(MESSAGE, { ...TARGET, kind: "ntfy", address, ...target }, MAIL, Date.now);

  test("a post is as ntfy takes it", async () => {
    expect(await post({ secret: "tk_1", priority: 5 })).toEqual({ ok: true });
    expect(got).toMatchObject([
      {
        headers: {
          title: `=?UTF-8?B?${Buffer.from(MESSAGE.subject).toString("base64")}?=`,
          priority: "5",
          tags: "warning",
          authorization: "Bearer tk_1",
          "content-type": "text/plain; charset=utf-8",
        },
        body: MESSAGE.text,
      },
    ]);
    await post();
    expect(got[1]?.headers).toMatchObject({ priority: "4" });
    expect(got[1]?.headers).not.toHaveProperty("authorization");
  });

  test("what is not taken is told, and redirects are not followed", async () => {
    status = 302;
    expect(await post()).toEqual({ ok: false, reason: "It answered 302." });
    expect(got).toHaveLength(1);
    expect(await post({ address: "http://127.0.0.1:1/" })).toMatchObject({
      ok: false,
      reason: expect.stringContaining("cannot be reached"),
    });
  });

  test("a webhook is signed", async () => {
    const secret = newWebhookSecret();
    expect(await post({ kind: "webhook", secret })).toEqual({ ok: true });
    const [{ headers, body } = { headers: {} as Record<string, string>, body: "" }] = got;
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const signature = new Bun.CryptoHasher("sha256", webhookKey(secret)).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    expect(JSON.parse(body)).toMatchObject({
      type: "notification",
      data: { subject: MESSAGE.subject, urgency: "trouble" },
    });
  });
});
