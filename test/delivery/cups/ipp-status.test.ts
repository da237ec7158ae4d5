import { expect, test } from "bun:test";
import { cupsAddress } from "../../../src/delivery/ipp/ipp-client.ts";
import { statusFromReasons } from "../../../src/delivery/ipp/ipp-status.ts";
import { HEALTHY } from "../../../src/domain/printer-status.ts";

test.each<[string[], object]>([
  [["none"], {}],
  [["media-empty-error"], { paper: "end" }],
  [["media-low-warning", "media-needed"], { paper: "end" }],
  [["media-low-report"], {}],
  [["cover-open", "toner-low"], { isCoverOpen: true }],
  [["offline-report"], {}],
  [["offline"], { isReachable: false }],
])("the reasons %p", (reasons, status) => {
  expect(statusFromReasons(reasons)).toEqual({ ...HEALTHY, ...status });
});

test.each([
  ["print.shop:8631", "http://print.shop:8631/printers/a", null],
  ["print.shop", "http://print.shop:631/printers/a", null],
  ["/tmp/cups.sock", "http://localhost:631/printers/a", "/tmp/cups.sock"],
  ["print.shop/version=1.1", "http://print.shop:631/printers/a", null],
])("the CUPS that CUPS_SERVER=%s names", (server, url, socket) => {
  expect(cupsAddress("/printers/a", server)).toMatchObject({ url, socket });
});
