import { expect, test } from "bun:test";
import { reachableAddresses } from "../../src/http/reachable-addresses.ts";

const MACHINE = ["192.168.1.20", "fd00::7"];

test.each([
  ["http://localhost:9180", "0.0.0.0", ["http://192.168.1.20:9180", "http://[fd00::7]:9180"]],
  ["http://127.0.0.1:9180", "::", ["http://192.168.1.20:9180", "http://[fd00::7]:9180"]],
  ["http://[::1]:9180", "0.0.0.0", ["http://192.168.1.20:9180", "http://[fd00::7]:9180"]],
  ["https://localhost/tills", "0.0.0.0", ["https://192.168.1.20/tills", "https://[fd00::7]/tills"]],
  ["http://till.local:9180", "0.0.0.0", ["http://till.local:9180"]],
  ["http://192.168.1.9:9180", "0.0.0.0", ["http://192.168.1.9:9180"]],
  ["http://localhost:9180", "127.0.0.1", ["http://localhost:9180"]],
  ["http://localhost:9180", "192.168.1.20", ["http://localhost:9180"]],
])("%s of a service on %s", (own, listening, expected) => {
  expect(reachableAddresses(own, listening, MACHINE)).toEqual(expected);
});

test("a machine without a network is found as it was", () => {
  expect(reachableAddresses("http://localhost:9180", "0.0.0.0", [])).toEqual(["http://localhost:9180"]);
});
