import { expect, test } from "bun:test";
import { answerCloudPrnt } from "../../../src/delivery/polled/cloudprnt-server.ts";
import { until } from "../../until.ts";
import { RealParts } from "../real-parts.ts";
import { type Fate, StarCloudPrinter } from "./star-cloud-printer.ts";

const PRINTS = 30;

/** Chance, from 0 to below 1, by the seed of the run (Numerical Recipes' linear congruential generator). */
function chances(): () => number {
  let state = Number(process.env["TILLROLL_TEST_SEED"]) >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

test("whatever a printer does with what it fetches, nothing is printed twice, and all else is in order", async () => {
  const random = chances();
  const parts = await RealParts.start();
  try {
    const printer = await parts.addPrinter({
      name: "kitchen",
      target: "cloudprnt:",
      model: "star-mc-print3",
    });
    const real = new StarCloudPrinter(async (method, query, body) => {
      const request = {
        method,
        parameter: (name: string) => query[name] ?? null,
        body: async () => Buffer.from(body),
      };
      const nothing = { raw: new Uint8Array(0), cut: null, opensDrawer: false };
      const answer = await answerCloudPrnt(
        request,
        parts.deliveries.polled.of(printer.id),
        async () => nothing,
      );
      return { status: answer.status, bytes: Buffer.from(answer.body) };
    });
    for (let print = 0; print < PRINTS; print++) await parts.print(printer, `print ${print} `);
    const isOpen = () => parts.states().some((state) => state === "queued" || state === "sending");
    await until(async () => {
      const chance = random();
      const fate: Fate =
        chance < 0.6
          ? "prints"
          : chance < 0.75
            ? "forgets"
            : { code: chance < 0.9 ? "520 Timeout" : "410 Out of paper" };
      real.statusCode = random() < 0.1 ? "420 Cover open" : "200 OK";
      await real.turn(fate);
      return !isOpen();
    });
    const numbers = real.printed.map((text) => Number(/print (\d+)/.exec(text)?.[1]));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
    const done = parts.all().filter(({ state }) => state === "done");
    expect(done).toHaveLength(numbers.length);
    // What is not on paper waits for a person.
    const states = parts.states().filter((state) => state !== "done");
    expect(states.every((state) => state === "held")).toBe(true);
  } finally {
    await parts.end();
  }
});
