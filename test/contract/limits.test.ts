import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type ErrorAnswer, Service } from "../service.ts";

const MEBIBYTE = 1024 * 1024;
const LIMIT = 10 * MEBIBYTE;

let service: Service;
beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.end());

const sendBytes = (body: BodyInit) =>
  service.prints("", { method: "POST", body, headers: { "Content-Type": "application/octet-stream" } });

async function expectTooLarge(response: Response): Promise<void> {
  expect(response.status).toBe(413);
  expect(((await response.json()) as ErrorAnswer).code).toBe("PRINT_DATA_TOO_LARGE");
}

test("a print of exactly 10 MiB is stored, one byte more is 413, both ways", async () => {
  const largest = new Uint8Array(LIMIT).fill(0x41);
  const stored = await sendBytes(largest);
  expect(stored.status).toBe(201);
  const { id } = (await stored.json()) as { id: number };
  expect((await (await service.prints(`/${id}/raw`)).bytes()).byteLength).toBe(LIMIT);
  await expectTooLarge(await sendBytes(new Uint8Array(LIMIT + 1)));
  const asJson = (byteLength: number) =>
    service.prints("/json", { json: { raw: new Uint8Array(byteLength).toBase64() } });
  expect((await asJson(LIMIT)).status).toBe(201);
  await expectTooLarge(await asJson(LIMIT + 1));
});

test("base64 with a line break after every 64 characters fits as well", async () => {
  const raw = new Uint8Array(LIMIT).toBase64().replace(/.{64}/g, "$&\r\n");
  expect((await service.prints("/json", { json: { raw } })).status).toBe(201);
});

/** Sends a request's head and then what `chunk` gives, until the service answers or closes. */
async function trickle(head: string, chunk: Uint8Array, maximumChunks: number) {
  const { hostname, port } = new URL(service.address);
  const seen = { answer: "", closed: false };
  let sent = 0;
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_socket, data) => void (seen.answer += data.toString()),
      close: () => void (seen.closed = true),
      error: () => void (seen.closed = true),
      drain() {},
    },
  });
  socket.write(head);
  let rest = chunk;
  for (let left = maximumChunks; left > 0 && !seen.closed && seen.answer === "";) {
    const written = Math.max(socket.write(rest), 0);
    sent += written;
    rest = rest.subarray(written);
    if (rest.byteLength > 0) {
      await Bun.sleep(2);
    } else {
      rest = chunk;
      left--;
      await Bun.sleep(0);
    }
  }
  for (let waited = 0; waited < 100 && seen.answer === "" && !seen.closed; waited++) await Bun.sleep(10);
  socket.end();
  return { answer: seen.answer, sent };
}

/** Resident memory of the service, bytes; only Linux tells it of another process. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${service.processId}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

const head = (path: string, lengthHeader: string) =>
  `POST /api/workspace/default/prints${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.token}\r\n` +
  `Content-Type: ${path === "" ? "application/octet-stream" : "application/json"}\r\n${lengthHeader}\r\n\r\n`;

test("a body that says it is too large is refused before it is read", async () => {
  const { answer, sent } = await trickle(head("", "Content-Length: 99999999999"), new Uint8Array(1024), 100);
  expect(answer).toStartWith("HTTP/1.1 413");
  expect(sent).toBeLessThan(MEBIBYTE);
});

test.each(["", "/json", "/search", "/facets"])(
  "an endless chunked body to …/prints%s is refused at the limit",
  async (path) => {
    const size = 256 * 1024;
    const chunk = Buffer.concat([
      Buffer.from(`${size.toString(16)}\r\n`),
      new Uint8Array(size).fill(0x41),
      Buffer.from("\r\n"),
    ]);
    const before = process.platform === "linux" ? residentBytes() : 0;
    const { answer } = await trickle(head(path, "Transfer-Encoding: chunked"), chunk, 4000);
    expect(answer).toStartWith("HTTP/1.1 413");
    if (process.platform === "linux") expect(residentBytes() - before).toBeLessThan(200 * MEBIBYTE);
  },
);

test("an unauthorised endless body is refused without being read", async () => {
  const endless = head("", "Transfer-Encoding: chunked").replace(service.token, "at_no.token");
  const { answer } = await trickle(endless, Buffer.from("400\r\n"), 10);
  expect(answer).toStartWith("HTTP/1.1 401");
});

test("the limit can be set", async () => {
  const small = await Service.start({ flags: ["--max-print-bytes", "100"] });
  try {
    const send = (byteLength: number) =>
      small.prints("", { method: "POST", body: new Uint8Array(byteLength) });
    expect((await send(100)).status).toBe(201);
    await expectTooLarge(await send(101));
  } finally {
    await small.end();
  }
});

test("a search or update body over its limit is 413", async () => {
  const response = await service.prints("/search", { json: { label: "x".repeat(5 * MEBIBYTE) } });
  expect(response.status).toBe(413);
  expect(((await response.json()) as ErrorAnswer).code).toBe("REQUEST_TOO_LARGE");
});
