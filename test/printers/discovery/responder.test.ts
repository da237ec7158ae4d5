import { describe, expect, test } from "bun:test";
import type { Announcement } from "../../../src/printers/discovery/announcement.ts";
import { type DnsMessage, EMPTY_MESSAGE } from "../../../src/printers/discovery/dns/dns-message.ts";
import {
  addressRecord,
  type DnsRecord,
  pointerRecord,
  serviceRecord,
} from "../../../src/printers/discovery/dns/dns-record.ts";
import { type DomainName, domainName } from "../../../src/printers/discovery/dns/domain-name.ts";
import { Responder } from "../../../src/printers/discovery/responder/responder.ts";
import { pointerTarget, LINK, type Sent, SimulatedNetwork } from "./simulated-network.ts";

const RAW = domainName("_pdl-datastream._tcp.local");
const TYPES = domainName("_services._dns-sd._udp.local");
const BAR = ["bar", ...RAW];
const HOST = domainName("till.local");
const ADDRESS = "192.0.2.7";
const txt = new Map([
  ["txtvers", "1"],
  ["adminurl", "http://{host}/"],
]);
const raw: Announcement = { instance: "bar", type: "_pdl-datastream._tcp", port: 9100, txt };
const placeholder: Announcement = { instance: "bar", type: "_printer._tcp", port: 0, txt: new Map() };

/** A record in words: `PTR _ipp._tcp.local 4500`. */
function words({ name, type, ttl, flush }: DnsRecord): string {
  return `${type} ${name.join(".")} ${ttl}${flush ? " unique" : ""}`;
}

function question(name: DomainName, type: string, more: Partial<DnsMessage> = {}): DnsMessage {
  const asked = { name, type, class: "IN", wantsUnicast: false };
  return { ...EMPTY_MESSAGE, questions: [asked], ...more };
}

function response(...answers: DnsRecord[]): DnsMessage {
  return { ...EMPTY_MESSAGE, isResponse: true, answers };
}

/** A machine whose services are known, long ago. */
function settled(services: readonly Announcement[] = [raw, placeholder], random = () => 0.5) {
  const network = new SimulatedNetwork();
  const responder = new Responder("till", random);
  responder.setServices(services, 0);
  network.add(responder, ADDRESS);
  network.run(10_000);
  return { network, responder };
}

const answersOf = (sent: readonly Sent[]) =>
  sent.flatMap(({ message }) => message.answers.map(words)).toSorted();
const additionalsOf = (sent: readonly Sent[]) =>
  sent.flatMap(({ message }) => message.additionals.map(words)).toSorted();

describe("a machine that comes to a network", () => {
  const network = new SimulatedNetwork();
  const responder = new Responder("till", () => 0.4);
  responder.setServices([raw, placeholder], 0);
  network.add(responder, ADDRESS);
  const sent = network.run(10_000);
  const probes = sent.filter(({ message }) => !message.isResponse);
  const announcements = sent.filter(({ message }) => message.isResponse);

  test("asks three times for its names, after a random time, with the records that it wants to have", () => {
    expect(probes.map(({ at }) => at)).toEqual([100, 350, 600]);
    for (const { message, to } of probes) {
      expect(to).toBeNull();
      expect(message.questions.map(({ name, type }) => `${type} ${name.join(".")}`)).toEqual([
        "ANY till.local",
        "ANY bar._pdl-datastream._tcp.local",
        "ANY bar._printer._tcp.local",
      ]);
      expect(message.authorities.map(words)).toEqual([
        "A till.local 120",
        "SRV bar._pdl-datastream._tcp.local 120",
        "TXT bar._pdl-datastream._tcp.local 4500",
        "SRV bar._printer._tcp.local 120",
        "TXT bar._printer._tcp.local 4500",
      ]);
    }
  });

  test("makes itself known twice, a second between, and lists no service that is none", () => {
    expect(announcements.map(({ at }) => at)).toEqual([850, 1850]);
    for (const { message } of announcements) {
      expect(message.id).toBe(0);
      expect(message.answers.map(words)).toEqual([
        "A till.local 120 unique",
        "NSEC till.local 120 unique",
        "SRV bar._pdl-datastream._tcp.local 120 unique",
        "TXT bar._pdl-datastream._tcp.local 4500 unique",
        "NSEC bar._pdl-datastream._tcp.local 120 unique",
        "PTR _pdl-datastream._tcp.local 4500",
        "PTR _services._dns-sd._udp.local 4500",
        "SRV bar._printer._tcp.local 120 unique",
        "TXT bar._printer._tcp.local 4500 unique",
        "NSEC bar._printer._tcp.local 120 unique",
      ]);
    }
  });

  test("then only waits", () => {
    expect(responder.nextDueAt).toBe(Infinity);
  });

  test("says its own name where a value asks for it", () => {
    const text = announcements[0]?.message.answers.find(({ type }) => type === "TXT");
    expect(String(text?.data)).toBe("txtvers=1,adminurl=http://till.local/");
  });
});

