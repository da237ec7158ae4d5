import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JournalAnswer, SealsAnswer } from "../../src/contract/journal.ts";
import { hashOfSeal } from "../../src/journal/seal.ts";
import { checkProof } from "../../src/seals/check-proof.ts";
import type { Proof } from "../../src/seals/proof.ts";
import { timeStampFault } from "../../src/seals/time-stamp/time-stamp.ts";
import { fileInZip } from "../../src/update/zip-file.ts";
import { describeUnless } from "../describe-unless.ts";
import { type ErrorAnswer, run, Service, temporaryFolder } from "../service.ts";
import { until } from "../until.ts";
import { startAuthority } from "../../scripts/faults/time-authority.ts";
import { openLiveDatabase } from "../live-database.ts";

/* The journal of a service: sealed, kept elsewhere, dated, exported, proven and verified, as its owner does all that. */

const place = temporaryFolder();
const out = temporaryFolder();
const authority = startAuthority();
let service: Service;
let admin: string;

beforeAll(async () => {
  const flags = ["--journal-seals", place, "--time-stamp", authority.address];
  service = await Service.start({ flags });
  for (let number = 1; number <= 5; number++)
    await service.store({ label: `Order ${number}` }, `Receipt ${number}\n`);
  admin = (await tillroll("token", "create", "--scopes", "admin")).stdout.trim();
});
afterAll(async () => {
  await service.end();
  authority[Symbol.dispose]();
  for (const folder of [place, out]) rmSync(folder, { recursive: true, force: true });
});

const journal = (path = "", options = {}) => service.fetch(`/api/workspace/default/journal${path}`, options);
const read = async () => (await (await journal()).json()) as JournalAnswer;
const seals = async () => ((await (await journal("/seals")).json()) as SealsAnswer).items;
const tillroll = (...words: string[]) => run([...words, "--data", service.folder]);

/** Seals, as an administrator of this machine. */
async function seal(): Promise<void> {
  expect(await tillroll("journal", "seal")).toMatchObject({ exitCode: 0, stderr: "" });
}

/** Files in a folder and those in it, by their paths. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?!unfinished)\w+$/.test(name))
    .toSorted();
}

describe("a seal", () => {
  test("covers all that was stored, and is kept in the data folder and elsewhere, with a time stamp", async () => {
    expect(await read()).toMatchObject({
      entries: 5,
      unsealed: 5,
      lastSeal: null,
      place,
      authority: expect.stringMatching(/^127/),
    });
    await seal();
    await until(async () => (await seals())[0]?.timeStamp !== null && filesIn(place).length === 2);
    const { unsealed, lastSeal } = await read();
    expect(unsealed).toBe(0);
    expect(lastSeal).toMatchObject({ number: 1, entries: 5, authority: "CN=Test authority" });
    const text = lastSeal?.text ?? "";
    expect(lastSeal?.hash).toBe(hashOfSeal(text));
    expect(readFileSync(join(service.folder, "journal", "seals.jsonl"), "utf8")).toBe(`${text}\n`);
    const [sealed = "", stamp = ""] = filesIn(place);
    expect([sealed, stamp].map((name) => /000001-[0-9a-f]{8}\.(?:json|tsr)$/.test(name))).toEqual([
      true,
      true,
    ]);
    expect(readFileSync(join(place, sealed), "utf8")).toBe(text);
    expect(timeStampFault(readFileSync(join(place, stamp)), text)).toBeNull();
  });

  test("is made only where something was entered, and names the one before", async () => {
    await seal();
    expect((await seals()).length).toBe(1);
    await service.prints("/1", { method: "PATCH", json: { label: "Order 1, corrected" } });
    await seal();
    const [second, first] = await seals();
    expect(JSON.parse(second?.text ?? "")).toMatchObject({ seal: 2, size: 6, previous: first?.hash });
    const growth = (await (await journal("/consistency?from=1&to=2")).json()) as {
      from: string;
      to: string;
      path: string[];
    };
    expect(growth).toMatchObject({ from: first?.text, to: second?.text });
    const listed = await tillroll("journal", "seals");
    expect(listed.stdout.split("\n").slice(1, 3)).toEqual([
      expect.stringContaining(second?.hash ?? "?"),
      expect.stringContaining(first?.hash ?? "?"),
    ]);
    expect((await tillroll("journal", "seals", "--json")).stdout).toBe(`${first?.text}\n${second?.text}\n`);
  });
});

describe("a proof", () => {
  test("shows a print as it is, from the seal that first covered it", async () => {
    const proof = (await (await service.prints("/1/proof")).json()) as Proof;
    const readBytes = async () => (await service.prints("/1/raw")).bytes();
    const [second, first] = await seals();
    const held = new Set([first?.hash ?? "", second?.hash ?? ""]);
    expect(await checkProof(proof, readBytes, held)).toMatchObject({
      printId: 1,
      kinds: ["stored", "changed"],
      seal: { number: 1 },
      whole: { number: 2 },
    });
    expect(proof.anchors.map(({ timeStamp }) => timeStamp)).toEqual([
      expect.stringMatching(/^000001-.*\.tsr$/),
      expect.stringMatching(/^000002-.*\.tsr$/),
    ]);
  });

  test("is refused while no seal covers what was done last, and where there is no print", async () => {
    const { id } = await service.store();
    const early = await service.prints(`/${id}/proof`);
    expect(early.status).toBe(409);
    expect((await early.json()) as ErrorAnswer).toMatchObject({ code: "CONFLICT" });
    expect((await service.prints("/999/proof")).status).toBe(404);
    await seal();
    expect((await service.prints(`/${id}/proof`)).status).toBe(200);
  });

  test("is written into a folder by the command line, and checked by it", async () => {
    const folder = join(out, "one");
    expect(await tillroll("journal", "proof", "2", "--out", folder)).toMatchObject({ exitCode: 0 });
    expect(filesIn(folder).filter((name) => !name.startsWith("seals"))).toEqual(
      ["2.bin", "2.json", "CHECK.txt", "check.py", "check_journal.py", "tree.py"].toSorted(),
    );
    const file = join(folder, "2.json");
    const checked = await run(["journal", "check", file, "--seals", place]);
    expect(checked).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^OK .*print 2: stored; in seal 1,/),
    });
    await Bun.write(join(folder, "2.bin"), "Receipt 3\n");
    expect(await run(["journal", "check", file])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("the bytes are others"),
    });
  });
});

/** All files of an archive, in a folder. */
async function unpacked(archive: Uint8Array, name: string): Promise<string> {
  const folder = join(out, name);
  for (const file of namesIn(archive)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    await Bun.write(join(folder, file), fileInZip(archive, (path) => path === file, 1_000_000) ?? "");
  }
  return folder;
}

