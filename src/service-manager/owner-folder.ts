import { posix } from "node:path";
import { defaultDataFolder } from "../platform/data-folder.ts";
import { holdsData } from "./move-data.ts";
import type { RunCommand } from "./run-command.ts";
import { refusal } from "./service-manager.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the person who installs the service may have run Tillroll by hand before: under the name before `sudo`, or their own.
 * @throws TillrollError when there is data of several
 */
export function handRunFolder(
  run: RunCommand,
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const folders = [userBeforeSudo(environment)].flatMap((user) => {
    const home = user === null ? null : homeOf(user, run, platform);
    return home === null ? [] : [defaultDataFolder(platform, {}, home)];
  });
  const candidates = [...new Set([...folders, defaultDataFolder(platform, environment)])].filter(
    (folder) => holdsData(folder) || holdsData(`${folder}.moved`),
  );
  if (candidates.length > 1)
    throw refusal(
      `There is data of Tillroll in ${candidates.join(" and in ")}. Say which the service is to take over: --from DIR.`,
    );
  return candidates[0] ?? null;
}

function userBeforeSudo(environment: Environment): string | null {
  const user = environment["SUDO_USER"] ?? environment["DOAS_USER"] ?? "";
  return user === "" || user === "root" ? null : user;
}

/** A user's home folder, from wherever the system knows its users. */
function homeOf(user: string, run: RunCommand, platform: NodeJS.Platform): string | null {
  const text =
    platform === "darwin"
      ? run("dscl", ".", "-read", `/Users/${user}`, "NFSHomeDirectory").output.split(": ")[1]
      : run("getent", "passwd", user).output.split(":")[5];
  const home = text?.trim() ?? "";
  return posix.isAbsolute(home) ? home : null;
}
