import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandAs, type Installation } from "./installation.ts";

/** Who may connect to the databases of a folder. */
export interface ClusterUser {
  readonly user: string;
  /** Asked of whoever connects; without one all may who reach the socket. */
  readonly password?: string;
}

/** How a server runs. */
export interface ServerOptions {
  readonly socketFolder: string;
  readonly port: number;
  /** As in `postgresql.conf`. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Makes a folder in one of ours for what the user of an installation writes. */
export function makeFolder(folder: string, { user }: Pick<Installation, "user">): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user === null) return;
  chownSync(folder, user.userId, user.groupId);
  // The folder for temporary files is only ours; the other user must get through it.
  chmodSync(join(folder, ".."), 0o711);
}

/**
 * Makes the data of a server, in a folder that {@link makeFolder} made. C for order and UTF-8 for characters: comparing is
 * fastest so, and every letter has its case.
 * @throws Error with what `initdb` wrote
 */
export function createCluster(
  { programs, user }: Installation,
  data: string,
  { user: name, password }: ClusterUser,
): void {
  const words = [join(programs, "initdb"), "-D", data, "-U", name, "-E", "UTF8", "--no-sync"];
  if (password === undefined) words.push("-A", "trust");
  else words.push("-A", "scram-sha-256", `--pwfile=${passwordFile(join(data, ".."), password, user)}`);
  const failures: string[] = [];
  for (const locale of ["C.UTF-8", "en_US.UTF-8"]) {
    const { exitCode, stderr } = Bun.spawnSync(
      commandAs(user, [...words, "--lc-collate=C", `--lc-ctype=${locale}`]),
      { cwd: join(data, "..") },
    );
    if (exitCode === 0) return;
    failures.push(stderr.toString());
  }
  throw new Error(`initdb failed:\n${failures.join("\n")}`);
}

/** Starts a server on its data. What it logs is in `stderr`; SIGINT ends it and its connections, the data whole. */
export function spawnServer(
  { programs, user }: Installation,
  data: string,
  { socketFolder, port, settings }: ServerOptions,
): Bun.Subprocess<"ignore", "ignore", "pipe"> {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const words = [join(programs, "postgres"), "-D", data, "-k", socketFolder, "-p", String(port), ...options];
  return Bun.spawn(commandAs(user, words), {
    cwd: join(data, ".."),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
}

function passwordFile(folder: string, password: string, user: Installation["user"]): string {
  const file = join(folder, "password");
  writeFileSync(file, password, { mode: 0o600 });
  if (user !== null) chownSync(file, user.userId, user.groupId);
  return file;
}
