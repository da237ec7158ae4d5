import { readReapplication } from "../contract/read-rule.ts";
import { TillrollError } from "../domain/errors.ts";
import type { RunningService } from "../platform/running-service.ts";
import type { RulesStatus } from "../background/background.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { withDatabase } from "./data.ts";
import { ProgressBar } from "./progress-bar.ts";
import { present, workspaceOf } from "./rule-records.ts";
import { answeringService, bearer } from "./running.ts";

/** How often a running service is asked how far it is, milliseconds. */
const ASK_MILLISECONDS = 300;

/** Has the running service apply the rules to old prints, and waits until that is done. */
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
    const bounds = { ...present("from", given.text("from")), ...present("to", given.text("to")) };
    readReapplication(bounds);
    const { slug } = withDatabase(given, "refuse", (database) => workspaceOf(given, database));
    const service = await answeringService(given);
    if (service === null) {
      const advice = 'Start it with "tillroll serve".';
      throw new TillrollError("STORAGE_UNAVAILABLE", `No service runs on this data folder. ${advice}`);
    }
    await applyIn(service, slug, bounds);
    return 0;
  },
};

async function applyIn(service: RunningService, slug: string, bounds: object): Promise<void> {
  const rules = `${service.address}/api/workspace/${encodeURIComponent(slug)}/rules`;
  const ask = async (path: string, body: object | null): Promise<RulesStatus["reapplication"]> => {
    const response = await fetch(rules + path, {
      method: body === null ? "GET" : "POST",
      headers: { ...bearer(service), "Content-Type": "application/json" },
      body: body === null ? null : JSON.stringify(body),
    });
    const answer = (await response.json()) as RulesStatus & { message?: string };
    if (response.ok) return answer.reapplication;
    throw new TillrollError("UNKNOWN", answer.message ?? `The service answered ${response.status}.`);
  };
  const bar = new ProgressBar(slug);
  let status = await ask("/apply", bounds);
  while (status !== null && !status.isDone) {
    bar.show(status.done, status.total);
    await Bun.sleep(ASK_MILLISECONDS);
    status = await ask("", null);
  }
  if (status === null) throw new TillrollError("UNKNOWN", "The service knows nothing of it; see its log.");
  bar.show(1, 1);
  bar.finish();
  print(`${slug}\t${status.total} prints looked at, ${status.filled} filled in`);
}