interface Asked {
  readonly name: DomainName;
  readonly type: string;
  readonly answers: readonly string[];
  readonly additionals?: readonly string[];
  /** Milliseconds; at once if not given. */
  readonly after?: number;
}

const SRV = "SRV bar._pdl-datastream._tcp.local 120 unique";
const TXT = "TXT bar._pdl-datastream._tcp.local 4500 unique";
const NSEC = "NSEC bar._pdl-datastream._tcp.local 120 unique";
const A = "A till.local 120 unique";
const NO_OTHER_ADDRESS = "NSEC till.local 120 unique";
const PTR = "PTR _pdl-datastream._tcp.local 4500";

const ASKED: Readonly<Record<string, Asked>> = {
  "services of a type": {
    name: RAW,
    type: "PTR",
    answers: [PTR],
    additionals: [A, NSEC, NO_OTHER_ADDRESS, SRV, TXT],
    after: 70,
  },
  "services of a type, in capitals": {
    name: domainName("_PDL-DataStream._TCP.Local"),
    type: "PTR",
    answers: [PTR],
    additionals: [A, NSEC, NO_OTHER_ADDRESS, SRV, TXT],
    after: 70,
  },
  "the types of services": {
    name: TYPES,
    type: "PTR",
    answers: ["PTR _services._dns-sd._udp.local 4500"],
    after: 70,
  },
  "where a service is": { name: BAR, type: "SRV", answers: [SRV], additionals: [A, NO_OTHER_ADDRESS] },
  "what a service is": { name: BAR, type: "TXT", answers: [TXT] },
  "everything of a service": {
    name: BAR,
    type: "ANY",
    answers: [SRV, TXT],
    additionals: [A, NO_OTHER_ADDRESS],
  },
  "a host's address": { name: HOST, type: "A", answers: [A], additionals: [NO_OTHER_ADDRESS] },
  "an address that a host does not have": { name: HOST, type: "AAAA", answers: [NO_OTHER_ADDRESS] },
  "the name that is only claimed": {
    name: domainName("bar._printer._tcp.local"),
    type: "SRV",
    answers: ["SRV bar._printer._tcp.local 120 unique"],
    additionals: [A, NO_OTHER_ADDRESS],
  },
  "services of the type that is only claimed": {
    name: domainName("_printer._tcp.local"),
    type: "PTR",
    answers: [],
  },
  "another host": { name: domainName("kitchen.local"), type: "A", answers: [] },
  "another type of services": { name: domainName("_ipp._tcp.local"), type: "PTR", answers: [] },
};

describe("a question about", () => {
  for (const [about, { name, type, answers, additionals = [], after = 0 }] of Object.entries(ASKED)) {
    test(about, () => {
      const { network } = settled();
      const asked = network.now;
      network.say(question(name, type));
      const sent = [...network.sent.filter(({ at }) => at === asked), ...network.run(1000)];
      expect(answersOf(sent)).toEqual([...answers].toSorted());
      expect(additionalsOf(sent)).toEqual([...additionals].toSorted());
      for (const { at, to } of sent) {
        expect(at - asked).toBe(after);
        expect(to).toBeNull();
      }
    });
  }

  test("several things is answered in one message", () => {
    const { network } = settled();
    const ask = (name: DomainName, type: string) => ({ name, type, class: "ANY", wantsUnicast: false });
    network.say({ ...EMPTY_MESSAGE, questions: [ask(RAW, "PTR"), ask(TYPES, "PTR"), ask(BAR, "TXT")] });
    const sent = network.run(1000);
    expect(sent).toHaveLength(1);
    expect(answersOf(sent)).toEqual([PTR, "PTR _services._dns-sd._udp.local 4500", TXT].toSorted());
  });

  test("a class that is not the Internet's has no answer", () => {
    const { network } = settled();
    network.say({
      ...EMPTY_MESSAGE,
      questions: [{ name: HOST, type: "A", class: "CH", wantsUnicast: false }],
    });
    expect(network.run(1000)).toEqual([]);
  });

  test("services, from a link that we are not on, has no answer", () => {
    const { network, responder } = settled();
    responder.receive(question(HOST, "A"), "wlan0", { address: "192.0.2.9", port: 5353 }, network.now);
    expect(network.run(1000)).toEqual([]);
  });
});

