import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { databasePath } from "../../src/platform/data-folder.ts";
import { run, Service } from "../service.ts";
import { until } from "../until.ts";

const FLAGS = ["--max-prints", "20", "--purge-after", "1s"];
const PRINTS = 600;

/** Prints that are not deleted, those that were not removed, and those that have bytes; and whether the file is whole. */
function stored(folder: string) {
  using database = new Database(databasePath(folder), { readonly: true });
  const count =
    "SELECT count(*) FILTER (WHERE deleted_at IS NULL) AS live, count(*) FILTER (WHERE removal_id IS NULL) AS present, " +
    "(SELECT count(*) FROM print_data) AS withBytes FROM print";
  const counted = database.query<{ live: number; present: number; withBytes: number }, []>(count).get();
  return { live: 0, present: 0, withBytes: 0, ...counted };
}

test("killed in the middle of deleting and removing, it goes on where it was, and searches agree", async () => {
  let service = await Service.start({ flags: FLAGS });
  const { folder, token } = service;
  const inData = ["--data", folder];
  for (let made = 0; made < PRINTS; made += 50)
    await Promise.all(Array.from({ length: 50 }, () => service.store()));
  await run(["retention", "confirm", ...inData]);
  for (const which of ["live", "present", "present"] as const) {
    const before = stored(folder)[which];
    // What waits for the clock to go on by a second is asked for again.
    let running = run(["retention", "run", ...inData]);
    let isRunning = true;
    const ended = () => void (isRunning = false);
    void running.then(ended);
    await until(async () => {
      if (stored(folder)[which] < before) return true;
      if (before === 20) return true;
      if (!isRunning) {
        isRunning = true;
        running = run(["retention", "run", ...inData]);
        void running.then(ended);
      }
      return false;
    });
    await service.stop("SIGKILL");
    await running;
    service = await Service.start({ folder, token, flags: FLAGS });
    const { live, present, withBytes } = stored(folder);
    expect(withBytes).toBe(present);
    const total = async (deleted: unknown) => {
      const answer = await service.prints("/search", { json: { deleted, pageSize: 1 } });
      return ((await answer.json()) as { total: number }).total;
    };
    expect([await total(false), await total("any")]).toEqual([live, present]);
  }
  await until(async () => {
    await run(["retention", "run", ...inData]);
    return stored(folder).present === 20;
  });
  expect(stored(folder)).toEqual({ live: 20, present: 20, withBytes: 20 });
  await service.end();
});
