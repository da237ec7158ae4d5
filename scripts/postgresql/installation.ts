import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** Users that PostgreSQL may run as when we are root, which it refuses to be. */
const OTHER_USERS = ["postgres", "nobody"];

/** A user of the machine. */
export interface SystemUser {
  readonly name: string;
  readonly userId: number;
  readonly groupId: number;
}

/** A PostgreSQL that can be run here. */
export interface Installation {
  /** The folder of `initdb` and `postgres`. */
  readonly programs: string;
  /** Such as `PostgreSQL 15.18`. */
  readonly version: string;
  /** Who is to run it; `null` for ourselves. */
  readonly user: SystemUser | null;
}

/** Finds PostgreSQL by `pg_config`, or where Debian puts it; `null` where there is none that could be run. */
export function findInstallation(): Installation | null {
  const programs = programFolders().find((folder) => existsSync(join(folder, "initdb")));
  if (programs === undefined) return null;
  const user = serverUser();
  if (user === undefined) return null;
  const version = textOf([join(programs, "postgres"), "--version"])?.match(/[\d.]+/)?.[0] ?? "";
  return { programs, version: `PostgreSQL ${version}`, user };
}

/** Who can run PostgreSQL here: `null` for ourselves, `undefined` for nobody. */
export function serverUser(): SystemUser | null | undefined {
  if (process.getuid?.() !== 0) return null;
  return Bun.which("setpriv") === null ? undefined : (otherUser() ?? undefined);
}

/** The words that run a command as another user, or as ourselves. */
export function commandAs(user: SystemUser | null, words: readonly string[]): string[] {
  if (user === null) return [...words];
  // Unlike su and runuser it becomes the command, so that its process id is PostgreSQL's.
  return ["setpriv", `--reuid=${user.userId}`, `--regid=${user.groupId}`, "--clear-groups", ...words];
}

function programFolders(): string[] {
  const configured = Bun.which("pg_config") === null ? null : textOf(["pg_config", "--bindir"]);
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const newestFirst = versions.toSorted((left, right) => Number(right) - Number(left));
  return [
    ...(configured === null ? [] : [configured]),
    ...newestFirst.map((name) => join(DEBIAN_FOLDER, name, "bin")),
  ];
}

function otherUser(): SystemUser | null {
  for (const name of OTHER_USERS) {
    const [userId, groupId] = ["-u", "-g"].map((option) => textOf(["id", option, name]));
    if (userId != null && groupId != null) return { name, userId: Number(userId), groupId: Number(groupId) };
  }
  return null;
}

/** What a command writes; `null` when it fails. */
function textOf(words: readonly string[]): string | null {
  const { exitCode, stdout } = Bun.spawnSync([...words], { stderr: "ignore" });
  return exitCode === 0 ? stdout.toString().trim() : null;
}
