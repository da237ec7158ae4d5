import { describe, expect, test } from "bun:test";
import {
  dashboardAnnouncement,
  printerAnnouncements,
  type PrinterPlace,
} from "../../../src/printers/discovery/announcement.ts";
import { MDNS_LIMITS } from "../../../src/printers/discovery/discovery-limits.ts";
import {
  numberedLabel,
  hostLabel,
  HOST_NUMBERING,
  SERVICE_NUMBERING,
} from "../../../src/printers/discovery/responder/labels.ts";
import { serviceRecords } from "../../../src/printers/discovery/responder/registration-records.ts";
import { PRINTER_MODELS } from "../../../src/escpos/escpos.ts";
import { PRINTER_PROTOCOLS } from "../../../src/domain/protocols.ts";

const place: PrinterPlace = {
  machine: "shop-pc.example.com",
  details: {
    maker: "EPSON",
    modelName: "TM-T88V",
    commands: "ESC/POS",
    model: PRINTER_MODELS["epson-tm-t88v"],
  },
  uuid: "9a3c2a4e-6b0a-5d0e-8a51-0d6a2c1f0b7e",
  httpPort: 9180,
  httpsPort: 0,
  ports: { raw: 9100, lpd: 5150, ipp: 6310 },
};
const printer = { name: "Küche 1/2", protocols: PRINTER_PROTOCOLS };

const ABOUT = {
  ty: "EPSON TM-T88V",
  product: "(TM-T88V)",
  note: "Tillroll @ shop-pc",
  adminurl: "http://{host}:9180/",
  pdl: "application/octet-stream,text/plain",
  UUID: place.uuid,
  Color: "F",
  Duplex: "F",
  usb_MFG: "EPSON",
  usb_MDL: "TM-T88V",
  usb_CMD: "ESC/POS",
};

/** What hosts without a driver ask beside. */
const PAGES = {
  pdl: "application/octet-stream,text/plain,image/pwg-raster,image/urf,image/jpeg,image/png",
  URF: "V1.4,CP1,W8,RS180,DM1",
  kind: "receipt,roll",
  PaperCustom: "T",
};

const ports = (...services: ReturnType<typeof printerAnnouncements>) =>
  Object.fromEntries(services.map(({ type, port }) => [type, port]));

describe("a printer is announced", () => {
  test("with each of its protocols, and what hosts ask about it", () => {
    const services = printerAnnouncements(printer, place);
    expect(services.map(({ instance }) => instance)).toEqual(
      Array.from({ length: 3 }, () => "Küche 1/2 @ shop-pc"),
    );
    expect(services.map(({ type, port, txt }) => [type, port, Object.fromEntries(txt)])).toEqual([
      ["_pdl-datastream._tcp", 9100, { txtvers: "1", qtotal: "1", priority: "10", ...ABOUT }],
      ["_printer._tcp", 5150, { txtvers: "1", qtotal: "1", rp: "Küche 1/2", priority: "20", ...ABOUT }],
      [
        "_ipp._tcp",
        6310,
        { txtvers: "1", qtotal: "1", rp: "ipp/print/K%C3%BCche%201%2F2", priority: "30", ...ABOUT, ...PAGES },
      ],
    ]);
    for (const { txt } of services) expect([...txt.keys()][0]).toBe("txtvers");
  });

  test("only with what it has, and with a claim of its name in any case", () => {
    expect(ports(...printerAnnouncements({ ...printer, protocols: ["epos"] }, place))).toEqual({
      "_printer._tcp": 0,
    });
    const only = (open: PrinterPlace["ports"]) =>
      ports(...printerAnnouncements(printer, { ...place, ports: open }));
    expect(only({ raw: null, lpd: 5150 })).toEqual({ "_printer._tcp": 5150 });
    expect(only({ ...place.ports, lpd: null })).toEqual({
      "_pdl-datastream._tcp": 9100,
      "_ipp._tcp": 6310,
      "_printer._tcp": 0,
    });
  });

  test("to hosts without a driver, and by TLS where there is a port for it", () => {
    const services = printerAnnouncements(printer, { ...place, httpsPort: 9443 });
    const driverless = services.filter(({ type }) => type.startsWith("_ipp"));
    expect(driverless.map(({ type, port, subtypes }) => [type, port, subtypes])).toEqual([
      ["_ipp._tcp", 6310, ["_universal", "_print"]],
      ["_ipps._tcp", 9443, ["_universal", "_print"]],
    ]);
    expect(driverless.map(({ txt }) => txt.get("TLS"))).toEqual([undefined, "1.2"]);
    const pointers = driverless.flatMap((service) =>
      serviceRecords("Küche", service, "till")
        .filter(({ type }) => type === "PTR")
        .map(({ name }) => name.join(".")),
    );
    for (const type of ["_ipp", "_ipps"])
      for (const kind of ["_universal", "_print"])
        expect(pointers).toContain(`${kind}._sub.${type}._tcp.local`);
  });

  test("and the dashboard for browsers", () => {
    expect(dashboardAnnouncement("shop-pc", 9180)).toEqual({
      instance: "Tillroll @ shop-pc",
      type: "_http._tcp",
      port: 9180,
      txt: new Map([["path", "/"]]),
    });
  });
});

describe("labels", () => {
  for (const [wanted, attempt, label] of [
    ["bar", 1, "bar"],
    ["bar", 2, "bar (2)"],
    ["bar", 10, "bar (10)"],
    ["a\tb\n", 1, "a b"],
    ["", 1, "Tillroll"],
    ["x".repeat(80), 1, "x".repeat(63)],
    ["x".repeat(80), 2, `${"x".repeat(59)} (2)`],
    ["ü".repeat(40), 1, "ü".repeat(31)],
  ] as const) {
    test(`attempt ${attempt} at ${JSON.stringify(wanted)}`, () => {
      expect(numberedLabel(wanted, attempt, SERVICE_NUMBERING)).toBe(label);
    });
  }

  for (const [name, label] of [
    ["shop", "tillroll-shop"],
    ["Shop_PC.example.com", "tillroll-shop-pc"],
    ["--", "tillroll"],
    ["", "tillroll"],
    ["Büro", "tillroll-b-ro"],
  ] as const) {
    test(`a host that is called ${JSON.stringify(name)}`, () => expect(hostLabel(name)).toBe(label));
  }

  test("a host's further attempts", () => expect(numberedLabel("till", 3, HOST_NUMBERING)).toBe("till-3"));

  test("a value that is too long for its record is cut", () => {
    const txt = new Map([["note", "ü".repeat(300)]]);
    const [, text] = serviceRecords("bar", { instance: "bar", type: "_ipp._tcp", port: 1, txt }, "till");
    expect(text?.type === "TXT" && text.data[0]?.byteLength).toBe(MDNS_LIMITS.textBytes);
  });
});
