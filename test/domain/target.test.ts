import { describe, expect, test } from "bun:test";
import { readNewPrinter } from "../../src/contract/printer.ts";
import { parseTarget, type Target } from "../../src/domain/target.ts";
import { TillrollError } from "../../src/domain/errors.ts";

const EPOS = "/cgi-bin/epos/service.cgi";

const GOOD: readonly (readonly [string, Target])[] = [
  ["tcp://192.168.1.50", { kind: "tcp", host: "192.168.1.50", port: 9100 }],
  ["tcp://192.168.1.50:9101", { kind: "tcp", host: "192.168.1.50", port: 9101 }],
  ["tcp://kitchen.local:80", { kind: "tcp", host: "kitchen.local", port: 80 }],
  ["TCP://Kitchen:9100/", { kind: "tcp", host: "kitchen", port: 9100 }],
  ["tcp://[fe80::1]:9100", { kind: "tcp", host: "fe80::1", port: 9100 }],
  ["epos://10.0.0.7", { kind: "epos", url: `http://10.0.0.7${EPOS}`, deviceId: "local_printer" }],
  ["epos://10.0.0.7:8008", { kind: "epos", url: `http://10.0.0.7:8008${EPOS}`, deviceId: "local_printer" }],
  ["http://printer", { kind: "epos", url: `http://printer${EPOS}`, deviceId: "local_printer" }],
  [
    `https://printer:8043${EPOS}?devid=kitchen&timeout=1`,
    { kind: "epos", url: `https://printer:8043${EPOS}`, deviceId: "kitchen" },
  ],
];

const BAD: readonly (readonly [unknown, RegExp])[] = [
  [7, /must be a string/],
  ["", /from 1 to 500/],
  ["192.168.1.50", /such as tcp:/],
  ["ftp://printer", /begins with ftp:/],
  ["tcp://", /no usable host/],
  ["tcp://:9100", /no usable host/],
  ["tcp://printer:0", /port from 1/],
  ["tcp://printer:99999", /no usable host or port/],
  ["tcp://printer:9100/queue", /must end with the port/],
  ["tcp://printer:9100?x=1", /must end with the port/],
  ["tcp://me:secret@printer", /no user name/],
  ["tcp://prin ter", /no spaces/],
  ["tcp://prin\nter", /no control characters/],
  ["tcp://printer#1", /after a #/],
  ["http://printer/print", /must have the form http:.*devid/],
  [`epos://printer${EPOS}`, /must have the form epos:/],
  [`tcp://${"a".repeat(500)}`, /from 1 to 500/],
];

describe("targets", () => {
  test.each(GOOD)("%p", (text, target) => {
    expect(parseTarget(text)).toEqual(target);
    expect(readNewPrinter({ name: "till", target: text }).target).toBe(text);
  });

  test.each(BAD)("%p is refused", (text, message) => {
    const issues = [{ path: "target", message: expect.stringMatching(message) }];
    expect(() => readNewPrinter({ name: "till", target: text })).toThrow(
      expect.objectContaining({ data: { issues } }),
    );
  });

  test("an unusable one throws", () => {
    expect(() => parseTarget("nothing")).toThrow(TillrollError);
  });
});
