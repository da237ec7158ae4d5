import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { WEBPRNT_PATH } from "../../../src/domain/protocols.ts";
import { run, Service } from "../../service.ts";
import { webPrntRequest } from "./webprnt-request.ts";

const POS = "https://pos.example";
const RECEIPT = '<text emphasis="true">Order 4712\\x0a</text><cutpaper/>';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

async function command(...words: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await run([...words, "--data", service.folder]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
}

const send = (elements: string, headers: Record<string, string> = {}, query = ""): Promise<Response> =>
  fetch(`${service.address}${WEBPRNT_PATH}${query}`, {
    method: "POST",
    headers: { "Content-Type": "text/xml; charset=UTF-8", ...headers },
    body: webPrntRequest(elements),
  });

/** An answer as Star's library reads it: cut out of the text inside `Response`. */
async function answerOf(response: Response) {
  const text = await response.text();
  const inner = /<Response>(.*)<\/Response>/s.exec(text)?.[1] ?? "";
  const root = inner.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  const of = (name: string) => new RegExp(`<${name}>(.*)</${name}>`).exec(root)?.[1];
  return { success: of("success"), code: of("code"), status: of("status") };
}

async function found(query: Record<string, unknown>): Promise<{ id: number; tag: Record<string, string> }[]> {
  const response = await service.prints("/search", { json: query });
  return ((await response.json()) as { items: { id: number; tag: Record<string, string> }[] }).items;
}

test("without a printer of Star there is nothing here", async () => {
  expect((await send(RECEIPT)).status).toBe(404);
  expect((await fetch(service.address + WEBPRNT_PATH)).status).toBe(200);
});

describe("a printer of Star", () => {
  beforeAll(() => command("printer", "add", "bar", "--model", "star-mc-print3", "--allow-origin", POS));

  test("prints, and tells its status", async () => {
    expect(await answerOf(await send(""))).toEqual({
      success: "true",
      code: "0",
      status: "230600000000000000",
    });
    expect(await found({ deviceId: "bar" })).toEqual([]);
    expect(await answerOf(await send(RECEIPT))).toMatchObject({ success: "true", code: "0" });
    const [{ id, tag } = { id: 0, tag: {} }] = await found({ deviceId: "bar" });
    expect(tag["protocol"]).toBe("webprnt");
    const text = await (await service.prints(`/${id}/preview?format=text`)).text();
    expect(text).toContain("Order 4712");
  });

  test("a large document too", async () => {
    const line = "<text>a line of text on the receipt\\x0a</text>";
    expect(await answerOf(await send(line.repeat(2000)))).toMatchObject({ success: "true" });
  });

  test("is chosen by its name where there are several", async () => {
    await command("printer", "add", "kitchen", "--model", "star-80mm");
    await answerOf(await send(RECEIPT, {}, "?printer=Kitchen"));
    expect(await found({ deviceId: "kitchen" })).toHaveLength(1);
    expect((await send(RECEIPT, {}, "?printer=till")).status).toBe(404);
  });

  test("what is no document is refused", async () => {
    const response = await send("<blink/>");
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("blink");
  });

  test("without paper it says so, and nothing is stored", async () => {
    await command("printer", "simulate", "bar", "--state", "paper-end");
    const before = (await found({ deviceId: "bar" })).length;
    const answer = await answerOf(await send(RECEIPT));
    await command("printer", "simulate", "bar", "--state", "online");
    expect(answer).toMatchObject({ success: "false", code: "1100" });
    // Byte 6 of the automatic status: paper end, and near end before it.
    expect(Number.parseInt(answer.status?.slice(10, 12) ?? "", 16) & 0x08).toBe(0x08);
    expect(await found({ deviceId: "bar" })).toHaveLength(before);
  });
});

test("while the real printer is out of reach its prints are accepted, and wait", async () => {
  await command("printer", "add", "away", "--model", "star-80mm", "--target", "tcp://127.0.0.1:1");
  for (const order of ["1", "2"]) {
    const answer = await answerOf(await send(`<text>Order ${order}\\x0a</text>`, {}, "?printer=away"));
    expect(answer).toMatchObject({ success: "true", code: "0" });
  }
  expect(await found({ deviceId: "away" })).toHaveLength(2);
  const response = await service.fetch("/api/workspace/default/deliveries?printer=away");
  const { items } = (await response.json()) as { items: { state: string }[] };
  expect(items.map(({ state }) => state)).toEqual(["queued", "queued"]);
});

describe("web pages", () => {
  const preflight = (origin: string) =>
    fetch(service.address + WEBPRNT_PATH, {
      method: "OPTIONS",
      headers: { Origin: origin, "Access-Control-Request-Private-Network": "true" },
    });

  test("that may print read the answer, also those of the internet", async () => {
    const { headers } = await preflight(POS);
    expect(headers.get("access-control-allow-origin")).toBe(POS);
    expect(headers.get("access-control-allow-headers")).toContain("Content-Type");
    expect(headers.get("access-control-allow-private-network")).toBe("true");
    const response = await send(RECEIPT, { Origin: POS });
    expect(response.headers.get("access-control-allow-origin")).toBe(POS);
    expect(await answerOf(response)).toMatchObject({ success: "true" });
  });

  test("that may not print do not, and are told nothing", async () => {
    const evil = "https://evil.example";
    const before = (await found({ deviceId: "bar" })).length;
    expect((await preflight(evil)).headers.get("access-control-allow-origin")).toBeNull();
    const response = await send(RECEIPT, { Origin: evil });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    expect(await found({ deviceId: "bar" })).toHaveLength(before);
  });
});
