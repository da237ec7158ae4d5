import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Announcement } from "../../../src/printers/discovery/announcement.ts";
import { EMPTY_MESSAGE } from "../../../src/printers/discovery/dns/dns-message.ts";
import { domainName } from "../../../src/printers/discovery/dns/domain-name.ts";
import { Responder } from "../../../src/printers/discovery/responder/responder.ts";
import { pointerTarget, SimulatedNetwork } from "./simulated-network.ts";

const RAW = domainName("_pdl-datastream._tcp.local");

test("however machines of the same name come to a network, in the end each has a name of its own and is found by it", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          startAt: fc.nat(3000),
          ports: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1 }),
        }),
        {
          minLength: 2,
          maxLength: 6,
        },
      ),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      fc.integer({ min: 1, max: 40 }),
      (machines, chances, latency) => {
        const random = () => chances.next().value ?? 0;
        const network = new SimulatedNetwork(latency);
        const order = machines
          .map((machine, index) => ({ ...machine, index }))
          .toSorted((a, b) => a.startAt - b.startAt);
        const responders = order.map(({ startAt, ports, index }) => {
          network.run(startAt - network.now);
          const responder = new Responder("till", random);
          const services = ports.map((port): Announcement => ({
            instance: `bar${port}`,
            type: "_pdl-datastream._tcp",
            port,
            txt: new Map(),
          }));
          responder.setServices(services, network.now);
          network.add(responder, `192.0.2.${index + 1}`);
          return responder;
        });
        network.run(60_000);
        expect(new Set(responders.map(({ host }) => host)).size).toBe(machines.length);
        const asked = { name: RAW, type: "PTR", class: "IN", wantsUnicast: false };
        network.say({ ...EMPTY_MESSAGE, questions: [asked] });
        const found = network
          .run(2000)
          .flatMap(({ message }) => message.answers.map((record) => pointerTarget(record)[0]));
        const wanted = machines.reduce((sum, { ports }) => sum + ports.length, 0);
        expect(found.length).toBe(wanted);
        expect(new Set(found).size).toBe(wanted);
        // And then there is peace.
        expect(network.run(60_000)).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
});
