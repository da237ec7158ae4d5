import { expect, test } from "bun:test";
import fc from "fast-check";
import { EventLines, type StreamEvent } from "../../../src/web/browser/client/event-lines.ts";

test("events are read, and signs of life are not events", () => {
  const lines = new EventLines();
  expect(
    lines.read('retry: 2000\n: listening\n\nid: 12.3\nevent: print.created\ndata: {"id":1}\n\n: alive\n\n'),
  ).toEqual([{ kind: "print.created", id: "12.3", data: { id: 1 } }]);
});

test("wherever the stream is cut, the events are the same", () => {
  const event = fc.record<StreamEvent>({
    kind: fc.constantFrom("print.created", "health"),
    id: fc.stringMatching(/^\d{1,4}\.\d{1,4}$/),
    data: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  });
  fc.assert(
    fc.property(fc.array(event), fc.array(fc.nat(400)), (events, cuts) => {
      const text = events
        .map(
          ({ kind, id, data }) => `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n: alive\n\n`,
        )
        .join("");
      const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].toSorted(
        (a, b) => a - b,
      );
      const lines = new EventLines();
      const read = places.flatMap((place, index) =>
        lines.read(text.slice(place, places[index + 1] ?? place)),
      );
      expect(read).toEqual(events);
    }),
  );
});
