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