describe("how an answer goes", () => {
  test("the wait is within its bounds, whatever chance says", () => {
    for (const [chance, wait] of [
      [0, 20],
      [0.999, 119.9],
    ] as const) {
      const { network } = settled([raw], () => chance);
      const asked = network.now;
      network.say(question(RAW, "PTR"));
      expect((network.run(1000)[0]?.at ?? 0) - asked).toBeCloseTo(wait, 5);
    }
  });

  test("what the asker knows is not told again, unless it will soon forget it", () => {
    const known = pointerRecord(RAW, BAR, 4500);
    for (const [ttl, isTold] of [
      [4500, false],
      [2250, false],
      [2249, true],
    ] as const) {
      const { network } = settled();
      network.say(question(RAW, "PTR", { answers: [{ ...known, ttl }] }));
      expect(network.run(1000)).toHaveLength(isTold ? 1 : 0);
    }
  });

  test("known answers that follow in a further message are waited for", () => {
    const { network } = settled();
    const asked = network.now;
    network.say(question(RAW, "PTR", { isTruncated: true }));
    expect(network.run(300)).toEqual([]);
    network.say({ ...EMPTY_MESSAGE, answers: [pointerRecord(RAW, BAR, 4500)] });
    expect(network.run(1000)).toEqual([]);
    network.say(question(RAW, "PTR", { isTruncated: true }));
    network.say({ ...EMPTY_MESSAGE, answers: [] });
    const [sent] = network.run(1000);
    expect((sent?.at ?? 0) - asked - 1300).toBe(450);
  });

  test("a record is not told to all twice within a second, but to one who asks for its name sooner", () => {
    const { network } = settled();
    network.say(question(HOST, "A"));
    network.run(500);
    network.say(question(HOST, "A"));
    expect(network.run(0)).toEqual([]);
    const theirs = addressRecord(HOST, "192.0.2.99", 120);
    network.say(question(HOST, "ANY", { authorities: [theirs] }));
    expect(answersOf(network.sent.slice(-1))).toEqual([A]);
    network.run(1001);
    network.say(question(HOST, "A"));
    expect(network.sent.at(-1)?.at).toBe(network.now);
  });

  test("goes to the asker alone when that will do, and to all when they have not heard it for long", () => {
    const { network } = settled();
    const wants = {
      ...question(HOST, "A").questions[0],
      name: HOST,
      type: "A",
      class: "IN",
      wantsUnicast: true,
    };
    const asker = { address: "192.0.2.50", port: 5353 };
    network.say({ ...EMPTY_MESSAGE, questions: [wants] }, asker);
    expect(network.sent.at(-1)?.to).toEqual(asker);
    expect(network.sent.at(-1)?.message.answers.map(words)).toEqual([A]);
    network.run(31_000);
    network.say({ ...EMPTY_MESSAGE, questions: [wants] }, asker);
    expect(network.sent.at(-1)?.to).toBeNull();
  });

  test("another's answer that is the same as ours is enough", () => {
    const { network } = settled();
    network.say(question(TYPES, "PTR"));
    network.say(response(pointerRecord(TYPES, RAW, 4500)));
    expect(network.run(1000)).toEqual([]);
  });

  test("an ordinary resolver gets an ordinary answer", () => {
    const { network } = settled();
    const asker = { address: "192.0.2.50", port: 40_000 };
    network.say(question(RAW, "PTR", { id: 77 }), asker);
    const { message, to, at } = network.sent.at(-1) ?? expect.unreachable();
    expect([to, at]).toEqual([asker, network.now]);
    expect(message.id).toBe(77);
    expect(message.questions).toEqual(question(RAW, "PTR").questions.map((one) => one));
    expect(message.answers.map(words)).toEqual(["PTR _pdl-datastream._tcp.local 10"]);
    expect(message.additionals.map(words)).toEqual([
      "SRV bar._pdl-datastream._tcp.local 10",
      "TXT bar._pdl-datastream._tcp.local 10",
      "A till.local 10",
    ]);
    network.say(question(HOST, "AAAA", { id: 78 }), asker);
    expect(network.run(1000)).toEqual([]);
  });

  test("a flood of questions is not remembered without end", () => {
    const { network } = settled();
    for (let count = 0; count < 5000; count++) network.say(question(RAW, "PTR"));
    const sent = network.run(1000);
    expect(sent.length).toBe(1);
  });
});

