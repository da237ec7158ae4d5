import { userInfo } from "node:os";

/** By this a command tells the running service whose it is, percent-encoded; it counts only with the service's own token. */
export const COMMAND_USER_HEADER = "X-Tillroll-User";

/** The user of the operating system whose command this is. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Such as in a container that runs as a number without a name.
    return String(process.getuid?.() ?? "unknown");
  }
}
