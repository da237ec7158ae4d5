import type { DnsMessage } from "../../printers/discovery/dns/dns-message.ts";
import { type DomainName, domainName, nameKey } from "../../printers/discovery/dns/domain-name.ts";
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
  /** By type and name, each as it was told first: a neighbour who floods us must not make each answer take longer. */
  private readonly records = new Map<string, DnsRecord>();
  /** The instances of each service, by the service's key, then by their own. */
  private readonly instances = new Map<string, Map<string, DomainName>>();
  private kept = 0;

  add(message: DnsMessage): void {
    if (!message.isResponse) return;
    for (const record of [...message.answers, ...message.additionals]) {
      if (record.ttl === 0 || this.kept >= MOST_RECORDS) continue;
      if (record.type === "PTR") this.addInstance(record.name, record.data);
      else this.keep(this.records, keyOf(record.type, record.name), record);
    }
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

  private addInstance(service: DomainName, instance: DomainName): void {
    const names = this.instances.getOrInsertComputed(nameKey(service), () => new Map<string, DomainName>());
    this.keep(names, nameKey(instance), instance);
  }

  private keep<Value>(values: Map<string, Value>, key: string, value: Value): void {
    if (values.has(key)) return;
    values.set(key, value);
    this.kept++;
  }

  private instancesOf(service: DomainName): readonly DomainName[] {
    return [...(this.instances.get(nameKey(service))?.values() ?? [])];
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
    const record = this.records.get(keyOf(type, name));
    const isOne = (given: DnsRecord): given is DnsRecord & { readonly type: Type } => given.type === type;
    return record !== undefined && isOne(record) ? record : undefined;
  }
}

function keyOf(type: string, name: DomainName): string {
  return `${type} ${nameKey(name)}`;
}
