import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { JOURNAL_LIMITS } from "../domain/limits.ts";
import { hashOfSeal } from "../journal/seal.ts";
import { sealAnswer } from "../seals/seal-answer.ts";
import { SealFile } from "../seals/seal-file.ts";
import { sealsIn } from "../seals/seals-in.ts";
import { verifyDatabase, type VerifiedJournal } from "../seals/verify-database.ts";
import { BatchWriter } from "../storage/batch-writer.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { SealStore } from "../storage/seal-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { bucketAccessOf } from "./backup-options.ts";
import { counted, print, table } from "./command.ts";
import { dataFolderOf, withDatabase } from "./data.ts";
import { OpenedJournal, openDatabase } from "./journal-records.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { answeringService, ask, ProgressBar } from "./running.ts";
import { sealPlaceOf } from "./seal-options.ts";

const EXIT_FOUND = 1;

/** Compares all that is stored with the journal. @returns the exit code */
export async function verify(given: GivenOptions): Promise<number> {
  const [other, ...more] = given.argumentsGiven;
  if (more.length > 0) throw new UsageError("Give one database at the most.");
  using database = openDatabase(given, other ?? null);
  const slug = given.text("workspace");
  const workspaceId = slug === null ? null : new WorkspaceStore(database).get(slug).id;
  const bar = new ProgressBar("verify");
  const held = given.filled("seals");
  const verified = await verifyDatabase(
    database,
    {
      dataFolder: other === undefined ? dataFolderOf(given) : null,
      place: sealPlaceOf(given),
      access: bucketAccessOf(given),
      given: held === null ? null : { place: held, texts: sealsIn(held) },
    },
    {
      ...(workspaceId !== null && { workspaceId }),
      onProgress: (progress) => bar.show(progress),
    },
  );
  bar.finish();
  const slugs = new Map(new WorkspaceStore(database).list().map(({ id, slug: name }) => [id, name]));
  print(given.has("json") ? JSON.stringify(told(verified, slugs)) : inWords(verified, slugs));
  return verified.findingCount > 0 || verified.fault !== null ? EXIT_FOUND : 0;
}

/** Lists the newest seals. */
export function listSeals(given: GivenOptions): void {
  using journal = new OpenedJournal(given);
  const all = journal.seals.list(journal.workspace.id, { before: null, limit: JOURNAL_LIMITS.sealsPage });
  if (given.has("json")) {
    for (const { text } of all.toReversed()) print(text);
    return;
  }
  const rows = all
    .map(sealAnswer)
    .map(({ number, sealedAt, entries, timeStampedAt, authority, hash }) => [
      String(number),
      sealedAt.slice(0, 19),
      String(entries),
      timeStampedAt === null ? "-" : `${timeStampedAt.slice(0, 19)} ${authority}`,
      hash,
    ]);
  print(table(["SEAL", "SEALED (UTC)", "ENTRIES", "TIME STAMP", "HASH"], rows));
}

/** Seals the journal of a workspace: by the service that runs, or without one. */
export async function seal(given: GivenOptions): Promise<void> {
  const service = await answeringService(given);
  const slug = given.text("workspace") ?? DEFAULT_WORKSPACE;
  if (service !== null) await ask(service, `/workspace/${encodeURIComponent(slug)}/journal/seals`, {});
  else await sealAlone(given, slug);
  using journal = new OpenedJournal(given);
  const newest = journal.seals.newest(journal.workspace.id);
  if (newest === null) print("Nothing was ever entered in the journal; there is nothing to seal.");
  else print(`${newest.number}\t${counted(newest.size, "entry", "entries")}\t${hashOfSeal(newest.text)}`);
}

async function sealAlone(given: GivenOptions, slug: string): Promise<void> {
  const texts = withDatabase(given, "refuse", (database, _administrator, clock) => {
    const { id: workspaceId } = new WorkspaceStore(database).get(slug);
    const [result] = new BatchWriter(database, clock).write([
      { kind: "seal", change: { do: "seal", workspaceId } },
    ]).results;
    if (result?.ok === false) throw new TillrollError(result.code, result.message);
    const newest = new SealStore(database).newest(workspaceId);
    return newest === null ? [] : [newest.text];
  });
  await new SealFile(dataFolderOf(given)).add(texts);
}

/** What was found, with workspaces by their names. */
function told({ findings, restores, ...verified }: VerifiedJournal, slugs: ReadonlyMap<number, string>) {
  const named = <Row extends { readonly workspaceId: number | null }>({ workspaceId, ...row }: Row) => ({
    ...row,
    workspace: slugs.get(workspaceId ?? 0) ?? null,
  });
  return { ...verified, findings: findings.map(named), restores: restores.map(named) };
}

function inWords(verified: VerifiedJournal, slugs: ReadonlyMap<number, string>): string {
  const { entries, prints, seals, held, findingCount, fault, waiting } = verified;
  const { findings, restores } = told(verified, slugs);
  const lines = findings.map(({ workspace, message }) =>
    workspace === null ? message : `${workspace}: ${message}`,
  );
  if (findingCount > lines.length) lines.push(`and ${findingCount - lines.length} more.`);
  if (fault !== null) lines.push(`Seals that are kept elsewhere could not be compared: ${fault}`);
  for (const { workspace, at, seals: lost } of restores)
    lines.push(
      `${workspace}: a backup was restored at ${formatInstant(at)}; ${counted(lost, "seal")} of what was lost with that ` +
        `${lost === 1 ? "is" : "are"} not missed. Make sure that this is so.`,
    );
  if (waiting > 0)
    lines.push(
      `${counted(waiting, "print")} of before there was a journal ${waiting === 1 ? "is" : "are"} not entered yet: ` +
        "nothing is said of them. The service does that while it runs.",
    );
  const compared = `${counted(entries, "entry", "entries")}, ${counted(prints, "print")} and ${counted(seals, "seal")} were compared`;
  const elsewhere = `${held} of the seals with what is kept apart from the database`;
  lines.push(
    `${compared}; ${elsewhere}. ${findingCount === 0 ? "All is as it was entered." : `${counted(findingCount, "finding")}.`}`,
  );
  if (held === 0)
    lines.push("Without seals that are kept elsewhere it is not seen when somebody has rewritten all of it.");
  return lines.join("\n");
}
