import { expect, test } from "bun:test";
import { join } from "node:path";
import type { InterruptionPolicy } from "../../src/contract/printer-settings.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { RealParts } from "./real-parts.ts";
import { ScriptedPrinter } from "./scripted-printer.ts";

const PRINTS = 40;

/** Receipts that are long enough to be killed in. */
const receipt = (number: number, cut: string) => `<${number}>${"line\n".repeat(20)}</${number}>\n${cut}`;

/** The numbers of receipts of which something is on paper, in order. */
const begun = (paper: string) => [...paper.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number));

/** Whether anything of a folder's queue is still to be sent. */
function isWaiting(folder: string): boolean {
  using database = openForReading(databasePath(folder));
  const statement = "SELECT 1 FROM delivery WHERE state IN ('queued', 'sending') LIMIT 1";
  return database.query(statement).get() !== null;
}

/** Passes on in a process that is killed without warning, again and again. @returns how often */
async function passOnAndKill(folder: string, real: ScriptedPrinter): Promise<number> {
  let kills = 0;
  for (; isWaiting(folder) && kills < 60; kills++) {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "queue-process.ts"), folder], {
      stdio: ["pipe", "ignore", "inherit"],
    });
    // Some receipts later, at a moment that is another one each time; or when there is nothing more to come.
    const enough = real.paper.length + 1 + ((kills * 397) % 700);
    const deadline = performance.now() + 2000;
    while (real.paper.length < enough && performance.now() < deadline) await Bun.sleep(kills % 3);
    child.kill("SIGKILL");
    await child.exited;
  }
  return kills;
}

const EPSON = { name: "Epson's", model: null, cut: "\x1dVA\0" } as const;
const STAR = { name: "Star's", model: "star-tsp650ii", cut: "\x1bd\x02" } as const;

test.each<[InterruptionPolicy, typeof EPSON | typeof STAR]>([
  ["hold", EPSON],
  ["resend", EPSON],
  ["hold", STAR],
  ["resend", STAR],
])(
  "after kill -9 the queue goes on; what was being sent goes by the policy %s on a printer of %o",
  async (whenInterrupted, { model, cut }) => {
    const real = ScriptedPrinter.start({ isStar: model !== null });
    let parts = await RealParts.start();
    const kitchen = await parts.addPrinter({
      name: "kitchen",
      target: real.target,
      model,
      whenInterrupted,
      held: true,
    });
    for (let number = 0; number < PRINTS; number++) await parts.print(kitchen, receipt(number, cut));
    await parts.stop();
    {
      // Not through the service, which would begin at once.
      using database = openForWriting(databasePath(parts.folder));
      database.run("UPDATE printer SET held = 0");
    }

    const kills = await passOnAndKill(parts.folder, real);
    expect(kills).toBeGreaterThan(2);
    parts = await RealParts.start(parts.folder);
    await parts.settled();

    const order = begun(real.paper);
    const all = parts.all();
    for (const [number, { state, possibleDuplicate }] of all.entries()) {
      const count = order.filter((each) => each === number).length;
      if (state === "done") expect(count).toBeGreaterThan(0);
      else expect(state).toBe("held");
      if (count > 1) expect(possibleDuplicate).toBe(true);
      if (whenInterrupted === "hold") expect(count).toBeLessThanOrEqual(1);
      else expect(state).toBe("done");
    }
    expect(all.length).toBe(PRINTS);
    if (model !== null) expect(real.epsonsRequests).toEqual([]);
    expect(order).toEqual(order.toSorted((left, right) => left - right));
    await parts.end();
    real.goAway();
  },
);
