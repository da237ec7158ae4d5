import { existsSync, rmSync, writeFileSync } from "node:fs";
import { type Program, PROGRAMS } from "./programs.ts";

/** What keeps Debian's packages from starting services: the tests start what they need themselves. */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";
const START_NOTHING = "#!/bin/sh\nexit 101\n";

/** How long one step may take, milliseconds: on a machine without a network it is to end soon. */
const STEP_MILLISECONDS = 300_000;
const NETWORK_SECONDS = 15;

const APT_GET = [
  "apt-get",
  "-qq",
  "-o",
  "Acquire::Retries=1",
  "-o",
  `Acquire::http::Timeout=${NETWORK_SECONDS}`,
  "-o",
  `Acquire::https::Timeout=${NETWORK_SECONDS}`,
  "-o",
  "DPkg::Lock::Timeout=60",
];

/**
 * Makes sure that the programs are there that tests need. Only on Debian and its kin, as root (a container, a CI
 * machine), are they installed, from the system's packages; anywhere else the person decides. Without those that are
 * required the process ends; the tests of the others are skipped.
 */
export function installPrograms(): void {
  console.log("\n== Programs that tests need");
  const missing = missingPrograms();
  if (missing.length > 0 && Bun.which("apt-get") !== null && process.getuid?.() === 0)
    installWithApt(missing);
  for (const program of PROGRAMS) {
    const { name, packages, isRequired, isInstalled } = program;
    if (isInstalled()) console.log(`${name}: is there`);
    else {
      const outcome = isRequired ? "nothing can be tested without it" : "ITS TESTS ARE SKIPPED";
      const advice = `on Debian or Ubuntu: sudo apt-get install ${packages.join(" ")}`;
      console.error(`${name}: is MISSING, and ${outcome} (${advice})`);
    }
  }
  if (PROGRAMS.some(({ isRequired, isInstalled }) => isRequired && !isInstalled())) process.exit(1);
}

function missingPrograms(): readonly Program[] {
  return PROGRAMS.filter(({ isInstalled }) => !isInstalled());
}

/** All at once, with the lists of packages that are there; else with new ones, and each by itself. */
function installWithApt(programs: readonly Program[]): void {
  console.log(`installing the system's packages ${packagesOf(programs).join(" ")}`);
  const hasPolicy = existsSync(SERVICE_POLICY);
  if (!hasPolicy) writeFileSync(SERVICE_POLICY, START_NOTHING, { mode: 0o755 });
  try {
    if (install(programs)) return;
    run("update");
    if (install(programs)) return;
    for (const program of missingPrograms()) install([program]);
  } finally {
    if (!hasPolicy) rmSync(SERVICE_POLICY, { force: true });
  }
}

function install(programs: readonly Program[]): boolean {
  return run("install", "-y", "--no-install-recommends", ...packagesOf(programs));
}

function packagesOf(programs: readonly Program[]): string[] {
  return programs.flatMap(({ packages }) => packages);
}

function run(...words: readonly string[]): boolean {
  const { exitCode, stderr } = Bun.spawnSync([...APT_GET, ...words], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: STEP_MILLISECONDS,
  });
  if (exitCode !== 0) console.error(`apt-get ${words[0]} failed: ${stderr.toString().trim()}`);
  return exitCode === 0;
}