/** The names in the list at the end of an archive (APPNOTE.TXT, section 4.3.12). */
function namesIn(archive: Uint8Array): string[] {
  const names: string[] = [];
  fileInZip(archive, (path) => names.push(path) === 0, 0);
  return names;
}

describe("an archive", () => {
  test("has the proof of each print, also of one that no seal covered before", async () => {
    await service.store({ label: "Too new" });
    const answer = await service.prints("/export", { json: { format: "zip-raw" } });
    const folder = await unpacked(await answer.bytes(), "raw");
    const names = filesIn(folder);
    const proofs = names.filter((name) => name.startsWith("proofs/"));
    expect(proofs.length).toBe(names.filter((name) => name.startsWith("prints/")).length);
    expect(names).toContain("CHECK.txt");
    const checked = await run([
      "journal",
      "check",
      "--seals",
      join(folder, "seals"),
      ...proofs.map((name) => join(folder, name)),
    ]);
    expect(checked).toMatchObject({ exitCode: 0 });
    expect(checked.stdout.split("\n").filter((line) => line.startsWith("OK")).length).toBe(proofs.length);
  });

  test("of pictures has none unless they are asked for, and then the bytes too", async () => {
    const plain = await (await service.prints("/export", { json: { format: "zip-png", ids: [1] } })).bytes();
    expect(namesIn(plain)).not.toContain("CHECK.txt");
    const proven = await (
      await service.prints("/export", { json: { format: "zip-png", ids: [1], proofs: true } })
    ).bytes();
    const folder = await unpacked(proven, "png");
    const proof = filesIn(folder).find((name) => /^proofs\/.*json$/.test(name)) ?? "";
    expect(await run(["journal", "check", join(folder, proof)])).toMatchObject({ exitCode: 0 });
    const without = await (
      await service.prints("/export", { json: { format: "zip-raw", ids: [1], proofs: false } })
    ).bytes();
    expect(namesIn(without)).not.toContain("CHECK.txt");
  });
});

describeUnless(Bun.which("python3") === null ? "there is no python3" : null, "a third party", () => {
  const python = (folder: string, ...words: string[]) =>
    Bun.spawnSync(["python3", ...words], {
      cwd: folder,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
    });

  test("checks what an archive has, with what is in it and seals from elsewhere", async () => {
    const folder = join(out, "raw");
    const proofs = filesIn(folder).filter((name) => name.startsWith("proofs/"));
    const { stdout, exitCode } = python(folder, "check.py", "--seals", place, ...proofs);
    expect({ exitCode, wrong: stdout.toString().match(/WRONG.*/g) }).toEqual({ exitCode: 0, wrong: null });
  });

  test("checks the whole journal", async () => {
    const folder = join(out, "raw");
    await seal();
    const file = join(folder, "journal.jsonl");
    expect(await tillroll("journal", "export", "--out", file)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, "utf8")).toBe(await (await journal("/export")).text());
    const { stdout, exitCode } = python(folder, "check_journal.py", "--seals", place, "journal.jsonl");
    expect({ exitCode, said: stdout.toString() }).toMatchObject({
      exitCode: 0,
      said: expect.stringMatching(/^OK/),
    });
  });
});

