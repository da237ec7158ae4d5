import { readFileSync } from "node:fs";
import { userInfo } from "node:os";

/** By this a command tells the running service whose it is, percent-encoded; it counts only with the service's own token. */
export const COMMAND_USER_HEADER = "X-Tillroll-User";

/** The user of the operating system whose command this is; with sudo, `anna as root`. */
export function userName(): string {
  const user = userOfSystem();
  const asked = process.env["SUDO_USER"];
  return user === "root" && asked !== undefined && asked !== "root" ? `${asked} as root` : user;
}

/** The user by the system's own list where it has one: what the environment says, anybody may have set. */
function userOfSystem(): string {
  const id = process.getuid?.();
  if (id === undefined || process.platform !== "linux") return userInfo().username;
  return nameIn(USERS_FILE, id) ?? `user ${id}`;
}

/** passwd(5): name, password, number, separated by colons. */
const USERS_FILE = "/etc/passwd";

function nameIn(file: string, id: number): string | null {
  try {
    const fields = readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.split(":"));
    return fields.find(([, , number]) => number === String(id))?.[0] ?? null;
  } catch {
    // Such as in a container of nothing but this program.
    return null;
  }
}