describe("a change of", () => {
  const gone = (sent: readonly Sent[]) =>
    sent.flatMap(({ message }) => message.answers.filter(({ ttl }) => ttl === 0).map(words)).toSorted();
  const withdrawn = [SRV, TXT, PTR].map((line) => line.replace(/\d+(?= unique|$)/, "0")).toSorted();

  test("services: one that is gone is withdrawn at once, and not answered for any more", () => {
    const { network, responder } = settled();
    network.say(question(RAW, "PTR"));
    responder.setServices([placeholder], network.now);
    const sent = network.run(3000);
    expect(gone(sent)).toEqual(withdrawn);
    expect(sent[0]?.at).toBe(10_000);
    expect(
      sent.flatMap(({ message }) => message.answers).some(({ ttl, type }) => ttl > 0 && type === "PTR"),
    ).toBe(false);
    network.say(question(BAR, "SRV"));
    expect(network.run(1000)).toEqual([]);
  });

  test("a printer that is gone: all its services are", () => {
    const { network, responder } = settled();
    responder.setServices([], network.now);
    expect(gone(network.run(0))).toEqual(
      [
        ...withdrawn,
        "SRV bar._printer._tcp.local 0 unique",
        "TXT bar._printer._tcp.local 0 unique",
      ].toSorted(),
    );
  });

  test("a port: it is made known, its names are not asked for again", () => {
    const { network, responder } = settled();
    responder.setServices([{ ...raw, port: 9101 }, placeholder], network.now);
    const sent = network.run(5000);
    expect(sent.map(({ message }) => message.isResponse)).toEqual([true, true]);
    const service = sent[0]?.message.answers.find(({ type }) => type === "SRV");
    expect(service).toMatchObject({ data: { port: 9101 }, flush: true });
    expect(gone(sent)).toEqual([]);
  });

  test("a port to none: the service is withdrawn, its name still claimed", () => {
    const { network, responder } = settled();
    responder.setServices([{ ...raw, port: 0 }, placeholder], network.now);
    expect(gone(network.run(5000))).toEqual(["PTR _pdl-datastream._tcp.local 0"]);
    network.say(question(RAW, "PTR"));
    expect(network.run(1000)).toEqual([]);
    network.say(question(BAR, "SRV"));
    expect(answersOf(network.sent.slice(-1))).toEqual([SRV]);
  });

  test("nothing: nothing is said", () => {
    const { network, responder } = settled();
    responder.setServices([{ ...raw }, { ...placeholder }], network.now);
    responder.setLinks([{ id: LINK, addresses: [ADDRESS] }], network.now);
    expect(network.run(5000)).toEqual([]);
  });

  test("services: a new one is asked for first", () => {
    const { network, responder } = settled();
    const dashboard = { instance: "Tillroll", type: "_http._tcp", port: 9180, txt: new Map() };
    responder.setServices([raw, placeholder, dashboard], network.now);
    const sent = network.run(5000);
    expect(sent.map(({ message }) => message.isResponse)).toEqual([false, false, false, true, true]);
    expect(sent[0]?.message.questions.map(({ name }) => name)).toEqual([
      ["Tillroll", "_http", "_tcp", "local"],
    ]);
  });

  test("addresses: the host is made known again, with the old ones gone", () => {
    const { network, responder } = settled();
    responder.setLinks([{ id: LINK, addresses: ["192.0.2.8", "fe80::1"] }], network.now);
    const sent = network.run(5000);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.message.answers.map(words)).toEqual([A, "AAAA till.local 120 unique", NO_OTHER_ADDRESS]);
    expect(sent[0]?.message.answers[0]?.data).toBe("192.0.2.8");
  });

  test("networks: on a new one everything is asked for again, and told with the addresses there", () => {
    const { network, responder } = settled();
    const links = [
      { id: LINK, addresses: [ADDRESS] },
      { id: "wlan0", addresses: ["198.51.100.7"] },
    ];
    responder.setLinks(links, network.now);
    const sent = network.run(5000).filter(({ link }) => link === "wlan0");
    expect(sent.map(({ message }) => message.isResponse)).toEqual([false, false, false, true, true]);
    expect(sent[3]?.message.answers[0]?.data).toBe("198.51.100.7");
  });

  test("networks: without any, nothing is sent, and nothing is due", () => {
    const { network, responder } = settled();
    responder.setLinks([], network.now);
    responder.setServices([{ ...raw, port: 9102 }], network.now);
    expect(network.run(5000).length).toBe(0);
    expect(responder.nextDueAt).toBe(Infinity);
  });

  test("mind: at its end it says goodbye for everything, and nothing more", () => {
    const { network, responder } = settled();
    responder.stop();
    const sent = network.run(10_000);
    expect(gone(sent)).toEqual(
      [
        ...withdrawn,
        "A till.local 0 unique",
        "SRV bar._printer._tcp.local 0 unique",
        "TXT bar._printer._tcp.local 0 unique",
      ].toSorted(),
    );
    network.say(question(RAW, "PTR"));
    expect(network.run(1000)).toEqual([]);
  });

  test("mind, before anything was made known: there is nothing to say goodbye for", () => {
    const network = new SimulatedNetwork();
    const responder = new Responder("till", () => 0);
    network.add(responder, ADDRESS);
    responder.setServices([raw], 0);
    network.run(300);
    responder.stop();
    expect(network.run(5000)).toEqual([]);
  });
});

