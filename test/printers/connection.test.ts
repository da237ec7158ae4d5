import { expect, test } from "bun:test";
import { PRINTER_PROTOCOLS, type PrinterProtocol } from "../../src/domain/protocols.ts";
import { type ConnectionFacts, connectionOf } from "../../src/printers/connection.ts";

const TILL = { name: "till 1", address: null, protocols: [...PRINTER_PROTOCOLS] };
const OPEN = { host: "0.0.0.0", isOpen: true, reason: null, fault: null };
const SERVICE: ConnectionFacts = {
  ports: { raw: { ...OPEN, port: 9100 }, epos: null, lpd: { ...OPEN, port: 515 }, ipp: null, webprnt: null },
  service: { host: "0.0.0.0", http: 8080, https: 8443 },
  announcedHost: "shop.local",
};

const addresses = (
  facts: ConnectionFacts,
  printer: { readonly address?: string; readonly protocols?: readonly PrinterProtocol[] } = {},
  own = ["192.168.1.20"],
) =>
  connectionOf(
    { ...TILL, ...printer, protocols: [...(printer.protocols ?? PRINTER_PROTOCOLS)] },
    facts,
    own,
  ).ways.map(({ address }) => address);

test("a till is told every way, by the address that it reaches most likely", () => {
  expect(connectionOf(TILL, SERVICE, ["192.168.1.20", "172.17.0.1"]).hosts).toEqual([
    "192.168.1.20",
    "172.17.0.1",
    "shop.local",
  ]);
  expect(addresses(SERVICE)).toEqual([
    "192.168.1.20:9100",
    "http://192.168.1.20:8080/cgi-bin/epos/service.cgi?devid=till%201",
    "https://192.168.1.20:8443/cgi-bin/epos/service.cgi?devid=till%201",
    "http://192.168.1.20:8080/StarWebPRNT/SendMessage?printer=till%201",
    "https://192.168.1.20:8443/StarWebPRNT/SendMessage?printer=till%201",
    "lpd://192.168.1.20:515/till%201",
    "ipp://192.168.1.20:8080/ipp/print/till%201",
  ]);
});

test.each([
  ["a printer with an address of its own", { address: "10.0.0.7" }, ["10.0.0.1"], "10.0.0.7:9100"],
  ["IPv6", { address: "fe80::1" }, [], "[fe80::1]:9100"],
  ["a machine without a network", {}, [], "shop.local:9100"],
])("%s", (_name, printer, own, expected) => {
  expect(addresses(SERVICE, { ...printer, protocols: ["raw"] }, own as string[])).toEqual([expected]);
});

test("a port that is not open is told with why", () => {
  const reason = "port 9100 is in use by another program.";
  const raw = { host: "0.0.0.0", port: 9100, isOpen: false, reason, fault: "in-use" } as const;
  const ports = { ...SERVICE.ports, raw };
  const { ways } = connectionOf({ ...TILL, protocols: ["raw"] }, { ...SERVICE, ports }, ["10.0.0.1"]);
  expect(ways).toMatchObject([{ protocol: "raw", port: 9100, isOpen: false, reason, fault: "in-use" }]);
});
