/*
 * Builds and packs releases; `USAGE` says for which systems. The same source gives the same bytes; times are those of
 * SOURCE_DATE_EPOCH, or of the last commit.
 */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readSecretKey } from "../src/update/signature.ts";
import { VERSION } from "../src/version.ts";
import { bundledFiles, compile, DISTRIBUTION, ROOT } from "./build/compile.ts";
import { hostReleaseTarget, type Target } from "./build/targets.ts";
import { verifyExecutable } from "./build/verify.ts";
import { allComponents, type Component, licensesText } from "./licenses/licenses.ts";
import { checkRelease, releaseNotes } from "./package/checks.ts";
import { sha256 } from "./package/formats/bytes.ts";
import { dockerfile } from "./package/image.ts";
import { packagesOf, TARGETS } from "./package/packages.ts";
import type { Release } from "./package/release.ts";
import { billOfMaterials } from "./package/sbom.ts";
import { signFiles } from "./package/sign.ts";
import { readOptions } from "./script-options.ts";

const FOLDER = join(DISTRIBUTION, "packages");
const SUMS = "SHA256SUMS";

const USAGE = `bun run package [--all] [--target TARGET…] [--release]

Builds this machine's executable and writes dist/packages: packages, archives, an image, SHA256SUMS, the bill of materials,
licences. With TILLROLL_SIGNING_KEY (minisign's secret key without a password) each file is signed.
  --all             for every system
  --target TARGET   for one of ${[...TARGETS.keys()].join(", ")}
  --release         refuses to do without a key, and what is not ready to be published`;

const { values } = readOptions(USAGE, {
  all: { type: "boolean", default: false },
  target: { type: "string", multiple: true, default: [] },
  release: { type: "boolean", default: false },
});

/** Which targets the command line asks for. */
function targetsAsked(): Target[] {
  if (values.all) return [...TARGETS.values()];
  const asked = values.target.map((name) => {
    const target = TARGETS.get(name);
    if (target === undefined) throw new Error(`--target must be one of ${[...TARGETS.keys()].join(", ")}`);
    return target;
  });
  if (asked.length > 0) return asked;
  const host = hostReleaseTarget();
  if (host === null) throw new Error("there is no release for this system: name a --target");
  return [host];
}

/** When the source was changed last, epoch seconds. */
function sourceTime(): number {
  const given = process.env["SOURCE_DATE_EPOCH"];
  const time = given ?? Bun.spawnSync(["git", "log", "-1", "--format=%ct"], { cwd: ROOT }).stdout.toString();
  if (!/^\d+\s*$/.test(time)) throw new Error("set SOURCE_DATE_EPOCH: this is no clone of a Git repository");
  return Number(time);
}

async function releaseOf(components: readonly Component[]): Promise<Release> {
  const text = (file: string) => Bun.file(join(ROOT, file)).text();
  return {
    version: VERSION,
    time: sourceTime(),
    licenses: licensesText(components),
    ownLicense: await text("LICENSE"),
    readme: await text("README.md"),
    changelog: await text("CHANGELOG.md"),
  };
}

/** Writes a file of the release, and tells its size. @returns its line of SHA256SUMS */
async function write(file: string, content: string | Uint8Array): Promise<string> {
  await Bun.write(join(FOLDER, file), content);
  console.log(`dist/packages/${file}: ${(Bun.file(join(FOLDER, file)).size / 1e6).toFixed(1)} MB`);
  return `${sha256(content)}  ${file}\n`;
}

/** Signs each file where there is a key. */
async function sign(files: readonly string[]): Promise<void> {
  const text = process.env["TILLROLL_SIGNING_KEY"] ?? "";
  if (text === "") return console.log("not signed: TILLROLL_SIGNING_KEY is not set");
  await signFiles(FOLDER, files, readSecretKey(text), VERSION);
  console.log(`signed: ${files.length} files`);
}

const started = performance.now();
const targets = targetsAsked();
if (values.release) checkRelease(VERSION, process.env);
const components = allComponents(ROOT, await bundledFiles());
const release = await releaseOf(components);
const notes = values.release ? releaseNotes(release.changelog, VERSION) : null;
const inside = new Map(components.map((component) => [JSON.stringify(component), component]));
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const lines: string[] = [];
for (const target of targets) {
  await compile(target);
  if (target === hostReleaseTarget()) await verifyExecutable(join(DISTRIBUTION, target.file));
  const executable = await Bun.file(join(DISTRIBUTION, target.file)).bytes();
  for (const { file, bytes, further } of packagesOf(release, target, executable, components, console.log)) {
    lines.push(await write(file, bytes));
    if (further !== undefined) inside.set(JSON.stringify(further), further);
  }
}
lines.push(await write("Dockerfile", dockerfile()));
lines.push(await write("THIRD-PARTY-LICENSES.txt", licensesText([...inside.values()])));
lines.push(await write(`tillroll-${VERSION}.cdx.json`, billOfMaterials(release, [...inside.values()])));
await Bun.write(join(FOLDER, SUMS), lines.join(""));
if (notes !== null) await Bun.write(join(FOLDER, "RELEASE-NOTES.md"), notes);
await sign([...lines.map((line) => line.trim().split("  ")[1] ?? ""), SUMS]);
console.log(`packed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
