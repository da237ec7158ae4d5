import { expect, test } from "bun:test";
import fc from "fast-check";
import { JobBytes } from "../../../src/printers/raw9100/job-bytes.ts";

const step = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map((length) => ({ do: "add" as const, length })),
  fc.integer({ min: 900, max: 9000 }).map((length) => ({ do: "add" as const, length })),
  fc.double({ min: 0, max: 1, noNaN: true }).map((part) => ({ do: "take" as const, part })),
  fc.double({ min: 0, max: 1, noNaN: true }).map((part) => ({ do: "drop" as const, part })),
);

test("pieces of any size are joined as they came", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const job = new JobBytes();
      const all: number[] = [];
      let start = 0;
      let value = 0;
      for (const action of steps) {
        if (action.do === "add") {
          const chunk = Uint8Array.from({ length: action.length }, () => value++);
          job.add(chunk);
          all.push(...chunk);
        } else {
          const to = start + Math.floor(action.part * (all.length - start));
          if (action.do === "take") {
            const taken = job.take(to);
            expect([...taken]).toEqual(all.slice(start, to));
            // Whoever gets them may hand their buffer on.
            expect(taken.buffer.byteLength).toBe(taken.length);
          } else {
            job.drop(to);
          }
          start = to;
        }
        expect([job.start, job.end, job.length]).toEqual([start, all.length, all.length - start]);
        expect([...job.copy(start, all.length)]).toEqual(all.slice(start));
        const middle = start + Math.floor((all.length - start) / 2);
        expect(job.at(middle)).toBe(middle < all.length ? all[middle] : undefined);
        expect(job.at(all.length)).toBeUndefined();
      }
    }),
    { numRuns: 40 },
  );
});
