import type { FiscalCertificateItem, FiscalCertificatesAnswer } from "../contract/fiscal.ts";
import type { FiscalReport } from "../fiscal/fiscal-report.ts";
import { counted, type Command, DATA_OPTION, print, readInput, table, WORKSPACE_OPTION } from "./command.ts";
import { DEVICE_HEADINGS, deviceCells, findingWords, NO_PROOF } from "./fiscal-words.ts";
import { lineOnly, type Option } from "./options.ts";
import { present } from "./rule-records.ts";
import { answerOf, CLIENT_OPTIONS, clientOf } from "./service-client.ts";

const FORMATS = ["text", "json"] as const;

const SERVICE_OPTIONS: readonly Option[] = [DATA_OPTION, WORKSPACE_OPTION, ...CLIENT_OPTIONS];

/** What is asked of a running service about fiscal codes. */
export const FISCAL_COMMANDS: readonly Command[] = [
  {
    name: "fiscal report",
    summary:
      "Report on the German and Austrian fiscal codes of receipts: their form, signatures, counters and chains. Ends with 1 when " +
      "something is wrong.",
    options: [
      ...SERVICE_OPTIONS,
      ...lineOnly([
        { name: "from", value: "ISO", help: "Prints stored from then on, such as 2026-01-31." },
        { name: "to", value: "ISO", help: "Prints stored up to then, inclusive." },
        { name: "till", value: "NAME", help: "Only this till, as its codes have it." },
        { name: "format", value: "F", help: `One of ${FORMATS.join(", ")}; by default text.` },
      ]),
    ],
    async run(given) {
      const json = Object.assign(
        {},
        ...["from", "to", "till"].map((name) => present(name, given.text(name))),
      );
      const { readReportWish } = await import("../contract/fiscal.ts");
      readReportWish(json);
      const client = await clientOf(given);
      const response = await client.send(`/workspace/${client.slug}/fiscal/report`, { method: "POST", json });
      const report = await answerOf<FiscalReport>(client, response, (answer) => "isSound" in answer);
      if (given.choice("format", FORMATS) === "json") print(JSON.stringify(report));
      else printReport(report);
      return report.isSound ? 0 : 1;
    },
  },
  {
    name: "fiscal certificates",
    summary: "List the certificates that Austrian fiscal codes are checked with.",
    options: SERVICE_OPTIONS,
    async run(given) {
      const client = await clientOf(given);
      const response = await client.send(`/workspace/${client.slug}/fiscal/certificates`);
      const { items } = await answerOf<FiscalCertificatesAnswer>(
        client,
        response,
        (found) => "items" in found,
      );
      print(describe(items));
    },
  },
  {
    name: "fiscal certificate add",
    parameters: "FILE",
    summary:
      "Give the certificate or the public key of an Austrian signature unit, so that its signatures are checked.",
    options: [
      ...SERVICE_OPTIONS,
      ...lineOnly([
        { name: "serial", value: "S", help: "Of a key: which codes have it, such as U:ATU12345678-K0." },
      ]),
    ],
    async run(given) {
      const certificate = certificateText(await readInput(given.argument("FILE, the certificate")));
      const client = await clientOf(given);
      const json = { certificate, ...present("serial", given.text("serial")) };
      const path = `/workspace/${client.slug}/fiscal/certificates`;
      const response = await client.send(path, { method: "POST", json });
      print(
        describe([await answerOf<FiscalCertificateItem>(client, response, (found) => "serial" in found)]),
      );
    },
  },
  {
    name: "fiscal certificate remove",
    parameters: "SERIAL",
    summary: "Remove a certificate that Austrian fiscal codes are checked with.",
    options: SERVICE_OPTIONS,
    async run(given) {
      const serial = given.argument('SERIAL, as "tillroll fiscal certificates" shows it');
      const client = await clientOf(given);
      const path = `/workspace/${client.slug}/fiscal/certificates/${encodeURIComponent(serial)}`;
      const response = await client.send(path, { method: "DELETE" });
      const removed = await answerOf<FiscalCertificateItem>(client, response, (found) => "serial" in found);
      print(`${removed.serial}\tremoved`);
    },
  },
];

/** A certificate as the API takes it: PEM as it is, DER in base64. */
export function certificateText(bytes: Uint8Array): string {
  const isDer = bytes[0] === 0x30;
  return isDer ? bytes.toBase64() : new TextDecoder().decode(bytes);
}

function printReport({ devices, devicesLeft, findings, findingsLeft }: FiscalReport): void {
  print(table(DEVICE_HEADINGS, devices.map(deviceCells)));
  if (devicesLeft > 0) print(`… and ${counted(devicesLeft, "device")} more`);
  if (findings.length > 0) {
    print("");
    const rows = findings.map((finding) => [
      String(finding.printId),
      finding.till,
      finding.number,
      findingWords(finding),
    ]);
    print(table(["PRINT", "TILL", "NUMBER", "FOUND"], rows));
  }
  if (findingsLeft > 0)
    print(`… and ${counted(findingsLeft, "finding")} more; ask for less by --from, --to or --till`);
  print(`\n${NO_PROOF}`);
}

function describe(items: readonly FiscalCertificateItem[]): string {
  const rows = items.map(({ serial, subject, createdAt }) => [
    serial,
    subject || "-",
    createdAt.slice(0, 10),
  ]);
  return table(["SERIAL", "SUBJECT", "GIVEN"], rows);
}
