import { TillrollError } from "../domain/errors.ts";
import type { RulesAnswer } from "../contract/rule.ts";
import type { RunningService } from "../platform/running-service.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { withDatabase } from "./data.ts";
import { ProgressBar } from "./progress-bar.ts";
import { workspaceOf } from "./rule-records.ts";
import { answeringService, ask } from "./running.ts";

/** How often a running service is asked how far it is, milliseconds. */
const ASK_MILLISECONDS = 300;

export const ruleApply: Command = {
  name: "rule apply",
  parameters: "",
  summary: "Apply the rules to prints that were stored before; the service must be running.",
  options: [
    DATA_OPTION,
    WORKSPACE_OPTION,
    { name: "from", value: "ISO", help: "Prints stored from then on, such as 2026-01-31.", lineOnly: true },
    { name: "to", value: "ISO", help: "Prints stored up to then, inclusive.", lineOnly: true },
  ],
  async run(given) {
    const bounds = { from: given.text("from"), to: given.text("to") };
    const { readReapplication } = await import("../contract/rule.ts");
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
  const rules = `/api/workspace/${encodeURIComponent(slug)}/rules`;
  const bar = new ProgressBar(slug);
  let { reapplication: status } = await ask<RulesAnswer>(service, "POST", `${rules}/apply`, bounds);
  while (status !== null && !status.isDone) {
    bar.show(status.done, status.total);
    await Bun.sleep(ASK_MILLISECONDS);
    status = (await ask<RulesAnswer>(service, "GET", rules)).reapplication;
  }
  if (status === null) throw new TillrollError("UNKNOWN", "The service knows nothing of it; see its log.");
  bar.show(1, 1);
  bar.finish();
  print(`${slug}\t${status.total} prints looked at, ${status.filled} filled in`);
}
