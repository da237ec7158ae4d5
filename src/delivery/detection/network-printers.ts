import { decodeMessage, EMPTY_MESSAGE, encodeMessage } from "../../printers/discovery/dns/dns-message.ts";
import type { DomainName } from "../../printers/discovery/dns/domain-name.ts";
import { CLASS_INTERNET } from "../../printers/discovery/dns/dns-record.ts";
import { EPSON_LIMITS, MDNS_LIMITS } from "../../printers/discovery/discovery-limits.ts";
import { MODEL_QUESTION, readModelAnswer } from "../../printers/discovery/epson/enpc.ts";
import type { NetworkLink } from "../../printers/discovery/network/network-links.ts";
import { RAW_PORT } from "../../domain/target-kinds.ts";
import type { FoundPrinter } from "./detected-printer.ts";
import { searchNetworks } from "./network-search.ts";
import { SERVICE_NAMES, ServiceRecords } from "./service-records.ts";

/** What a search of the network goes by; both by default as they are. */
export interface NetworkSearchOptions {
  readonly signal: AbortSignal;
  readonly links?: readonly NetworkLink[];
  /** Where questions go, but for tests. */
  readonly to?: { readonly address: string; readonly port: number };
  /** Whether an address is this machine's: what answers there is this service, or CUPS, which is asked itself. */
  readonly isLeftOut: (address: string) => boolean;
}

/**
 * The printers that announce themselves (multicast DNS, RFC 6762). It is asked as a resolver does that knows nothing of
 * it, from a port of its own (section 6.7): answers come to us alone, and port 5353 may be another program's.
 */
export async function findAnnounced(options: NetworkSearchOptions): Promise<FoundPrinter[]> {
  const { to = { address: MDNS_LIMITS.ipv4Group, port: MDNS_LIMITS.port } } = options;
  const records = new ServiceRecords();
  const asked = new Set<string>();
  await searchNetworks(questionFor(SERVICE_NAMES.map((name) => ({ name, type: "PTR" }))), () => to, {
    ...options,
    onMessage: (bytes, _from, send) => {
      const message = decodeMessage(bytes);
      if (message === null) return;
      records.add(message);
      // Each is asked once: whoever does not answer is not asked for ever.
      const questions = records.missing().filter(({ name, type }) => {
        const key = JSON.stringify([type, ...name]);
        const isNew = !asked.has(key);
        asked.add(key);
        return isNew;
      });
      if (questions.length > 0) send(questionFor(questions));
    },
  });
  return records.printers(options.isLeftOut);
}

/** Epson's printers, which answer a broadcast of Epson's own protocol. */
export async function findEpson(options: NetworkSearchOptions): Promise<FoundPrinter[]> {
  const models = new Map<string, string>();
  const broadcast = ({ ipv4, ipv4Mask }: NetworkLink) => ({
    address: broadcastOf(ipv4 ?? "", ipv4Mask),
    port: EPSON_LIMITS.port,
  });
  await searchNetworks(MODEL_QUESTION, (link) => options.to ?? broadcast(link), {
    ...options,
    onMessage: (bytes, from) => {
      const model = readModelAnswer(bytes);
      if (model !== null && !options.isLeftOut(from)) models.set(from, model);
    },
  });
  return [...models].map(([address, model]) => ({
    target: `tcp://${address}:${RAW_PORT}`,
    title: model === "" ? `EPSON ${address}` : `EPSON ${model}`,
  }));
}

/** The address that all of a network hear. */
export function broadcastOf(address: string, mask: string): string {
  const masks = mask.split(".").map(Number);
  return address
    .split(".")
    .map((part, index) => (Number(part) & (masks[index] ?? 0)) | (~(masks[index] ?? 0) & 0xff))
    .join(".");
}

function questionFor(questions: readonly { readonly name: DomainName; readonly type: string }[]): Uint8Array {
  const asked = questions.map(({ name, type }) => ({
    name,
    type,
    class: CLASS_INTERNET,
    wantsUnicast: false,
  }));
  return encodeMessage({ ...EMPTY_MESSAGE, questions: asked });
}
