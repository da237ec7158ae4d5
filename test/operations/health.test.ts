import { expect, test } from "bun:test";
import { type ComponentHealth, Health, type WorkerFault, workerHealth } from "../../src/operations/health.ts";

function healthOf(...parts: readonly (readonly [isNeeded: boolean, state: ComponentHealth["state"]])[]) {
  const health = new Health({ write() {} });
  for (const [index, [isNeededToPrint, state]] of parts.entries())
    health.add({ name: `part ${index}`, isNeededToPrint, look: () => ({ state, message: "So." }) });
  const { status, canPrint } = health.report();
  return [status, canPrint];
}

test.each([
  [[], ["ok", true]],
  [[[true, "ok"]], ["ok", true]],
  [[[true, "degraded"]], ["degraded", true]],
  [[[true, "failed"]], ["failed", false]],
  [[[false, "failed"]], ["degraded", true]],
  [
    [
      [true, "ok"],
      [false, "degraded"],
    ],
    ["degraded", true],
  ],
] as const)("%j makes %j", (parts, expected) => {
  expect(healthOf(...parts)).toEqual([...expected]);
});

test("a part that cannot tell how it is has failed, and is logged once; the others have their say", async () => {
  const lines: string[] = [];
  const faults: unknown[] = [];
  const log = { write: (_level: string, message: string) => void lines.push(message) };
  const health = new Health(log, (error) => faults.push(error));
  health.add({
    name: "broken",
    isNeededToPrint: false,
    look() {
      throw new Error("database disk image is malformed");
    },
  });
  health.add({ name: "well", isNeededToPrint: true, look: () => ({ state: "ok", message: "Well." }) });
  for (let look = 0; look < 2; look++) {
    const { status, canPrint, components } = health.report();
    expect([status, canPrint, components["broken"]?.state]).toEqual(["degraded", true, "failed"]);
    expect(JSON.stringify(components)).not.toContain("malformed");
    await Bun.sleep(300);
  }
  expect(lines).toHaveLength(1);
  // Storage says next time that the database is damaged.
  expect(faults.map(String)).toEqual(Array(2).fill("Error: database disk image is malformed"));
});

test("whoever asks again and again has parts asked a few times a second only", () => {
  let looks = 0;
  const health = new Health({ write() {} });
  health.add({
    name: "counted",
    isNeededToPrint: false,
    look: () => ({ state: "ok", message: `${++looks}.` }),
  });
  for (let asked = 0; asked < 1000; asked++) health.report();
  expect(looks).toBeLessThan(20);
});

test("a Worker that has died, or was interrupted, is told of", () => {
  let fault: WorkerFault | null = null;
  const words = { name: "rules", working: "Rules are applied.", failing: "Rules are not applied" };
  const { look } = workerHealth(words, () => fault);
  expect(look()).toEqual({ state: "ok", message: "Rules are applied." });
  fault = "interrupted";
  expect(look()).toMatchObject({
    state: "degraded",
    message: expect.stringMatching(/^Rules are not applied .*\.$/),
  });
  fault = "died";
  expect(look()).toMatchObject({ state: "failed", message: expect.stringMatching(/died/) });
});
