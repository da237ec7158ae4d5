import type { Database } from "bun:sqlite";
import type { ClockAnswer } from "../contract/service.ts";
import type { Clock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import type { TrustedClock } from "../domain/trusted-clock.ts";
import { repairTimes } from "../operations/clock-repair.ts";
import { ifInFuture, messageOf } from "../operations/clock-watch.ts";
import type { RunningService } from "../platform/running-service.ts";
import { type ClockChange, ClockStore } from "../storage/clock-store.ts";
import type { User } from "../domain/session.ts";
import { audited } from "./audited.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { trustedClockOf, withDatabase } from "./data.ts";
import { answeringService, asOnlyWriter, ask, follow, ProgressBar } from "./running.ts";

/** The commands about the clock; the shortest name last: a line is that of the first whose words it begins with. */
export const CLOCK_COMMANDS: readonly Command[] = [
  {
    name: "clock accept",
    summary: "Believe the machine's clock, however it jumped.",
    options: [DATA_OPTION],
    async run(given) {
      const service = await answeringService(given);
      if (service !== null) show(await ask(service, "/clock/accept", {}));
      else show(withDatabase(given, "refuse", accept));
    },
  },
  {
    name: "clock repair",
    summary: "Believe the machine's clock, and date anew what was stored in its future; the order stays.",
    options: [DATA_OPTION],
    async run(given) {
      const service = await answeringService(given);
      if (service !== null) return repairRunning(service);
      withDatabase(given, "refuse", () => {});
      return asOnlyWriter(given, repair);
    },
  },
  {
    name: "clock",
    summary: "Show the machine's clock and the time by which prints are dated.",
    options: [DATA_OPTION],
    async run(given) {
      const service = await answeringService(given);
      if (service !== null) show(await ask(service, "/clock"));
      else show(withDatabase(given, "refuse", (database) => answerOf(new ClockStore(database))));
    },
  },
];

type Shown = Pick<ClockAnswer, "machine" | "trusted" | "message">;

function show({ machine, trusted, message }: Shown): void {
  print(`Machine  ${machine}`);
  print(`Trusted  ${trusted}`);
  print(message);
}

async function repairRunning(service: RunningService): Promise<void> {
  const begun = await ask<ClockAnswer>(service, "/clock/repair", {});
  const progressOf = (answer: ClockAnswer) => answer.repair;
  const answer = await follow("clock", begun, progressOf, () => ask(service, "/clock"));
  show(answer);
  // After a repair no print is in the future; when one is, the repair was interrupted.
  if (answer.futurePrintAt !== null) {
    throw new TillrollError(
      "UNKNOWN",
      "The repair was interrupted; see the service's log, and run it again.",
    );
  }
}

function answerOf(store: ClockStore, clock = trustedClockOf(store)): Shown {
  const state = clock.state();
  return {
    machine: formatInstant(state.machine),
    trusted: formatInstant(state.trusted),
    message: messageOf(state, ifInFuture(store.newestPrintAt(), state)),
  };
}

function accept(database: Database, _administrator: User, before: Clock): Shown {
  const store = new ClockStore(database);
  const clock = trustedClockOf(store);
  audited(database, before, (enter) => {
    enter("clock.accepted", "clock", toldTimes(clock));
    clock.accept();
    store.apply({ do: "note", ...clock.stored() });
  });
  return answerOf(store, clock);
}

/** What the clocks say, for the audit log. */
function toldTimes(clock: TrustedClock) {
  const { machine, trusted } = clock.state();
  return { machine: formatInstant(machine), trusted: formatInstant(trusted) };
}

async function repair(database: Database): Promise<void> {
  const store = new ClockStore(database);
  const clock = trustedClockOf(store);
  audited(database, clock.now, (enter) => enter("clock.repaired", "clock", toldTimes(clock)));
  const run = database.transaction((change: ClockChange) => store.apply(change));
  const bar = new ProgressBar("clock");
  for await (const progress of repairTimes(clock, store, (change) => run.immediate(change)))
    bar.show(progress);
  bar.finish();
  show(answerOf(store, clock));
}