describe("erasing", () => {
  test("a hundred prints leaves the journal whole, and the proofs of the others hold", async () => {
    const stored = [];
    for (let number = 0; number < 110; number++)
      stored.push(await service.store({ label: `Guest ${number}` }));
    await seal();
    const erased = stored.slice(5, 105);
    for (const { id } of erased)
      expect(
        (await service.prints(`/${id}/erase`, { json: { reason: "asked for" }, token: admin })).status,
      ).toBe(200);
    await seal();
    expect(await tillroll("journal", "verify")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("All is as it was entered"),
    });
    for (const { id } of [...stored.slice(0, 5), ...stored.slice(105)]) {
      const proof = (await (await service.prints(`/${id}/proof`)).json()) as Proof;
      const readBytes = async () => (await service.prints(`/${id}/raw`)).bytes();
      expect(await checkProof(proof, readBytes, null)).toMatchObject({ kinds: ["stored"] });
    }
    const proof = (await (await service.prints(`/${erased[0]?.id}/proof`)).json()) as Proof;
    const { kinds } = await checkProof(proof, () => Promise.reject(new Error("there are no bytes")), null);
    expect(kinds).toEqual(["stored", "erased"]);
    expect(JSON.stringify(proof)).not.toContain("Guest");
  });
});

describe("verifying", () => {
  const verify = async () => {
    const before = (await read()).verification?.endedAt;
    expect((await journal("/verification", { method: "POST", token: admin })).status).toBe(202);
    await until(async () => {
      const { progress, verification } = await read();
      return progress === null && verification?.endedAt !== before;
    });
    return (await read()).verification;
  };

  test("finds nothing in what the service wrote, and its result outlives the service", async () => {
    const verification = await verify();
    expect(verification).toMatchObject({ findingCount: 0, findings: [], fault: null, waiting: 0 });
    expect(verification?.keptElsewhere).toBeGreaterThan(5);
    await restart();
    expect((await read()).verification).toEqual(verification);
  });

  test("finds a label that was changed behind its back, running or stopped, and degrades the health", async () => {
    await service.stop();
    forge("UPDATE print SET label = 'Order 7' WHERE id = 3");
    const found = await tillroll("journal", "verify", "--json");
    expect(found.exitCode).toBe(1);
    expect(JSON.parse(found.stdout).findings[0]).toMatchObject({ workspace: "default", printId: 3 });
    await restart();
    expect(await verify()).toMatchObject({
      findingCount: expect.any(Number),
      findings: [{ printId: 3 }, { printId: 3 }],
    });
    // A report of before is answered for a moment.
    await until(async () => {
      const health = (await (await service.fetch("/healthz")).json()) as {
        components: Record<string, { state: string }>;
      };
      return health.components["journal"]?.state === "degraded";
    });
    forge("UPDATE print SET label = 'Order 3' WHERE id = 3");
    expect(await tillroll("journal", "verify")).toMatchObject({ exitCode: 0 });
  });

  test("misses a seal that is kept elsewhere", async () => {
    await service.stop();
    forge(
      "DELETE FROM journal_seal WHERE number = (SELECT max(number) FROM journal_seal)",
      "UPDATE journal_head SET last_seal = last_seal - 1",
    );
    rmSync(join(service.folder, "journal"), { recursive: true });
    expect(await tillroll("journal", "verify")).toMatchObject({ exitCode: 0 });
    const found = await tillroll("journal", "verify", "--journal-seals", place);
    expect(found).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("is not in the database") });
    const copied = join(out, "copy.sqlite");
    await Bun.write(copied, Bun.file(join(service.folder, "tillroll.sqlite")));
    expect(await run(["journal", "verify", copied, "--seals", place])).toMatchObject({ exitCode: 1 });
    expect(await run(["journal", "verify", copied])).toMatchObject({ exitCode: 0 });
  });

  async function restart(): Promise<void> {
    const { folder, token } = service;
    await service.stop();
    const flags = ["--journal-seals", place, "--time-stamp", authority.address];
    service = await Service.start({ folder, token, flags });
  }

  function forge(...statements: string[]): void {
    using database = openLiveDatabase(join(service.folder, "tillroll.sqlite"));
    for (const statement of statements) database.run(statement);
  }
});
