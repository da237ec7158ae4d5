import { afterAll, describe, expect, test } from "bun:test";
import { createSocket } from "node:dgram";
import type { Log } from "../../../src/operations/log.ts";
import { Discovery } from "../../../src/printers/discovery/discovery.ts";
import { EMPTY_MESSAGE } from "../../../src/printers/discovery/dns/dns-message.ts";
import { type DnsRecord } from "../../../src/printers/discovery/dns/dns-record.ts";
import { domainName } from "../../../src/printers/discovery/dns/domain-name.ts";
import { pointerTarget } from "./simulated-network.ts";
import { networkLinks } from "../../../src/printers/discovery/network/network-links.ts";
import { Listener, multicastLink } from "./multicast.ts";

const RAW = domainName("_pdl-datastream._tcp.local");
const service = {
  instance: "St. Pauli",
  type: "_pdl-datastream._tcp",
  port: 9100,
  txt: new Map([["txtvers", "1"]]),
};

class Notes implements Log {
  readonly lines: string[] = [];
  write(level: string, message: string): void {
    this.lines.push(`${level} ${message}`);
  }
}

/** A UDP port that nobody has: on the real one are the neighbours' services. */
async function freePort(): Promise<number> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, () => resolve()));
  const { port } = socket.address();
  socket.close();
  return port;
}

const { link, ...why } = await multicastLink();
if (link === null)
  console.log(`Multicast does not work here, so its tests cannot run. ${"reason" in why ? why.reason : ""}`);

describe.if(link !== null)("on a real network", () => {
  const started: (Discovery | Listener)[] = [];
  afterAll(async () => {
    for (const one of started) await ("stop" in one ? one.stop() : one.close());
  });

  const leadsTo = (name: string, ttl: (seconds: number) => boolean) => (record: DnsRecord) =>
    record.type === "PTR" && ttl(record.ttl) && pointerTarget(record)[0] === name;
  const ask = { name: RAW, type: "PTR", class: "IN", wantsUnicast: false };

  // The responder takes questions from another port for those of an ordinary resolver, and answers from there for none.
  async function start() {
    if (link === null) throw new Error("there is no link");
    const port = await freePort();
    const listener = await Listener.open(link, port);
    const log = new Notes();
    const discovery = new Discovery({
      log,
      port,
      hostName: "shop.example.com",
      listenHost: "::",
      services: [service],
      // Loopback has no IPv6 multicast.
      links: () => [{ ...link, ipv6Zone: null }],
    });
    started.push(listener, discovery);
    return { listener, discovery, log, port };
  }

  test("services are announced, change, and are withdrawn at the end", async () => {
    const { listener, discovery, log } = await start();
    expect(discovery.hostName).toBe("tillroll-shop.local");
    await listener.until(({ authorities }) => authorities.length > 0);
    await listener.until(({ answers }) => answers.some(leadsTo("St. Pauli", (ttl) => ttl > 0)));
    discovery.update([{ ...service, instance: "Altona" }]);
    await listener.until(({ answers }) => answers.some(leadsTo("St. Pauli", (ttl) => ttl === 0)));
    await listener.until(({ answers }) => answers.some(leadsTo("Altona", (ttl) => ttl > 0)));
    await discovery.stop();
    await listener.until(({ answers }) => answers.some(leadsTo("Altona", (ttl) => ttl === 0)));
    await discovery.stop();
    discovery.update([service]);
    expect(log.lines).toEqual([]);
  });

  test("a resolver's question has an answer", async () => {
    const { listener, port } = await start();
    await listener.until(({ answers }) => answers.some(leadsTo("St. Pauli", (ttl) => ttl > 0)));
    if (link === null) return;
    const resolver = await Listener.open(link, 0);
    started.push(resolver);
    resolver.send({ ...EMPTY_MESSAGE, id: 99, questions: [ask] }, port);
    const { questions, answers, additionals } = await resolver.until(
      ({ id, isResponse }) => id === 99 && isResponse,
    );
    expect(questions).toEqual([ask]);
    expect(answers.map(({ ttl }) => ttl)).toEqual([10]);
    const address = additionals.find(({ type }) => type === "A")?.data;
    expect(link.addresses).toContain(String(address));
  });
});

describe("a machine without multicast", () => {
  test("is told of once, and goes on", async () => {
    const log = new Notes();
    const [real] = networkLinks("::", undefined, true);
    const links = () => (real === undefined ? [] : [{ ...real, ipv4: "203.0.113.77", ipv6Zone: null }]);
    const discovery = new Discovery({
      log,
      hostName: "shop",
      listenHost: "::",
      services: [service],
      links,
      port: await freePort(),
    });
    while (log.lines.length === 0) await Bun.sleep(20);
    discovery.update([]);
    await discovery.stop();
    expect(log.lines.length).toBeGreaterThan(0);
    expect(new Set(log.lines)).toEqual(
      new Set(["warning announcing on the network does not work as it should"]),
    );
    expect(log.lines.length).toBeLessThanOrEqual(2);
  });

  test("and one without any network says nothing", async () => {
    const log = new Notes();
    const discovery = new Discovery({ log, hostName: "shop", listenHost: "127.0.0.1", services: [service] });
    await Bun.sleep(50);
    await discovery.stop();
    expect(log.lines).toEqual([]);
  });
});
