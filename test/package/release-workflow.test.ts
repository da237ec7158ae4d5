import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkRelease, releaseNotes } from "../../scripts/package/checks.ts";
import { TARGETS } from "../../scripts/package/packages.ts";

const ROOT = join(import.meta.dir, "..", "..");
const TEXT = readFileSync(join(ROOT, ".github", "workflows", "release.yml"), "utf8");

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: { readonly include: readonly { readonly archive: string }[] } };
  readonly steps: readonly Step[];
}

const workflow = Bun.YAML.parse(TEXT) as {
  readonly permissions: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
};
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps);
const scripts = (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object }).scripts;

test("only publishing may write, and every job ends some time", () => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(jobs.filter(([, { permissions }]) => permissions).map(([name]) => name)).toEqual(["publish"]);
  for (const [name, job] of jobs) expect([name, job["timeout-minutes"]]).toEqual([name, expect.any(Number)]);
});

test("jobs wait for jobs that there are, and publishing for all of them", () => {
  const needs = (job: Job | undefined) => [job?.needs ?? []].flat();
  for (const [, job] of jobs)
    for (const name of needs(job)) expect(Object.keys(workflow.jobs)).toContain(name);
  const reached = new Set(["publish"]);
  for (const name of reached) for (const next of needs(workflow.jobs[name])) reached.add(next);
  expect([...reached].toSorted()).toEqual(Object.keys(workflow.jobs).toSorted());
});

test.each(steps.flatMap(({ uses }) => uses ?? []))("%s is one version, not whatever comes", (uses) => {
  expect(uses).toMatch(/^actions\/[a-z-]+@v\d+\.\d+\.\d+$/);
});

test("Bun is that of package.json", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  expect(workflow.env["BUN"]).toBe(`npx --yes bun@${devDependencies["bun"]}`);
});

const commands = steps.flatMap(({ run }) =>
  run === undefined ? [] : [[run.split("\n", 1)[0], run] as const],
);

describe.each(commands)("%s", (_name, run) => {
  test("runs what is there", () => {
    for (const [, script = ""] of run.matchAll(/\$BUN run (\S+)/g))
      expect(Object.keys(scripts)).toContain(script);
    for (const [path] of run.matchAll(/(?:^|\s)\.ci\/\S+/g))
      expect(existsSync(join(ROOT, path.trim()))).toBe(true);
    // What a workflow puts into a script by itself, anybody who names a tag could write.
    expect(run).not.toContain("${{");
  });

  test("is sound to the shell", () => {
    const checked = Bun.spawnSync(["bash", "-n"], { stdin: Buffer.from(run) });
    expect([checked.exitCode, checked.stderr.toString()]).toEqual([0, ""]);
    if (Bun.which("shellcheck") === null) return;
    // $BUN is several words on purpose.
    const linted = Bun.spawnSync(
      ["shellcheck", "--shell=bash", "--severity=warning", "--exclude=SC2086", "-"],
      {
        stdin: Buffer.from(run),
      },
    );
    expect(linted.stdout.toString()).toBe("");
  });
});

test("secrets are named, not written, and given to the steps that need them alone", () => {
  const secrets = [...TEXT.matchAll(/\$\{\{ secrets\.(\w+) \}\}/g)].map(([, name]) => name);
  expect([...new Set(secrets)].toSorted()).toEqual(["GITHUB_TOKEN", "TILLROLL_SIGNING_KEY"]);
  expect(JSON.stringify(workflow.env)).not.toContain("secrets.");
});

test("every target is tried", () => {
  const archives = workflow.jobs["try"]?.strategy?.matrix.include.map(({ archive }) => archive.split(".")[0]);
  expect(archives?.toSorted()).toEqual([...TARGETS.keys()].toSorted());
});

describe("a release", () => {
  const CHANGELOG =
    "# Changelog\n\n## 0.3.0 (not released yet)\n\n- c\n\n## 0.2.0 (2026-12-01)\n\n- b\n\n## 0.1.0\n\n- a\n";
  const READY = { GITHUB_REF_NAME: "v0.2.0", TILLROLL_SIGNING_KEY: "key", TILLROLL_RELEASE_KEY: "key" };

  test("has its own part of the changelog as its notes", () => {
    expect(releaseNotes(CHANGELOG, "0.2.0")).toBe("- b\n");
    expect(releaseNotes(CHANGELOG, "0.1.0")).toBe("- a\n");
    expect(() => releaseNotes(CHANGELOG, "0.3.0")).toThrow("not released yet");
    expect(() => releaseNotes(CHANGELOG, "0.2")).toThrow("says nothing");
  });

  test.each([
    ["another tag", { GITHUB_REF_NAME: "v0.2.1" }, "v0.2.1"],
    ["no tag", { GITHUB_REF_NAME: undefined }, "missing"],
    ["no key", { TILLROLL_SIGNING_KEY: "" }, "TILLROLL_SIGNING_KEY"],
    ["no key to check updates with", { TILLROLL_RELEASE_KEY: undefined }, "TILLROLL_RELEASE_KEY"],
  ])("is refused with %s", (_name, change, message) => {
    expect(() => checkRelease("0.2.0", READY)).not.toThrow();
    expect(() => checkRelease("0.2.0", { ...READY, ...change })).toThrow(message);
  });
});
