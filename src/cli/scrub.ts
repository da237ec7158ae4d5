import type { Database } from "bun:sqlite";
import type { ScrubAnswer } from "../contract/scrub.ts";
import type { RunningService } from "../platform/running-service.ts";
import { type Finding, FIRST_PLACE, type ScrubPlace } from "../scrub/finding.ts";
import { scrubAnswer } from "../scrub/scrub-answer.ts";
import { SCRUB_LIMITS } from "../scrub/scrub-limits.ts";
import { ScrubSteps } from "../scrub/scrub-steps.ts";
import { NO_PROGRESS, ScrubReader } from "../storage/scrub-store.ts";
import { type Command, counted, DATA_OPTION, print, table } from "./command.ts";
import { withDatabase } from "./data.ts";
import type { Option } from "./options.ts";
import { answeringService, ask, follow, ProgressBar } from "./running.ts";

const EXIT_FAILURE = 1;

const NOW: Option = { name: "now", help: "Check all of it now, and wait for the end." };
const JSON_OPTION: Option = { name: "json", help: "Print it as JSON, as the API gives it." };

/** Shows what checking has found, and checks: by the service where one runs, else by itself. */
export const scrub: Command = {
  name: "scrub",
  summary: "Tell whether all that is stored is what was written; exit code 1 when anything is damaged.",
  options: [DATA_OPTION, NOW, JSON_OPTION],
  async run(given) {
    const service = await answeringService(given);
    const isNow = given.has("now");
    const answer =
      service !== null
        ? await (isNow ? roundOf(service) : ask<ScrubAnswer>(service, "/scrub"))
        : withDatabase(given, "refuse", (database) => (isNow ? checkAll(database) : known(database)));
    if (given.has("json")) print(JSON.stringify(answer, null, 2));
    else show(answer);
    return answer.findings.length === 0 ? 0 : EXIT_FAILURE;
  },
};

async function roundOf(service: RunningService): Promise<ScrubAnswer> {
  const begun = await ask<ScrubAnswer>(service, "/scrub", {});
  const progressOf = ({ round }: ScrubAnswer) =>
    round === null ? null : { done: round.prints, total: round.total };
  return follow("check", begun, progressOf, () => ask(service, "/scrub"));
}

function known(database: Database): ScrubAnswer {
  const reader = new ScrubReader(database);
  const findings = reader.findings(SCRUB_LIMITS.listed);
  return scrubAnswer({ progress: reader.progress(), findings, total: reader.prints(), nextAt: null });
}

/** Checks all at once, where no service runs; what it finds is shown, and noted by the service's next round. */
function checkAll(database: Database): ScrubAnswer {
  const steps = new ScrubSteps(database);
  const total = new ScrubReader(database).prints();
  const bar = new ProgressBar("check");
  const found: Finding[] = [];
  let [prints, bytes] = [0, 0];
  for (let place: ScrubPlace | null = FIRST_PLACE; place !== null;) {
    const step = steps.run(place);
    found.push(...step.findings);
    prints += step.prints;
    bytes += step.bytes;
    place = step.next;
    bar.show({ done: prints, total });
  }
  bar.finish();
  const at = Date.now();
  const progress = { ...NO_PROGRESS, finishedAt: at, finishedPrints: prints, finishedBytes: bytes };
  const findings = found.map((finding) => ({ ...finding, foundAt: at, seenAt: at }));
  return scrubAnswer({ progress, findings, total, nextAt: null });
}

function show({ round, last, nextAt, findings }: ScrubAnswer): void {
  if (round !== null) print(`Under way since ${round.beganAt}: ${round.prints} of ${round.total} prints.`);
  print(
    last === null
      ? "All that is stored has not been checked yet."
      : `Last checked  ${last.finishedAt}: ${counted(last.prints, "print")}, ${counted(last.bytes, "byte")}.`,
  );
  if (nextAt !== null) print(`Next check    ${nextAt}`);
  if (findings.length === 0) return print("Nothing is damaged, as far as it is known.");
  const rows = findings.map(({ kind, subject, foundAt, detail }) => [kind, subject, foundAt, detail]);
  print(`\n${table(["WHAT", "WHICH", "FOUND", "DETAIL"], rows)}\n`);
  print(
    'What is damaged is not served. Stop the service and run "tillroll repair", which takes it from a backup.',
  );
}
