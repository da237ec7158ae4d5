import { expect, test } from "bun:test";
import {
  EPOS_GET_TEXT,
  EPOS_GET_HEADERS,
  EPOS_HEADERS,
  eposPreflightHeaders,
  grantEpos,
} from "../../../src/printers/epos/protocol.ts";

test("nothing keeps an answer", () => {
  expect(EPOS_HEADERS).toEqual({ "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "no-store" });
});

test("the page that may read an answer is named, never all pages", () => {
  const headers = new Headers({ Vary: "Accept" });
  grantEpos(headers, "https://pos.example");
  expect(headers.get("Access-Control-Allow-Origin")).toBe("https://pos.example");
  expect(headers.get("Vary")).toBe("Accept, Origin");
  const refused = new Headers();
  grantEpos(refused, null);
  expect([...refused]).toEqual([["vary", "Origin"]]);
});

test("a preflight allows what Epson's SDK sends", () => {
  const headers = eposPreflightHeaders(new Headers({ "Access-Control-Request-Method": "POST" }));
  expect(headers["Access-Control-Allow-Headers"]).toBe("Content-Type, If-Modified-Since, SOAPAction");
  expect(headers["Access-Control-Allow-Methods"]).toBe("POST, GET, OPTIONS");
  expect(headers["Access-Control-Allow-Private-Network"]).toBeUndefined();
});

test("a page on the internet may reach the printer on its network, where the browser asks", () => {
  const headers = eposPreflightHeaders(new Headers({ "Access-Control-Request-Private-Network": "true" }));
  expect(headers["Access-Control-Allow-Private-Network"]).toBe("true");
});

test("GET says what is here", () => {
  expect(EPOS_GET_HEADERS["Content-Type"]).toBe("text/plain; charset=utf-8");
  expect(EPOS_GET_TEXT).toContain("POST");
});
