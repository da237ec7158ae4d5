import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { EPOS_PATH } from "../../src/domain/protocols.ts";
import { findService } from "../../src/platform/running-service.ts";
import { HttpsService } from "./https-service.ts";

let service: HttpsService;
beforeAll(async () => {
  service = await HttpsService.start({ requireHttps: true });
});
afterAll(() => service.end());

test.each([
  // Pages lead there.
  ["GET", "/", 307],
  ["HEAD", "/sign-in?code=1", 307],
  ["GET", "/guide/printers", 307],
  ["GET", "/docs", 307],
  ["GET", "/metrics", 307],
  // What a program or a form has sent by HTTP, others may have read.
  ["GET", "/api/me", 403],
  ["POST", "/api/workspace/default/prints/json", 403],
  ["POST", "/sign-in", 403],
  // Printers, whoever watches, and who is to trust us.
  ["GET", EPOS_PATH, 200],
  ["GET", "/healthz", 200],
  ["GET", "/trust", 200],
  ["GET", "/trust/tillroll.crt", 200],
  ["POST", "/ipp/print/receipt", 415],
  ["POST", "/cloudprnt/unknown", 404],
  ["GET", "/trusted", 307],
  ["GET", "/$&?a=$1", 307],
] as const)("by HTTP %s %s is answered %i", async (method, path, status) => {
  const answer = await service.ask(service.http + path, { method }, service.token);
  expect(answer.status).toBe(status);
  if (status === 307) expect(answer.headers.get("location")).toBe(service.https + path);
  if (status === 403) expect(await answer.json()).toMatchObject({ code: "HTTPS_REQUIRED" });
});

test("by HTTPS everything is answered", async () => {
  expect((await service.ask(`${service.https}/api/me`, {}, service.token)).status).toBe(200);
});

test("commands on this machine go on, with what only its owner can read", async () => {
  const { localToken = "" } = findService(service.folder) ?? {};
  expect((await service.ask(`${service.http}/api/me`, {}, localToken)).status).toBe(200);
});

test("the link for signing in is one by HTTPS", () => {
  expect(service.app.signInLink()).toStartWith(`${service.app.secureAddress}/sign-in`);
});

describe("tills", () => {
  test("print by HTTP", async () => {
    const body = `<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"><text>1</text></epos-print>`;
    const answer = await service.ask(`${service.web(false)}${EPOS_PATH}?devid=receipt`, {
      method: "POST",
      body,
    });
    expect(await answer.text()).toContain('success="true"');
  });
});
