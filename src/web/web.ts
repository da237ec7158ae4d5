import { withAssets } from "./assets.ts";
import { type Language, LANGUAGES } from "./browser/texts/languages.ts";
import dashboardFile from "./pages/dashboard.html" with { type: "text" };
import trustFile from "./pages/trust.html" with { type: "text" };

// Bun's types know imported HTML only as a bundle to serve; with `type: "text"` it is text.
const trustHtml = withAssets(trustFile as unknown as string);

/** The dashboard in each language: the list of prints and the texts that it needs are asked for together with its script. */
const dashboardPages = Object.fromEntries(
  (Object.keys(LANGUAGES) as Language[]).map((language) => [
    language,
    withAssets((dashboardFile as unknown as string).replace('lang="en"', `lang="${language}"`), [
      "pages/prints/prints-page.tsx",
      `texts/${language}-first.ts`,
    ]),
  ]),
) as Readonly<Record<Language, string>>;

/** The page of the dashboard. @param language in which it will probably be shown */
export function dashboardPage(language: Language): string {
  return dashboardPages[language];
}

/** The systems that the page about trust explains; a browser's words tell which it runs on. The first that fits counts. */
const SYSTEMS: readonly (readonly [name: string, userAgent: RegExp])[] = [
  ["ios", /iPhone|iPad|iPod/],
  ["android", /Android/],
  ["firefox", /Linux.*Firefox|Firefox.*Linux/],
  ["windows", /Windows/],
  ["macos", /Macintosh/],
  ["linux", /Linux|CrOS/],
];

/** What the page about trust tells of a service. */
export interface TrustFacts {
  readonly fingerprint: string;
  /** What the authority is called, as systems list it. */
  readonly authority: string;
  /** Who issued the owner's own certificate; `null` where the local authority did. */
  readonly ownIssuer: string | null;
  /** Where the service is by HTTPS, for whoever asks; `null` where that cannot be told. */
  readonly address: string | null;
}

/** The page that tells devices how to trust the service. @param userAgent what the browser says that it is */
export function trustPage(facts: TrustFacts, userAgent: string): string {
  const { fingerprint, authority, ownIssuer, address } = facts;
  const shown = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "windows";
  const own = `This service shows a certificate of its owner, from ${ownIssuer}. Devices that trust that need nothing from here.`;
  const local =
    "A POS in a browser, the dashboard and phones reach this service by HTTPS, without a warning, once the device trusts it. " +
    "Do this once on each device.";
  const link =
    address === null ? "HTTPS" : `<a href="${Bun.escapeHTML(address)}">${Bun.escapeHTML(address)}</a>`;
  const parts: Readonly<Record<string, string>> = {
    introduction: `<p>${Bun.escapeHTML(ownIssuer === null ? local : own)}</p>`,
    fingerprint: Bun.escapeHTML(fingerprint),
    authority: Bun.escapeHTML(authority),
    link,
    [shown]: " open",
  };
  return trustHtml.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? "");
}
