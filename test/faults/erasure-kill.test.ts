import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { run, Service } from "../service.ts";
import { until } from "../until.ts";

/*
 * A service killed while prints are erased, again and again: what was acknowledged to be erased stays so and leaves nothing
 * behind; of what was not, each print is there wholly or not at all.
 */

const ROUNDS = 4;
const PRINTS = 1200;
const AT_ONCE = 8;
const LONGEST_LIFE_MILLISECONDS = 600;
/** A seed of its own for each run finds more over time; a failure shows it. */
const SEED = Date.now() % 1_000_000;

const random = new SeededRandom(SEED);
const secretOf = (id: number) => `secret-${String(id).padStart(6, "0")}-${SEED}`;
let service: Service;
let admin: string;

beforeAll(async () => {
  service = await Service.start();
  admin = (await run(["token", "create", "--data", service.folder, "--scopes", "admin"])).stdout.trim();
});
afterAll(() => service.end());

/** Stores prints that tell their ids. Ids are given in order to requests that come one after the other. */
async function storePrints(from: number): Promise<void> {
  for (let id = from; id < from + PRINTS; id++) {
    const secret = secretOf(id);
    const stored = await service.store({ label: `${secret} label`, tag: { secret } }, `${secret} paper\n`);
    expect(stored.id).toBe(id);
  }
}

/** Erases prints until the service is gone. @returns what was acknowledged */
async function eraseUntilKilled(ids: readonly number[]): Promise<number[]> {
  const acknowledged: number[] = [];
  const waiting = ids.values();
  const work = async () => {
    for (const id of waiting) {
      try {
        const response = await service.prints(`/${id}/erase`, { json: { reason: "asked" }, token: admin });
        if (response.status === 200) acknowledged.push(id);
      } catch {
        return;
      }
    }
  };
  const working = Array.from({ length: AT_ONCE }, work);
  await Bun.sleep(random.integer(1, LONGEST_LIFE_MILLISECONDS));
  await service.stop("SIGKILL");
  await Promise.all(working);
  return acknowledged;
}

/** What the data folder's files have, as text. */
function filesText(): string {
  return readdirSync(service.folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(service.folder, entry.name), "latin1"))
    .join("\n");
}

test("what was erased stays erased and leaves nothing; all else is there", async () => {
  const erased: number[] = [];
  let next = 1;
  let underWay = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await storePrints(next);
    const ids = Array.from({ length: PRINTS }, (_, index) => next + index);
    const acknowledged = await eraseUntilKilled(ids);
    const { folder, token } = service;
    service = await Service.start({ folder, token });
    for (const id of ids) {
      const response = await service.prints(`/${id}`);
      const text = await response.text();
      if (response.status === 410) erased.push(id);
      else expect([SEED, id, response.status, text.includes(secretOf(id))]).toEqual([SEED, id, 200, true]);
    }
    const gone = new Set(erased);
    expect([SEED, acknowledged.filter((id) => !gone.has(id))]).toEqual([SEED, []]);
    underWay += ids.filter((id) => gone.has(id)).length - acknowledged.length;
    next += PRINTS;
  }
  // Some were erased, and not all: a kill before or after everything proves nothing.
  expect(erased.length).toBeGreaterThan(0);
  expect(erased.length).toBeLessThan(next - 1);
  expect(underWay).toBeGreaterThanOrEqual(0);
  const response = await service.prints("/search", { json: { deleted: "any", pageSize: 1 } });
  expect((await response.json()) as object).toMatchObject({ total: next - 1 - erased.length });
  await until(() => {
    const text = filesText();
    return erased.every((id) => !text.includes(secretOf(id)));
  }, `that nothing of the erased prints is left, seed ${SEED}`);
}, 180_000);
