import type { ErasureAnswer } from "../contract/erasure.ts";
import { TillrollError } from "../domain/errors.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { UsageError } from "./options.ts";
import { answeringService, ask } from "./running.ts";

/** So many are erased at once: what they leave is cleared away together. */
const AT_ONCE = 16;

/** Removes prints for good, through the running service. */
export const erase: Command = {
  name: "erase",
  parameters: "ID...",
  summary: "Remove prints for good, with all that is known of them; the service must be running.",
  options: [
    DATA_OPTION,
    WORKSPACE_OPTION,
    { name: "reason", value: "TEXT", help: "Why; it is kept. There is no way back.", lineOnly: true },
  ],
  async run(given) {
    const reason = given.text("reason") ?? "";
    const ids = given.argumentsGiven.map((text) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null));
    if (ids.length === 0) throw new UsageError("Give the ID of a print, or several.");
    if (ids.includes(null)) throw new UsageError("An ID is a number, as the dashboard and searches show it.");
    if (reason.trim() === "") throw new UsageError("Say why with --reason TEXT; it is kept.");
    const service = await answeringService(given);
    if (service === null) {
      const advice = 'Start it with "tillroll serve".';
      throw new TillrollError("STORAGE_UNAVAILABLE", `No service runs on this data folder. ${advice}`);
    }
    const slug = given.text("workspace") ?? DEFAULT_WORKSPACE;
    const prints = `/workspace/${encodeURIComponent(slug)}/prints`;
    const elsewhere = new Set<string>();
    for (let next = 0; next < ids.length; next += AT_ONCE) {
      const erased = ids.slice(next, next + AT_ONCE).map(async (id) => {
        return [id, await ask<ErasureAnswer>(service, `${prints}/${id}/erase`, { reason })] as const;
      });
      // Those before one that is refused are erased: they are told all the same.
      const settled = await Promise.allSettled(erased);
      for (const one of settled) {
        if (one.status === "rejected") continue;
        const [id, answer] = one.value;
        print(`${id}\t${tellOf(answer)}`);
        for (const sentence of answer.elsewhere) elsewhere.add(sentence);
      }
      const refused = settled.find((one) => one.status === "rejected");
      if (refused !== undefined) throw refused.reason;
    }
    for (const sentence of elsewhere) print(sentence);
  },
};

function tellOf({ bytes, cancelledDeliveries, cleared }: ErasureAnswer): string {
  const deliveries = cancelledDeliveries === 0 ? "" : `, ${cancelledDeliveries} deliveries cancelled`;
  const rest = cleared
    ? "nothing of it is left in the data folder's files"
    : "the service still clears away what is left of it";
  return `erased, ${bytes} bytes${deliveries}; ${rest}`;
}
