import { existsSync } from "node:fs";

/** Where browsers that the tests can drive are, beside those on the PATH. */
const KNOWN_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "brave-browser",
  "msedge",
];

/** The browser that the tests drive; `null` when there is none. On macOS the system's own WebKit serves as well. */
export function findBrowser(): string | null {
  if (process.platform === "darwin") return "WebKit";
  return (
    NAMES.map((name) => Bun.which(name)).find((path) => path !== null) ??
    KNOWN_PLACES.find(existsSync) ??
    null
  );
}

/**
 * Makes sure that there is a browser for the tests of the pages. Only on Debian and its kin, as root (a container, a
 * CI machine), is one installed, from the system's packages; anywhere else the person decides.
 */
export function ensureBrowser(): void {
  const found = findBrowser();
  if (found !== null) {
    console.log(`\n== Browser: ${found}`);
    return;
  }
  if (Bun.which("apt-get") !== null && process.getuid?.() === 0) {
    console.log("\n== Browser: none found; installing the system's package chromium");
    for (const command of [
      ["apt-get", "update", "-qq"],
      ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
    ]) {
      const { exitCode } = Bun.spawnSync(command, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
      if (exitCode !== 0) break;
    }
    if (findBrowser() !== null) return;
  }
  console.error(
    "\nThe tests of the pages need Chromium, Chrome, Edge or Brave, and none was found. Install one, for example with\n" +
      '"sudo apt-get install chromium", and run this again.',
  );
  process.exit(1);
}
