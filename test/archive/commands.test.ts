import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startArchive } from "../../src/archive/archive-app.ts";
import { ServiceLog } from "../../src/operations/logs/service-log.ts";
import { migratePostgres } from "../../src/storage/postgres/migrate.ts";
import { testDatabase, type TestDatabase } from "../postgres/test-database.ts";
import { run } from "../service.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/* The commands of an archive find its database where the instance does. */

const folder = temporaryFolder();
const file = join(folder, "tillroll.toml");
let tested: TestDatabase;

beforeAll(async () => {
  tested = await testDatabase();
  await migratePostgres(tested.database);
});
afterAll(async () => {
  await tested?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const settings = () => `database = ${JSON.stringify(tested.address)}\nport = 9999\n`;

test("in the configuration file of its folder, whatever else that says", async () => {
  writeFileSync(file, settings());
  const enrolled = await run(["archive", "enrol", "berlin-1", "--data", folder]);
  expect([enrolled.exitCode, enrolled.stderr]).toEqual([0, ""]);
  expect(enrolled.stdout).toContain("tillroll upstream join URL ");
  const listed = await run(["archive", "shops", "--data", folder]);
  expect(listed.stdout).toContain("berlin-1");
  expect((await run(["archive", "revoke", "berlin-1", "--data", folder])).exitCode).toBe(0);
  const unknown = await run(["archive", "revoke", "berlin-9", "--data", folder]);
  expect(unknown.stderr).toContain('There is no shop "berlin-9"; see "tillroll archive shops".');
});

test("a shop is told where the archive is, and by what it knows it", async () => {
  writeFileSync(file, settings());
  const enrol = (address: string) =>
    run(["archive", "enrol", "berlin-1", "--data", folder, "--address", address]);
  const unknown = await enrol("https://archive.example:9443/");
  expect(unknown.stdout).toContain("tillroll upstream join https://archive.example:9443 ");
  expect(unknown.stdout).toContain(`There is no certificate of an instance in ${folder}`);
  const unusable = await enrol("archive.example");
  expect([unusable.exitCode, unusable.stdout]).toEqual([2, ""]);
  expect(unusable.stderr).toContain("--address must be an address such as https://archive.example:9443");
});

test("a link for signing in leads to the instance of the folder, or to where the file says that it is", async () => {
  writeFileSync(file, settings());
  const link = async (...words: string[]) => {
    const made = await run(["archive", "sign-in", "--data", folder, ...words]);
    expect(made.stderr).toBe("");
    return made.stdout.trim();
  };
  const begins = (address: string) => expect.stringContaining(`${address}/sign-in?code=`);
  expect(await link()).toEqual(begins("http://localhost:9999"));
  expect(await link("--address", "https://archive.example/")).toEqual(begins("https://archive.example"));
  const archive = await startArchive({
    database: tested.address,
    dataFolder: folder,
    host: "127.0.0.1",
    port: 0,
    log: new ServiceLog([]),
  });
  try {
    expect(await link()).toEqual(begins(archive.address));
    // Another instance that shares the folder, and ends, leaves the note of this one.
    writeFileSync(join(folder, "instance.json"), JSON.stringify({ address: "http://other", processId: 1 }));
  } finally {
    await archive.stop();
  }
  expect(await link()).toEqual(begins("http://other"));
  rmSync(join(folder, "instance.json"));
});

test("in the file that is named", async () => {
  const named = join(folder, "named");
  mkdirSync(named);
  writeFileSync(join(named, "chain.toml"), settings());
  const listed = await run(["archive", "shops", "--data", named, "--config", join(named, "chain.toml")]);
  expect(listed.stdout).toContain("berlin-1");
});

test("in a file that holds it", async () => {
  writeFileSync(join(folder, "address"), tested.address);
  writeFileSync(file, `database-file = ${JSON.stringify(join(folder, "address"))}\n`);
  expect((await run(["archive", "shops", "--data", folder])).stdout).toContain("berlin-1");
});

test("one that cannot be read keeps nobody from saying it, and is not guessed at", async () => {
  writeFileSync(file, "database = [\n");
  const refused = await run(["archive", "shops", "--data", folder]);
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/The configuration .*tillroll\.toml is wrong: line \d+/),
  ]);
  const said = await run(["archive", "shops", "--data", folder, "--database", tested.address]);
  expect(said.stdout).toContain("berlin-1");
});

test("without any it is asked for", async () => {
  rmSync(file);
  const refused = await run(["archive", "shops", "--data", folder]);
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringContaining("Name the archive's database"),
  ]);
});
