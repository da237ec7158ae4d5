import { constants } from "node:os";
import { monotonicClock, systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { standBack } from "../platform/background-thread.ts";
import { WorkerChannel } from "../platform/worker-channel.ts";
import { openForReading } from "../storage/database.ts";
import { UpstreamReader } from "../storage/upstream-store.ts";
import { ArchiveClient } from "./archive-client.ts";
import { PrintSource } from "./print-source.ts";
import { pullLost } from "./pull.ts";
import type { PulledPrint } from "../storage/pulled-print.ts";
import type { FromShipping, ShippingQuestion, ToShipping } from "./shipping-messages.ts";
import { Shipper } from "./shipper.ts";

/*
 * The Worker that sends prints to archives. It only reads the database; what it has to remember goes to the one writer, and
 * is durable before it goes on.
 */

declare const self: Worker;

// What is behind has weeks, and a till has not.
standBack(constants.priority.PRIORITY_LOW);

type Begin = Extract<ShippingQuestion, { ask: "begin" }>;

let reader: UpstreamReader | null = null;
let source: PrintSource | null = null;
const shippers = new Map<number, Shipper>();

const channel = new WorkerChannel<FromShipping, ToShipping>(self, {
  async answer(question) {
    if (question.ask === "begin") return begin(question);
    return pull(question.workspaceId);
  },
  receive: () => shippers.forEach((shipper) => shipper.wake()),
});

/** @returns how many workspaces have an archive */
function begin(question: Begin): number {
  const database = reader === null ? openForReading(question.databasePath) : null;
  if (database !== null) {
    reader = new UpstreamReader(database);
    source = new PrintSource(database);
  }
  for (const shipper of shippers.values()) shipper.close();
  shippers.clear();
  const joined = readerOf()
    .list()
    .filter(({ apiKey }) => apiKey !== null);
  for (const { workspaceId } of joined) {
    const shipper = new Shipper({
      workspaceId,
      reader: readerOf(),
      source: sourceOf(),
      run: question.run,
      version: question.version,
      write: async (change) => void (await channel.ask({ ask: "write", change })),
      erase: async (id, printId, reason) =>
        (await channel.ask({ ask: "erase", workspaceId: id, printId, reason })) === true,
      troubles: async (id) => (await channel.ask({ ask: "troubles", workspaceId: id })) as readonly string[],
      tell: (state) => channel.tell(state),
      clock: systemClock,
      monotonic: monotonicClock,
      random: Math.random,
    });
    shippers.set(workspaceId, shipper);
    void shipper.work();
  }
  return joined.length;
}

/** @throws TillrollError NOT_FOUND, STORAGE_UNAVAILABLE */
async function pull(workspaceId: number): Promise<number> {
  const upstream = readerOf().find(workspaceId);
  if (upstream === null || upstream.apiKey === null)
    throw new TillrollError("NOT_FOUND", "The workspace has joined no archive.");
  const client = new ArchiveClient(upstream, new AbortController().signal);
  try {
    const takeBack = async (prints: readonly PulledPrint[]) =>
      Number(await channel.ask({ ask: "takeBack", workspaceId, prints }));
    return await pullLost({ client, upstream, reader: readerOf(), takeBack });
  } catch (error) {
    if (!(error instanceof Error) || error instanceof TillrollError) throw error;
    throw new TillrollError("STORAGE_UNAVAILABLE", error.message);
  }
}

function readerOf(): UpstreamReader {
  if (reader === null) throw new Error("sending was asked for before it was begun");
  return reader;
}

function sourceOf(): PrintSource {
  if (source === null) throw new Error("sending was asked for before it was begun");
  return source;
}
