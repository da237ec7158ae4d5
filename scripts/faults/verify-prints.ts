import { createHash } from "node:crypto";
import { type Endpoint, sendCreate } from "./client.ts";
import type { Ledger, PrintAcknowledged, PrintAnswer, PrintSent } from "./ledger.ts";

/** Requests under way at once. */
const CONCURRENCY = 16;

/** Checks over HTTP that prints are as they were acknowledged; what is not goes to the ledger's faults. */
export async function verifyPrints(
  endpoint: Endpoint,
  ledger: Ledger,
  prints: Iterable<PrintAcknowledged>,
): Promise<void> {
  await forEachConcurrently(prints, async (print) => {
    const fault = (what: string) => ledger.faults.push(`print ${print.id} (${print.sent.printKey}): ${what}`);
    const metadata = await get(endpoint, `/prints/${print.id}`);
    if (metadata.status !== 200) return fault(`lost: GET answers ${metadata.status}`);
    const answer = (await metadata.json()) as PrintAnswer;
    if (answer.printKey !== print.sent.printKey) fault(`has the print key ${answer.printKey}`);
    if (answer.tag["sent"] !== print.sent.sha256.slice(0, 40))
      fault(`has the tags ${JSON.stringify(answer.tag)}`);
    if (answer.createdAt !== print.createdAt)
      fault(`was created ${print.createdAt}, now ${answer.createdAt}`);
    verifyChanges(print, answer, fault);
    const raw = await get(endpoint, `/prints/${print.id}/raw`);
    if (raw.status !== 200) return fault(`its bytes are lost: ${raw.status} ${await raw.text()}`);
    const sha256 = createHash("sha256")
      .update(await raw.bytes())
      .digest("hex");
    if (sha256 !== print.sent.sha256) fault("its bytes are not the ones sent");
    return undefined;
  });
}

/** An unanswered change may have happened or not; which of the two is then what must stay. */
function verifyChanges(print: PrintAcknowledged, answer: PrintAnswer, fault: (what: string) => void): void {
  const { unanswered } = print;
  const isDeleted = answer.deletedAt !== null;
  if (unanswered === "delete") print.deleted = isDeleted;
  else if (unanswered !== null && answer.label === unanswered.label) print.label = unanswered.label;
  print.unanswered = null;
  if (answer.label !== print.label) fault(`has the label ${answer.label} instead of ${print.label}`);
  if (isDeleted !== print.deleted) fault(isDeleted ? "is deleted" : "is no longer deleted");
}

/**
 * Sends creates again whose answer a crash took. With an idempotency key that stores the print once, whether the
 * first request had got through or not; without one it would be stored twice, so that is left to the database check.
 */
export async function repeatUnanswered(endpoint: Endpoint, ledger: Ledger): Promise<void> {
  for (const sent of ledger.unanswered.filter(({ idempotencyKey }) => idempotencyKey !== null)) {
    const response = await sendCreate(endpoint, sent);
    const text = await response.text();
    if (response.status === 200 || response.status === 201) {
      // It may be older than prints that were acknowledged meanwhile.
      ledger.acknowledge(sent, JSON.parse(text) as PrintAnswer, 0);
    } else
      ledger.faults.push(`${sent.printKey}: sent again, answered ${response.status} ${text.slice(0, 200)}`);
  }
}

/** Checks that an idempotency key used before a crash gives the same print after it. */
export async function verifyReplay(
  endpoint: Endpoint,
  ledger: Ledger,
  print: PrintAcknowledged,
): Promise<void> {
  const again: PrintSent = { ...print.sent, raw: new Uint8Array(print.sent.raw) };
  const response = await sendCreate(endpoint, again);
  const { id } = (await response.json()) as PrintAnswer;
  if (response.status !== 200 || response.headers.get("Idempotency-Replayed") !== "true" || id !== print.id) {
    ledger.faults.push(`print ${print.id}: its idempotency key gave ${response.status} and print ${id}`);
  }
}

function get({ workspaceAddress, token }: Endpoint, path: string): Promise<Response> {
  return fetch(workspaceAddress + path, { headers: { Authorization: `Bearer ${token}` } });
}

async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  // All workers draw from the one iterator.
  const iterator = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
