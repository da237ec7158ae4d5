import type { DnsMessage } from "../../printers/discovery/dns/dns-message.ts";
import { type DomainName, domainName, nameKey, sameName } from "../../printers/discovery/dns/domain-name.ts";
import type { DnsRecord } from "../../printers/discovery/dns/dns-record.ts";
import type { FoundPrinter } from "./detected-printer.ts";

/** The services by which printers are found, the best way to a receipt printer first. */
const SERVICES: readonly {
  readonly type: string;
  target(host: string, port: number, queue: string): string;
}[] = [
  { type: "_pdl-datastream._tcp", target: (host, port) => `tcp://${host}:${port}` },
  { type: "_ipp._tcp", target: (host, port, queue) => `ipp://${host}:${port}/${queue || "ipp/print"}` },
  { type: "_ipps._tcp", target: (host, port, queue) => `ipps://${host}:${port}/${queue || "ipp/print"}` },
  { type: "_printer._tcp", target: (host, port, queue) => `lpd://${host}:${port}/${queue || "lp"}` },
];

/** The names that are asked for, of all services. */
export const SERVICE_NAMES: readonly DomainName[] = SERVICES.map(({ type }) => domainName(`${type}.local`));

/** The most records that are kept: more are no printers of a shop. */
const MOST_RECORDS = 5000;

/** What the neighbours have told of their services (RFC 6763). Pure. */
export class ServiceRecords {
  private readonly records: DnsRecord[] = [];

  add(message: DnsMessage): void {
    if (!message.isResponse) return;
    for (const record of [...message.answers, ...message.additionals])
      if (record.ttl > 0 && this.records.length < MOST_RECORDS) this.records.push(record);
  }

  /** What has still to be asked: the places of services that are known by name only, and the addresses of their hosts. */
  missing(): { readonly name: DomainName; readonly type: string }[] {
    const instances = SERVICE_NAMES.flatMap((name) => this.instancesOf(name));
    return instances.flatMap((name) => {
      const service = this.find(name, "SRV");
      if (service === undefined)
        return [
          { name, type: "SRV" },
          { name, type: "TXT" },
        ];
      return this.find(service.data.target, "A") === undefined
        ? [{ name: service.data.target, type: "A" }]
        : [];
    });
  }

  /** The printers, each by its best way. @param isLeftOut whether an address is none of a real printer */
  printers(isLeftOut: (address: string) => boolean): FoundPrinter[] {
    const found = new Map<string, FoundPrinter>();
    for (const [index, service] of SERVICES.entries()) {
      for (const instance of this.instancesOf(SERVICE_NAMES[index] ?? [])) {
        const place = this.find(instance, "SRV");
        const address = place && this.find(place.data.target, "A")?.data;
        // A printer that takes no jobs by a service announces it with port 0.
        if (place === undefined || address === undefined || place.data.port === 0 || isLeftOut(address))
          continue;
        const facts = this.factsOf(instance);
        const queue = (facts.get("rp") ?? "").split("/").map(encodeURIComponent).join("/");
        const title = facts.get("ty") || facts.get("usb_mdl") || (instance[0] ?? "Printer");
        const key = `${address} ${instance[0]}`;
        if (!found.has(key))
          found.set(key, { target: service.target(address, place.data.port, queue), title });
      }
    }
    return [...found.values()];
  }

  private instancesOf(service: DomainName): DomainName[] {
    const names = new Map<string, DomainName>();
    for (const record of this.records) {
      if (record.type === "PTR" && sameName(record.name, service))
        names.set(nameKey(record.data), record.data);
    }
    return [...names.values()];
  }

  /** What the text of a service says, by names in small letters (RFC 6763, section 6). */
  private factsOf(instance: DomainName): Map<string, string> {
    const texts = this.find(instance, "TXT")?.data ?? [];
    return new Map(
      texts.map((bytes) => {
        const [name = "", ...value] = bytes.toString("utf8").split("=");
        return [name.toLowerCase(), value.join("=")];
      }),
    );
  }

  private find<Type extends DnsRecord["type"]>(name: DomainName, type: Type) {
    return this.records.find(
      (record): record is DnsRecord & { readonly type: Type } =>
        record.type === type && sameName(record.name, name),
    );
  }
}