describe("what others say", () => {
  const others = serviceRecord(BAR, 9100, domainName("kitchen.local"), 120);

  test("of a name of ours: it is asked for again, and kept when nobody insists", () => {
    const { network } = settled();
    const before = network.sent.length;
    network.say(response(others));
    network.run(5000);
    const sent = network.sent.slice(before);
    expect(sent.map(({ message }) => message.isResponse)).toEqual([false, false, false, true, true]);
    expect(sent[0]?.message.questions.map(({ name }) => name[0])).toEqual(["bar", "bar"]);
  });

  test("of a name of ours, and insist on: all services of that name get another", () => {
    const { network } = settled();
    network.say(response(others));
    network.run(100);
    network.say(response(others));
    network.run(5000);
    network.say(question(RAW, "PTR"));
    const [sent] = network.run(1000);
    expect(sent?.message.answers.map((record) => pointerTarget(record)[0])).toEqual(["bar (2)"]);
    network.say(question(domainName("bar (2)._printer._tcp.local"), "SRV"));
    expect(answersOf(network.sent.slice(-1))).toEqual(["SRV bar (2)._printer._tcp.local 120 unique"]);
    // The other's records are not ours to withdraw.
    expect(network.sent.flatMap(({ message }) => message.answers).filter(({ ttl }) => ttl === 0)).toEqual([]);
  });

  test("of our host's name: it is another from then on, and so are the services' hosts", () => {
    const network = new SimulatedNetwork();
    const responder = new Responder("till", () => 0);
    responder.setServices([raw], 0);
    network.add(responder, ADDRESS);
    network.run(300);
    network.say(response(addressRecord(HOST, "192.0.2.99", 120)));
    network.run(5000);
    expect(responder.host).toBe("till-2");
    network.say(question(BAR, "SRV"));
    const { message } = network.sent.at(-1) ?? expect.unreachable();
    expect(message.answers[0]).toMatchObject({ data: { target: ["till-2", "local"] } });
    expect(message.additionals.map(words)).toContain("A till-2.local 120 unique");
  });

  test("that is just what we say, or that ends, or is from another port, or of another kind: no conflict", () => {
    const { network } = settled();
    const port = { address: "192.0.2.99", port: 5000 };
    network.say(response(serviceRecord(BAR, 9100, HOST, 120), addressRecord(HOST, ADDRESS, 120)));
    network.say(response({ ...others, ttl: 0 }));
    network.say(response(others), port);
    network.say(response({ ...others, class: "CH" }));
    network.say(response(pointerRecord(BAR, HOST, 120)));
    expect(network.run(5000)).toEqual([]);
  });

  test("a storm of conflicts slows us down", () => {
    const { network } = settled();
    network.say(response(others));
    for (let count = 1; count < 15; count++) {
      const label = count === 1 ? "bar" : `bar (${count})`;
      network.say(response(serviceRecord([label, ...RAW], 9100, domainName("kitchen.local"), 120)));
    }
    expect(network.run(6000)[0]?.at).toBe(15_000);
  });

  test("when both ask for a name at once, the one whose records come later has it", () => {
    for (const [port, isLost] of [
      [9099, false],
      [9101, true],
    ] as const) {
      const network = new SimulatedNetwork();
      const responder = new Responder("till", () => 0);
      responder.setServices([raw], 0);
      network.add(responder, ADDRESS);
      network.run(10);
      const [same] = network.sent[0]?.message.authorities.filter(({ type }) => type === "TXT") ?? [];
      const theirs = { ...serviceRecord(BAR, port, HOST, 120), flush: false };
      network.say(question(BAR, "ANY", { authorities: [theirs, same ?? theirs] }));
      const again = network
        .run(5000)
        .find(({ message }) => message.questions.some(({ name }) => name[0] === "bar"));
      // The loser waits for a second, and then finds the name taken or free.
      expect(again?.at).toBe(isLost ? 1010 : 250);
    }
  });
});
