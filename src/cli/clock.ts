import { systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { CLOCK_LIMITS } from "../domain/limits.ts";
import { TrustedClock } from "../domain/trusted-clock.ts";
import type { ClockAnswer } from "../contract/service.ts";
import { repairTimes } from "../operations/clock-repair.ts";
import { messageOf } from "../operations/clock-watch.ts";
import { databasePath } from "../platform/data-folder.ts";
import { machineClocks } from "../platform/machine-clocks.ts";
import type { RunningService } from "../platform/running-service.ts";
import { type ClockChange, ClockStore } from "../storage/clock-store.ts";
import { openForWriting } from "../storage/database.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { beginGeneration } from "../storage/generation.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { dataFolderOf, withDatabase } from "./data.ts";
import { formatInstant } from "../domain/instant.ts";
import type { GivenOptions } from "./options.ts";
import { ProgressBar } from "./progress-bar.ts";
import { answeringService, bearer } from "./running.ts";

/** How often a running service is asked how far it is, milliseconds. */
const ASK_MILLISECONDS = 300;

/** Believes the machine's clock. */
export const clockAccept: Command = {
  name: "clock accept",
  parameters: "",
  summary: "Believe the machine's clock, however it jumped.",
  options: [DATA_OPTION],
  async run(given) {
    const service = await answeringService(given);
    if (service !== null) show(await ask(service, "/accept", "POST"));
    else show(acceptHere(given));
    return 0;
  },
};

/** Believes the machine's clock and puts right what was dated in its future. */
export const clockRepair: Command = {
  name: "clock repair",
  parameters: "",
  summary: "Believe the machine's clock, and date anew what was stored in its future; the order stays.",
  options: [DATA_OPTION],
  async run(given) {
    const service = await answeringService(given);
    if (service !== null) await repairRunning(service);
    else await repairHere(given);
    return 0;
  },
};

/** Shows the machine's clock and the time by which prints are dated. */
export const clockShow: Command = {
  name: "clock",
  parameters: "",
  summary: "Show the machine's clock and the time by which prints are dated.",
  options: [DATA_OPTION],
  async run(given) {
    const service = await answeringService(given);
    if (service !== null) show(await ask(service, "", "GET"));
    else show(withDatabase(given, "refuse", (database) => answerOf(new ClockStore(database))));
    return 0;
  },
};

function show({ machine, trusted, message }: Shown): void {
  print(`Machine  ${machine}`);
  print(`Trusted  ${trusted}`);
  print(message);
}

type Shown = Pick<ClockAnswer, "machine" | "trusted" | "message">;

async function ask(service: RunningService, path: string, method: string): Promise<ClockAnswer> {
  const response = await fetch(`${service.address}/api/clock${path}`, { method, headers: bearer(service) });
  if (!response.ok) throw new TillrollError("UNKNOWN", `The service answered ${response.status}.`);
  return (await response.json()) as ClockAnswer;
}

async function repairRunning(service: RunningService): Promise<void> {
  const bar = new ProgressBar("clock");
  let answer = await ask(service, "/repair", "POST");
  while (answer.repair !== null) {
    bar.show(answer.repair.done, answer.repair.total);
    await Bun.sleep(ASK_MILLISECONDS);
    answer = await ask(service, "", "GET");
  }
  bar.finish();
  show(answer);
  // After a repair no print is in the future; when one is, the repair was interrupted.
  if (answer.futurePrintAt !== null) {
    throw new TillrollError(
      "UNKNOWN",
      "The repair was interrupted; see the service's log, and run it again.",
    );
  }
}

/** The clock as the next start of a service would take it. */
function clockOf(store: ClockStore): TrustedClock {
  const clock = new TrustedClock(machineClocks);
  clock.begin(store.read(), store.newestPrintAt());
  return clock;
}

function answerOf(store: ClockStore, clock = clockOf(store)): Shown {
  const state = clock.state();
  const newest = store.newestPrintAt() ?? 0;
  const isFuture = newest - state.trusted > CLOCK_LIMITS.believedStepMilliseconds;
  return {
    machine: formatInstant(state.machine),
    trusted: formatInstant(state.trusted),
    message: messageOf(state, isFuture ? newest : null),
  };
}

function acceptHere(given: GivenOptions): Shown {
  return withDatabase(given, "refuse", (database) => {
    const store = new ClockStore(database);
    const clock = clockOf(store);
    clock.accept();
    store.apply({ do: "note", ...clock.stored() });
    return answerOf(store, clock);
  });
}

async function repairHere(given: GivenOptions): Promise<void> {
  withDatabase(given, "refuse", () => {});
  const folder = dataFolderOf(given);
  const lock = openDataFolder(folder, systemClock());
  try {
    using database = openForWriting(databasePath(folder));
    beginGeneration(database, lock.file);
    const store = new ClockStore(database);
    const clock = clockOf(store);
    const run = database.transaction((change: ClockChange) => store.apply(change));
    const bar = new ProgressBar("clock");
    for await (const { done, total } of repairTimes(clock, store, (change) => run.immediate(change)))
      bar.show(done, total);
    bar.finish();
    show(answerOf(store, clock));
  } finally {
    lock.release();
  }
}
