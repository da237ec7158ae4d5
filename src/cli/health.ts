import type { HealthAnswer } from "../contract/service.ts";
import { TillrollError } from "../domain/errors.ts";
import { findService } from "../platform/running-service.ts";
import { type Command, DATA_OPTION, print, table } from "./command.ts";
import { dataFolderOf } from "./data.ts";

/** How long the service may take to answer, milliseconds: one that hangs is not well. */
const ANSWER_MILLISECONDS = 5000;

const EXIT_FAILURE = 1;

/** Asks the service that runs on a data folder how it is: for containers, which have no other program to ask with. */
export const health: Command = {
  name: "health",
  summary: "Tell whether the service is well; exit code 1 when it is not.",
  options: [DATA_OPTION],
  async run(given) {
    const folder = dataFolderOf(given);
    const service = findService(folder);
    if (service === null)
      throw new TillrollError("NOT_FOUND", `No service runs on the data folder ${folder}.`);
    const answer = await ask(service.address);
    const { status, components } = (await answer.json()) as HealthAnswer;
    const rows = Object.entries(components).map(([name, { state, message }]) => [name, state, message]);
    print(`The service at ${service.address} is ${status}.\n\n${table(["PART", "STATE", "MESSAGE"], rows)}`);
    return answer.ok ? 0 : EXIT_FAILURE;
  },
};

/** @throws TillrollError NOT_FOUND when it does not answer */
async function ask(address: string): Promise<Response> {
  try {
    return await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
  } catch {
    throw new TillrollError("NOT_FOUND", `The service at ${address} does not answer.`);
  }
}
