import { standBack, Turns } from "../platform/background-thread.ts";
import { WorkerChannel } from "../platform/worker-channel.ts";
import type { Drawn } from "../preview/preview.ts";
import type { Json } from "../search/search-question.ts";
import { CardStore } from "../storage/card-store.ts";
import { PrintReader } from "../storage/print-reader.ts";
import { openForReading } from "../storage/database.ts";
import { storageError } from "../storage/storage-error.ts";
import { exportBytes, inChunks, scopeOfTask } from "./export-stream.ts";
import { ExportedPrints } from "./exported-prints.ts";
import type { ExportBegun, ExportJob, FromExport, ToExport } from "./messages.ts";
import { ExportedProofs } from "./proofs.ts";

/* The Worker of one export: it finds the prints, and makes the next bytes whenever the client has taken those before. */

declare const self: Worker;

standBack();

let chunks: AsyncGenerator<Uint8Array<ArrayBuffer>> | null = null;

const channel = new WorkerChannel<FromExport, ToExport>(self, {
  async answer(question) {
    try {
      return await (question.do === "begin" ? begin(question.job) : next());
    } catch (error) {
      throw storageError(error);
    }
  },
  buffersOf: (answer) => (answer instanceof Uint8Array ? [answer.buffer] : []),
});

async function begin(job: ExportJob): Promise<ExportBegun> {
  const database = openForReading(job.databasePath);
  const prints = new ExportedPrints(database, job);
  const turns = new Turns();
  const begun = await prints.find(
    async (cursor) => (await channel.ask({ ask: "page", cursor })) as Json,
    async () => {
      if (turns.isOver) await turns.pause();
    },
  );
  const draw = async (question: Parameters<Parameters<typeof exportBytes>[0]["draw"]>[0]) =>
    (await channel.ask({ ask: "draw", question })) as Drawn;
  const { query, workspace, hasCards } = job;
  const cards = new CardStore(database);
  const proofs = query.proofs ? new ExportedProofs(database, workspace.id, hasCards ? null : cards) : null;
  const reader = new PrintReader(database);
  chunks = inChunks(exportBytes({ job, scope: scopeOfTask(job), prints, reader, cards, proofs, draw }));
  return begun;
}

async function next(): Promise<Uint8Array<ArrayBuffer> | null> {
  // A Worker that took the place of one that died has found nothing: an end here would be taken for that of a whole file.
  if (chunks === null) throw new Error("the export broke off");
  const { value } = await chunks.next();
  return value ?? null;
}
