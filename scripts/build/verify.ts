import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findService } from "../../src/platform/running-service.ts";
import { VERSION } from "../../src/version.ts";
import { MEASURED_SERVICE, ServiceProcess } from "../service/service-process.ts";

/** Windows starts no process without this variable; elsewhere the environment is empty. */
const BARE_ENVIRONMENT: Readonly<Record<string, string>> =
  process.platform === "win32" ? { SystemRoot: process.env["SystemRoot"] ?? "C:\\Windows" } : {};

/** How long a start may take until a till could print, milliseconds. */
const HEALTH_MILLISECONDS = 5000;

/**
 * Runs an executable as a stranger would: from another folder, with an empty environment, with nothing of this
 * repository at hand. Stores, finds and previews a print, so that each Worker must be inside the file.
 * @returns milliseconds from its start until it answers
 * @throws Error when anything of that fails
 */
export async function verifyExecutable(path: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-build-"));
  try {
    const version = Bun.spawnSync([path, "--version"], { cwd: folder, env: { ...BARE_ENVIRONMENT } });
    expect("--version", version.stdout.toString().trim(), VERSION);
    const dataFolder = join(folder, "data");
    const started = performance.now();
    const service = await ServiceProcess.start({
      command: [path],
      dataFolder,
      workingFolder: folder,
      environment: { ...BARE_ENVIRONMENT, ...MEASURED_SERVICE },
    });
    try {
      await fetch(`${service.address}/healthz`);
      const milliseconds = performance.now() - started;
      expect("GET /healthz", await healthOf(service), 200);
      await exercise(service, findService(dataFolder)?.localToken ?? "");
      return milliseconds;
    } finally {
      expect("exit code", await service.stop(), 0);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The status of its health, once its printers have been looked at. */
async function healthOf({ address }: ServiceProcess): Promise<number> {
  const deadline = performance.now() + HEALTH_MILLISECONDS;
  for (;;) {
    const { status } = await fetch(`${address}/healthz`);
    if (status === 200 || performance.now() > deadline) return status;
    await Bun.sleep(10);
  }
}

async function exercise(service: ServiceProcess, token: string): Promise<void> {
  const request = (method: string, path: string, body: string | null, contentType: string) =>
    fetch(`${service.workspaceAddress}/prints${path}`, {
      method,
      body,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": contentType },
    });
  const created = await request("POST", "?label=built", "Flat White 3.50\n", "application/octet-stream");
  expect("create", created.status, 201);
  const found = await request("POST", "/search", "{}", "application/json");
  expect("search", found.status, 200);
  expect("search finds the print", (await found.text()).includes('"built"'), true);
  const preview = await fetch(`${service.address}${created.headers.get("Location")}/preview?format=svg`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect("preview", preview.status, 200);
  expect("preview shows the text", (await preview.text()).includes("Flat"), true);
}

function expect(what: string, seen: unknown, wanted: unknown): void {
  if (seen !== wanted) throw new Error(`the executable failed at ${what}: ${seen} instead of ${wanted}`);
}
