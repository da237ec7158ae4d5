import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorAnswer, run, Service } from "../service.ts";
import { until } from "../until.ts";

interface WebhookAnswer {
  readonly id: number;
  readonly url: string;
  readonly secret?: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
}

interface Received {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

const WEBHOOKS = "/api/workspace/default/webhooks";

let service: Service;
let admin: string;
beforeAll(async () => {
  service = await Service.start();
  admin = (await run(["token", "create", "--scopes", "admin", "--data", service.folder])).stdout.trim();
});
afterAll(() => service.end());

const receivers: { stop(now: boolean): unknown }[] = [];
afterEach(async () => {
  for (const started of receivers.splice(0)) await started.stop(true);
});

/** An address that is told of events, and answers what `answer` says for the n-th message. */
function receiver(answer: (count: number) => Response = () => new Response(null, { status: 204 })) {
  const received: Received[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { headers } = request;
      received.push({
        id: headers.get("webhook-id") ?? "",
        timestamp: headers.get("webhook-timestamp") ?? "",
        signature: headers.get("webhook-signature") ?? "",
        body: await request.text(),
      });
      return answer(received.length);
    },
  });
  receivers.push(server);
  return { received, url: `http://127.0.0.1:${server.port}/hook` };
}

function ask(method: string, path: string, json?: unknown, token = admin): Promise<Response> {
  return service.fetch(WEBHOOKS + path, { method, token, ...(json === undefined ? {} : { json }) });
}

async function made(settings: Record<string, unknown>): Promise<WebhookAnswer> {
  const response = await ask("POST", "", settings);
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as WebhookAnswer;
}

describe("webhooks", () => {
  test("are told of events in order, signed as Standard Webhooks says", async () => {
    const { received, url } = receiver();
    const { id, secret = "" } = await made({ url });
    const print = await service.store({ label: "hook" });
    await service.prints(`/${print.id}`, { method: "PATCH", json: { label: "changed" } });
    await until(() => received.length === 2);
    expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      "print.created",
      "print.updated",
    ]);
    const attempts = async () =>
      ((await (await ask("GET", `/${id}/attempts`)).json()) as { items: object[] }).items;
    // An attempt is noted when its answer has come.
    await until(async () => (await attempts()).length === 2);
    expect(await attempts()).toMatchObject([
      { event: "print.updated", ok: true, status: 204, reason: null, answer: "" },
      { event: "print.created", ok: true },
    ]);
    const [first] = received;
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const signed = `${first?.id}.${first?.timestamp}.${first?.body}`;
    const expected = new Bun.CryptoHasher("sha256", key).update(signed).digest("base64");
    expect(first?.signature).toBe(`v1,${expected}`);
    expect((JSON.parse(first?.body ?? "") as { data: { id: number } }).data.id).toBe(print.id);
    const listed = (await (await ask("GET", "")).json()) as { items: WebhookAnswer[] };
    expect(listed.items.find((webhook) => webhook.id === id)).not.toHaveProperty("secret");
    expect((await ask("DELETE", `/${id}`)).status).toBe(200);
    await service.store();
    await Bun.sleep(100);
    expect(received.length).toBe(2);
  });

  test("are told again, under the same id, until they take it", async () => {
    const { received, url } = receiver((count) => new Response(null, { status: count < 2 ? 500 : 200 }));
    const { id } = await made({ url, events: ["print.created"] });
    await service.store({ label: "again" });
    await until(() => received.length >= 2);
    expect(received[0]?.id).toBe(received[1]?.id ?? "");
    await ask("DELETE", `/${id}`);
  });

  test("go on after a kill where they stopped", async () => {
    const own = await Service.start();
    const token = (await run(["token", "create", "--scopes", "admin", "--data", own.folder])).stdout.trim();
    const { received, url } = receiver((count) => new Response(null, { status: count < 2 ? 503 : 200 }));
    const options = { method: "POST", token, json: { url } };
    expect((await own.fetch(WEBHOOKS, options)).status).toBe(201);
    await own.store({ label: "kept" });
    await until(() => received.length === 1);
    await own.stop("SIGKILL");
    const again = await Service.start({ folder: own.folder, token: own.token });
    await until(() => received.length >= 2);
    expect(received.at(-1)?.body).toContain("kept");
    await again.end();
  });

  test("that are gone are paused, and go on when a person says so", async () => {
    const { received, url } = receiver((count) => new Response(null, { status: count < 2 ? 410 : 200 }));
    const { id } = await made({ url });
    await service.store({ label: "paused" });
    const state = async () =>
      ((await (await ask("GET", "")).json()) as { items: WebhookAnswer[] }).items.find(
        (one) => one.id === id,
      );
    await until(async () => (await state())?.state === "paused");
    expect((await state())?.reason).toContain("410");
    await ask("PATCH", `/${id}`, { state: "active" });
    await until(() => received.length === 2);
    await until(async () => (await state())?.reason === null);
    await ask("DELETE", `/${id}`);
  });

  test("redirects are not followed", async () => {
    const hidden = receiver();
    const { url } = receiver(() => Response.redirect(hidden.url));
    const { id } = await made({ url });
    const answer = (await (await ask("POST", `/${id}/test`)).json()) as { ok: boolean; reason: string };
    expect(answer).toMatchObject({ ok: false });
    expect(answer.reason).toContain("redirects are not followed");
    expect(hidden.received).toEqual([]);
    await ask("DELETE", `/${id}`);
  });

  test.each([
    [{}, "url"],
    [{ url: "ftp://x/" }, "url"],
    [{ url: "http://user:word@x/" }, "url"],
    [{ url: "http://x/", events: ["print.burnt"] }, "events"],
    [{ url: "http://x/", secret: "short" }, "secret"],
    [{ url: "http://x/", state: "asleep" }, "state"],
    [{ url: "http://x/", colour: 1 }, "colour"],
  ])("%j is refused", async (settings, path) => {
    const response = await ask("POST", "", settings);
    const error = (await response.json()) as ErrorAnswer;
    expect([response.status, error.data.issues?.[0]?.path]).toEqual([400, path]);
  });

  test("need the scope admin", async () => {
    expect((await ask("GET", "", undefined, service.token)).status).toBe(403);
  });

  test("are 20 at most in a workspace, also when many are made at the same time", async () => {
    const { items } = (await (await ask("GET", "")).json()) as { items: WebhookAnswer[] };
    for (const { id } of items) await ask("DELETE", `/${id}`);
    const { url } = receiver();
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask("POST", "", { url })));
    const codes = answers.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(codes).toEqual([...Array<number>(20).fill(201), ...Array<number>(5).fill(409)]);
  });
});
