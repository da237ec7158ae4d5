import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { CLIENT_LIMITS, MEBIBYTE } from "../../src/domain/limits.ts";
import { encodeMessage } from "../../src/ipp/encode.ts";
import { GROUP } from "../../src/ipp/tags.ts";
import * as is from "../../src/ipp/values.ts";
import { OPERATION, STATUS } from "../../src/ipp/codes.ts";
import { readAnswer, sdkRequest } from "../printers/epos/memory-printer.ts";
import { freePort, run, Service } from "../service.ts";

/*
 * A client that has sent more than its share, by every protocol of HTTP. What is owed takes hours to be made up for, so that
 * nothing depends on how fast the machine is.
 */

let service: Service;
let rawPort: number;

beforeAll(async () => {
  rawPort = freePort();
  service = await Service.start({
    flags: ["--client-rate", "1"],
    environment: { TILLROLL_RAW_PORT: String(rawPort) },
  });
});
afterAll(() => service.end());

const BINARY = { "Content-Type": "application/octet-stream" };
const RECEIPT = "\x1b@Total 1.00\n\x1dV\x00";

function ippPrintJob(): Uint8Array<ArrayBuffer> {
  const attributes = [
    is.attribute("attributes-charset", is.charset("utf-8")),
    is.attribute("attributes-natural-language", is.naturalLanguage("en")),
    is.attribute("printer-uri", is.uri("ipp://localhost/ipp/print/")),
  ];
  const head = encodeMessage({
    version: { major: 1, minor: 1 },
    code: OPERATION.printJob,
    requestId: 1,
    groups: [{ tag: GROUP.operation, attributes }],
  });
  return new Uint8Array(Buffer.concat([head, Buffer.from(RECEIPT)]));
}

const byEpos = async () => {
  const path = "/cgi-bin/epos/service.cgi?devid=local_printer";
  const headers = { "Content-Type": "text/xml" };
  const response = await service.fetch(path, {
    token: null,
    headers,
    body: sdkRequest("<text>x</text><cut/>"),
  });
  return { http: response.status, ...readAnswer(await response.text()) };
};

const byIpp = async () => {
  const headers = { "Content-Type": "application/ipp" };
  const response = await service.fetch("/ipp/print/", { token: null, headers, body: ippPrintJob() });
  return Buffer.from(await response.arrayBuffer()).readUInt16BE(2);
};

/** How a raw job of this machine ends within a moment. */
function byRaw(): Promise<"acknowledged" | "waits"> {
  const { promise, resolve } = Promise.withResolvers<"acknowledged" | "waits">();
  const socket = connect({ port: rawPort, host: "127.0.0.1", allowHalfOpen: true }, () =>
    socket.end(RECEIPT),
  );
  const timer = setTimeout(() => {
    resolve("waits");
    socket.destroy();
  }, 1000);
  socket.on("data", () => {});
  socket.once("end", () => {
    clearTimeout(timer);
    socket.destroy();
    resolve("acknowledged");
  });
  return promise;
}

/** A create from another address of this machine. */
function fromElsewhere(): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const { hostname, port } = new URL(service.address);
  const headers = { ...BINARY, Authorization: `Bearer ${service.token}` };
  const options = {
    method: "POST",
    path: "/api/workspace/default/prints",
    headers,
    localAddress: "127.0.0.2",
  };
  const asked = request({ hostname, port, ...options }, (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  asked.end(RECEIPT);
  return promise;
}

describe("an address that has sent its burst", () => {
  const large = Buffer.alloc(8 * MEBIBYTE, "receipt\n");

  test("was served until then", async () => {
    expect(await byEpos()).toMatchObject({ success: "true" });
    expect(await byIpp()).toBe(STATUS.ok);
    expect(await byRaw()).toBe("acknowledged");
    for (let bytes = 0; bytes < CLIENT_LIMITS.burstBytes; bytes += large.length) {
      expect((await service.prints("", { headers: BINARY, body: large })).status).toBe(201);
    }
  });

  test("is told by the API when to try again", async () => {
    for (const options of [{ headers: BINARY, body: RECEIPT }, {}]) {
      const path = "body" in options ? "" : "/json";
      const json = "body" in options ? undefined : { raw: btoa(RECEIPT) };
      const response = await service.prints(path, json === undefined ? options : { json });
      expect(response.status).toBe(429);
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    }
  });

  test("is told by ePOS-Print that there are too many requests, and by IPP that the printer is busy", async () => {
    expect(await byEpos()).toMatchObject({ http: 200, success: "false", code: "TooManyRequests" });
    expect(await byIpp()).toBe(STATUS.busy);
  });

  test("is not read from on its raw connections", async () => {
    expect(await byRaw()).toBe("waits");
  });

  test("may still ask, and the commands of this machine still print", async () => {
    expect((await service.prints("/search", { json: { pageSize: 1 } })).status).toBe(200);
    const file = join(service.folder, "receipt.bin");
    await Bun.write(file, RECEIPT);
    expect((await run(["print", file, "--data", service.folder])).exitCode).toBe(0);
  });

  test.skipIf(process.platform !== "linux")("keeps no other from printing", async () => {
    expect(await fromElsewhere()).toBe(201);
  });
});
