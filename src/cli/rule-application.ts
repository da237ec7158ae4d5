import { TillrollError } from "../domain/errors.ts";
import type { RunningService } from "../platform/running-service.ts";
import type { ApplyingStatus } from "../rules/applying.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { withDatabase } from "./data.ts";
import { present, workspaceOf } from "./rule-records.ts";
import { answeringService, ask, follow } from "./running.ts";

/** Has the running service apply the rules to old prints, and waits until that is done. */
export const ruleApply: Command = {
  name: "rule apply",
  summary: "Apply the rules to prints that were stored before; the service must be running.",
  options: [
    DATA_OPTION,
    WORKSPACE_OPTION,
    { name: "from", value: "ISO", help: "Prints stored from then on, such as 2026-01-31.", lineOnly: true },
    { name: "to", value: "ISO", help: "Prints stored up to then, inclusive.", lineOnly: true },
  ],
  async run(given) {
    const bounds = { ...present("from", given.text("from")), ...present("to", given.text("to")) };
    const { readReapplication } = await import("../contract/read-rule.ts");
    readReapplication(bounds);
    const { slug } = withDatabase(given, "refuse", (database) => workspaceOf(given, database));
    const service = await answeringService(given);
    if (service === null) {
      const advice = 'Start it with "tillroll serve".';
      throw new TillrollError("STORAGE_UNAVAILABLE", `No service runs on this data folder. ${advice}`);
    }
    await applyIn(service, slug, bounds);
  },
};

async function applyIn(service: RunningService, slug: string, bounds: object): Promise<void> {
  const rules = `/workspace/${encodeURIComponent(slug)}/rules`;
  const { reapplication } = await follow(
    slug,
    await ask<ApplyingStatus>(service, `${rules}/apply`, bounds),
    (status) => (status.reapplication?.isDone === false ? status.reapplication : null),
    () => ask(service, rules),
  );
  if (reapplication === null)
    throw new TillrollError("UNKNOWN", "The service knows nothing of it; see its log.");
  print(`${slug}\t${reapplication.total} prints looked at, ${reapplication.filled} filled in`);
}
