/** Browsers by what they say that they are; the first that fits counts, since most also name the others. */
const BROWSERS: readonly (readonly [name: string, said: RegExp])[] = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, said: RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** The browser and the system that a User-Agent names; `null` for what it does not. */
export function deviceOf(userAgent: string): {
  readonly browser: string | null;
  readonly system: string | null;
} {
  return { browser: firstOf(BROWSERS, userAgent), system: firstOf(SYSTEMS, userAgent) };
}

function firstOf(
  known: readonly (readonly [name: string, said: RegExp])[],
  userAgent: string,
): string | null {
  return known.find(([, said]) => said.test(userAgent))?.[0] ?? null;
}
