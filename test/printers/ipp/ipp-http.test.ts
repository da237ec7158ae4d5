import { afterEach, beforeEach, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import type { Server } from "bun";
import { decodeMessage } from "../../../src/ipp/decode.ts";
import { attribute, keyword, mimeMediaType } from "../../../src/ipp/values.ts";
import { OPERATION, STATUS } from "../../../src/ipp/codes.ts";
import { IPP_LIMITS } from "../../../src/printers/ipp/ipp-limits.ts";
import { HELLO, IppTestService, requestBytes, splitRequest, valuesOf } from "./ipp-server.ts";
import { until } from "../../until.ts";

let service: IppTestService;
let server: Server<undefined>;
const sockets: Socket[] = [];

beforeEach(() => {
  service = new IppTestService();
  server = service.serve();
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop(true);
});

const printRequest = (document = HELLO) => requestBytes(OPERATION.printJob, [], { document });

function post(path: string, init: RequestInit = {}) {
  const headers = { "Content-Type": "application/ipp" };
  return fetch(new URL(path, server.url), {
    method: "POST",
    headers,
    body: printRequest() as BodyInit,
    ...init,
  });
}

test.each<[string, string, RequestInit, number]>([
  ["a printer", "/ipp/print/till", {}, 200],
  ["a job", "/ipp/print/till/17", {}, 200],
  ["no printer", "/ipp/print", {}, 200],
  ["GET", "/ipp/print/till", { method: "GET", body: null }, 405],
  ["another content type", "/ipp/print/till", { headers: { "Content-Type": "text/plain" } }, 415],
  [
    "a content encoding",
    "/ipp/print/till",
    { headers: { "Content-Type": "application/ipp", "Content-Encoding": "gzip" } },
    415,
  ],
  ["another path", "/elsewhere", {}, 404],
  ["no IPP at all", "/ipp/print/till", { body: "short" }, 400],
])("%s", async (_name, path, init, status) => {
  const response = await post(path, init);
  expect(response.status).toBe(status);
  if (status === 200) {
    expect(response.headers.get("content-type")).toBe("application/ipp");
    const { code } = decodeMessage(new Uint8Array(await response.arrayBuffer()));
    expect(code).toBe(path === "/ipp/print" ? STATUS.notFound : STATUS.ok);
  }
});

/** A connection on which a test writes HTTP by hand; what is answered is collected. */
async function open() {
  const socket = connect(server.port ?? 0, "127.0.0.1");
  sockets.push(socket);
  const state = { text: "", isClosed: false };
  socket.on("data", (bytes) => (state.text += bytes.toString("latin1")));
  socket.on("close", () => (state.isClosed = true));
  socket.on("error", () => (state.isClosed = true));
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return { socket, state };
}

const HEAD = "POST /ipp/print/till HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/ipp\r\n";
const chunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

test("a host that expects 100-continue, and sends in chunks of any size", async () => {
  const { socket, state } = await open();
  socket.write(`${HEAD}Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n`);
  await until(() => state.text.includes("100 Continue"));
  for (const octet of printRequest()) socket.write(chunk(Uint8Array.of(octet)));
  socket.write("0\r\n\r\n");
  await until(() => state.text.includes("200 OK"));
  expect(service.endpoint.jobs[0]?.raw).toEqual(HELLO);
});

test.each(["Content-Length", "chunked"])("a connection that breaks inside the document, %s", async (form) => {
  const { socket } = await open();
  const [attributes, document] = splitRequest(printRequest());
  const isChunked = form === "chunked";
  socket.write(`${HEAD}${isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 5000"}\r\n\r\n`);
  const part = document.subarray(0, 5);
  socket.write(
    isChunked ? Buffer.concat([chunk(attributes), chunk(part)]) : Buffer.concat([attributes, part]),
  );
  await until(() => service.jobs.all(7).length === 1);
  await Bun.sleep(30);
  socket.destroy();
  await until(() => service.endpoint.jobs.length === 1);
  expect(service.endpoint.jobs[0]).toMatchObject({ raw: HELLO.subarray(0, 5), isIncomplete: true });
  expect(service.jobs.all(7)[0]?.reason).toBe("submission-interrupted");
  expect(service.endpoint.rooms).toBe(0);
});

test("a connection that breaks before any document leaves nothing", async () => {
  const { socket } = await open();
  socket.write(`${HEAD}Content-Length: 5000\r\n\r\n`);
  socket.write(printRequest().subarray(0, 20));
  await Bun.sleep(50);
  socket.destroy();
  await Bun.sleep(50);
  expect(service.endpoint.jobs).toEqual([]);
  expect(service.jobs.all(7)).toEqual([]);
});

test("a large document that is refused is read to its end, so that its host sees why", async () => {
  const pdf = requestBytes(
    OPERATION.printJob,
    [attribute("document-format", mimeMediaType("application/pdf"))],
    {
      document: new Uint8Array(20_000_000),
    },
  );
  const response = await post("/ipp/print/till", { body: pdf as BodyInit });
  const { code } = decodeMessage(new Uint8Array(await response.arrayBuffer()));
  expect(code).toBe(STATUS.documentFormatNotSupported);
  const large = await post("/ipp/print/till", { body: printRequest(new Uint8Array(20_000_000)) as BodyInit });
  expect(decodeMessage(new Uint8Array(await large.arrayBuffer())).code).toBe(STATUS.requestEntityTooLarge);
});

test("the fault `drop` stores half of the document and breaks the connection", async () => {
  service.endpoint.simulate("drop");
  const { socket, state } = await open();
  const document = new Uint8Array(100).fill(0x41);
  const bytes = printRequest(document);
  socket.write(`${HEAD}Content-Length: ${bytes.byteLength}\r\n\r\n`);
  socket.write(bytes);
  await until(() => state.isClosed);
  expect(state.text).not.toContain("application/ipp");
  expect(service.endpoint.jobs[0]).toMatchObject({ isIncomplete: true });
  expect(service.endpoint.jobs[0]?.raw.byteLength).toBe(50);
  // Questions are answered all the same.
  const asked = await post("/ipp/print/till", {
    body: requestBytes(OPERATION.getJobs, [attribute("which-jobs", keyword("all"))]) as BodyInit,
  });
  expect(asked.status).toBe(200);
});

test("the fault `slow` answers late", async () => {
  service.endpoint.simulate("slow");
  let isAnswered = false;
  const answered = post("/ipp/print/till").then((response) => {
    isAnswered = true;
    return response.status;
  });
  await Bun.sleep(IPP_LIMITS.slowMilliseconds / 10);
  expect(isAnswered).toBe(false);
  expect(await answered).toBe(200);
});

test("hosts are shown a picture of the printer, at the address that it tells", async () => {
  const asked = requestBytes(OPERATION.getPrinterAttributes);
  const answer = decodeMessage(
    new Uint8Array(await (await post("/ipp/print/till", { body: asked as BodyInit })).arrayBuffer()),
  );
  const [icon = ""] = valuesOf(answer, "printer-icons");
  const response = await fetch(icon);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(await new Bun.Image(await response.bytes()).metadata()).toMatchObject({ width: 128, height: 128 });
});
