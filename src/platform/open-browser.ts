/** Opens a page in the browser of whoever sits at this machine. @returns whether that was begun */
export type OpenPage = (address: string) => boolean;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What opens pages in the browser here; `null` where nobody would see them: on Linux without a display, and at the other
 * end of SSH.
 */
export function browserOf(system: NodeJS.Platform, environment: Environment): OpenPage | null {
  const words = browserWords(system, environment);
  return words === null ? null : (address) => begin([...words, address]);
}

/** The program of the system that opens addresses, and its words before the address. */
export function browserWords(system: NodeJS.Platform, environment: Environment): readonly string[] | null {
  const has = (name: string) => (environment[name] ?? "") !== "";
  if (has("SSH_CONNECTION") || has("SSH_TTY")) return null;
  // Not "start": that is of the command prompt, which takes "&" in an address for the end of its command.
  if (system === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  if (system === "darwin") return ["open"];
  return has("DISPLAY") || has("WAYLAND_DISPLAY") ? ["xdg-open"] : null;
}

/** A browser lives on when this process ends, and what it writes is not for this terminal. */
function begin(words: readonly string[]): boolean {
  try {
    const child = Bun.spawn([...words], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
      detached: true,
      windowsHide: true,
    });
    child.unref();
    return true;
  } catch {
    // There is no such program; the link stands on the screen.
    return false;
  }
}
