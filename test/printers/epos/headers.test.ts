import { expect, test } from "bun:test";
import {
  EPOS_GET_TEXT,
  eposGetHeaders,
  eposHeaders,
  eposPreflightHeaders,
  takesContentType,
} from "../../../src/printers/epos/epos.ts";

test("any page may read the answer, and nothing keeps it", () => {
  expect(eposHeaders()).toEqual({
    "Content-Type": "text/xml; charset=utf-8",
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": "no-store",
  });
});

test("a preflight allows what Epson's SDK sends", () => {
  const headers = eposPreflightHeaders(new Headers({ "Access-Control-Request-Method": "POST" }));
  expect(headers["Access-Control-Allow-Headers"]).toBe("Content-Type, If-Modified-Since, SOAPAction");
  expect(headers["Access-Control-Allow-Methods"]).toBe("POST, GET, OPTIONS");
  expect(headers["Access-Control-Allow-Origin"]).toBe("*");
  expect(headers["Access-Control-Allow-Private-Network"]).toBeUndefined();
});

test("a page on the internet may reach the printer on its network, where the browser asks", () => {
  const headers = eposPreflightHeaders(new Headers({ "Access-Control-Request-Private-Network": "true" }));
  expect(headers["Access-Control-Allow-Private-Network"]).toBe("true");
});

test("GET says what is here", () => {
  expect(eposGetHeaders()["Content-Type"]).toBe("text/plain; charset=utf-8");
  expect(eposGetHeaders()["Access-Control-Allow-Origin"]).toBe("*");
  expect(EPOS_GET_TEXT).toContain("POST");
});

test.each([
  [null, true],
  ["", true],
  ["text/xml", true],
  ["text/xml; charset=utf-8", true],
  ["Application/XML;charset=UTF-8", true],
  ["text/plain;charset=UTF-8", true],
  ["application/soap+xml", true],
  ["application/json", false],
  ["multipart/form-data; boundary=x", false],
])("content type %p: %p", (type, taken) => {
  expect(takesContentType(type)).toBe(taken);
});
