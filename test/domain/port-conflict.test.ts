import { expect, test } from "bun:test";
import { portIssues, type PrinterPlace, type ServicePorts } from "../../src/domain/port-conflict.ts";

const service: ServicePorts = { host: "127.0.0.1", http: 9180, lpd: 515, ipp: 631 };
const bar: PrinterPlace = { id: 1, name: "bar", address: null, rawPort: 9101, eposPort: 9102 };

function issuesOf(place: Partial<PrinterPlace>, at: ServicePorts = service, other: PrinterPlace = bar) {
  const asked = { id: 2, name: "till", address: null, rawPort: null, eposPort: null, ...place };
  return portIssues(asked, [other], at).map(({ path, message }) => `${path} ${message}`);
}

test.each([
  ["the service's own", { rawPort: 9180 }, /rawPort .*9180.*dashboard/],
  ["LPD's", { rawPort: 515 }, /rawPort .*LPD/],
  ["IPP's", { eposPort: 631 }, /eposPort .*IPP/],
  ["another printer's raw port", { rawPort: 9101 }, /rawPort .*printer "bar"/],
  ["another printer's raw port for ePOS", { eposPort: 9101 }, /eposPort .*printer "bar"/],
  ["another printer's ePOS port", { rawPort: 9102 }, /rawPort .*printer "bar"/],
])("%s port is taken", (_name, place, message) => {
  expect(issuesOf(place)).toEqual([expect.stringMatching(message)]);
});

test("both ports are told of", () => {
  expect(issuesOf({ rawPort: 9101, eposPort: 9180 })).toHaveLength(2);
});

test.each([
  ["nobody's", {}],
  ["its own", { id: 1, rawPort: 9101, eposPort: 9102 }],
  ["none", { rawPort: null, eposPort: null }],
  ["a free one", { rawPort: 9103, eposPort: 9104 }],
])("%s is not", (_name, place) => expect(issuesOf(place)).toEqual([]));

test.each([
  ["127.0.0.1", "127.0.0.2", false],
  ["127.0.0.1", "127.0.0.1", true],
  ["127.0.0.1", "::ffff:127.0.0.1", true],
  ["127.0.0.1", "::1", false],
  ["127.0.0.1", "0.0.0.0", true],
  ["127.0.0.1", "::", true],
  ["0.0.0.0", "192.168.1.5", true],
  ["0.0.0.0", "fd00::1", false],
  ["::", "192.168.1.5", true],
  ["", "fd00::1", true],
  ["till.local", "192.168.1.5", true],
])("of a service at %s and a printer at %s: %p", (host, address, isTaken) => {
  const at = { ...service, host };
  expect(issuesOf({ address, rawPort: 9180 }, at).length > 0).toBe(isTaken);
  expect(issuesOf({ address, rawPort: 9101 }, at).length > 0).toBe(isTaken);
  expect(issuesOf({ rawPort: 9101 }, at, { ...bar, address }).length > 0).toBe(isTaken);
});

test("a port that is not opened belongs to nobody", () => {
  expect(issuesOf({ rawPort: 515 }, { ...service, lpd: 0 })).toEqual([]);
});
