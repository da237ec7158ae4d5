import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";

/*
 * The same tests of the contract for an archive: `TILLROLL_TEST_SERVICE=archive` has services of the compiled binary started as
 * archives, each on a database of its own.
 */

export const IS_ARCHIVE = process.env["TILLROLL_TEST_SERVICE"] === "archive";

/** Where the folder of a service says which database it has. */
const NOTE = "test-database";

/** The words that serve an archive on the database of a folder, which is made where there is none. */
export async function startedArchive(folder: string): Promise<string[]> {
  const note = join(folder, NOTE);
  if (!existsSync(note)) writeFileSync(note, await makeDatabase());
  return ["archive", "--https-port", "0", "--database", readFileSync(note, "utf8")];
}

/** What does to an archive what words do to a shop; the words themselves where that is another matter. */
export function archiveWords(words: readonly string[]): readonly string[] {
  const at = words.indexOf("--data");
  const folder = words[at + 1];
  if (at < 0 || folder === undefined || words[0] === "archive" || !existsSync(join(folder, NOTE)))
    return words;
  const others = words.toSpliced(at, 2);
  const place = ["--database", readFileSync(join(folder, NOTE), "utf8")];
  const [one, two] = others;
  if (one === "sign-in") return ["archive", ...others, ...place];
  if (one !== "token" || two !== "create") return words;
  const workspace = others.includes("--workspace") ? [] : ["--workspace", "default"];
  return ["archive", ...others, ...workspace, ...place];
}

/** Removes the database of a folder. */
export async function removeDatabase(folder: string): Promise<void> {
  const note = join(folder, NOTE);
  if (existsSync(note)) await remove(readFileSync(note, "utf8"));
}

/** Makes an empty database, for services of the binary. */
export async function makeTestDatabase(): Promise<{
  readonly address: string;
  readonly remove: () => Promise<void>;
}> {
  const address = await makeDatabase();
  return { address, remove: () => remove(address) };
}

async function makeDatabase(): Promise<string> {
  const server = await serverAddress();
  const name = `tillroll_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  await using connection = new SQL(server, { max: 1 });
  await connection.unsafe(`CREATE DATABASE ${name} TEMPLATE template0`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

async function remove(address: string): Promise<void> {
  const name = new URL(address).pathname.slice(1);
  await using connection = new SQL(await serverAddress(), { max: 1 });
  await connection.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Loaded here: most tests have no database server. */
async function serverAddress(): Promise<string> {
  const { firstEngine } = await import("./postgres/engines.ts");
  return firstEngine().address();
}
