import dashboardFile from "./pages/dashboard.html" with { type: "text" };
import signInFile from "./pages/sign-in.html" with { type: "text" };
import trustFile from "./pages/trust.html" with { type: "text" };
import { SCRIPTS } from "./scripts.ts";
import base from "./styles/base.css" with { type: "text" };
import commands from "./styles/commands.css" with { type: "text" };
import finder from "./styles/finder.css" with { type: "text" };
import notices from "./styles/notices.css" with { type: "text" };
import paper from "./styles/paper.css" with { type: "text" };
import print from "./styles/print.css" with { type: "text" };
import reference from "./styles/reference.css" with { type: "text" };
import signIn from "./styles/sign-in.css" with { type: "text" };
import trust from "./styles/trust.css" with { type: "text" };
import view from "./styles/view.css" with { type: "text" };

/** A file of the dashboard, served as it is. */
interface Asset {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

// Bun's types know imported HTML only as a bundle to serve; with `type: "text"` it is text.
const signInHtml = signInFile as unknown as string;
const trustHtml = trustFile as unknown as string;

const JAVASCRIPT = "text/javascript; charset=utf-8";
const CSS = "text/css; charset=utf-8";

/** The till roll: a roll seen from its end, and the paper that comes off it. Also the page's icon. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0b6e62"/>
<path d="M12 6h13v19l-2.2-1.8-2.1 1.8-2.2-1.8-2.1 1.8-2.2-1.8L12 25z" fill="#fff"/>
<path d="M16.5 15.5H22M18 19h4" stroke="#0b6e62" stroke-width="1.8" stroke-linecap="round"/>
<circle cx="12" cy="11.5" r="5.5" fill="#fff" stroke="#0b6e62" stroke-width="1.6"/>
<circle cx="12" cy="11.5" r="1.8" fill="#0b6e62"/>
</svg>
`;

/** The scripts, styles and pictures of the pages. */
export const ASSETS: readonly Asset[] = [
  { path: "/assets/dashboard.js", contentType: JAVASCRIPT, body: SCRIPTS.dashboard },
  { path: "/assets/reference.js", contentType: JAVASCRIPT, body: SCRIPTS.reference },
  { path: "/assets/sign-in.js", contentType: JAVASCRIPT, body: SCRIPTS["sign-in"] },
  { path: "/assets/reference.css", contentType: CSS, body: reference },
  {
    path: "/assets/tillroll.css",
    contentType: CSS,
    body: [base, finder, view, paper, commands, notices, signIn, print, trust].join("\n"),
  },
  { path: "/assets/icon.svg", contentType: "image/svg+xml", body: icon },
];

export const dashboardPage = dashboardFile as unknown as string;

/** The page that asks for a token. @param message why signing in failed; empty for none */
export function signInPage(message: string): string {
  const failed = message !== "";
  const paragraph = `<p id="failure" class="problem" role="alert">${Bun.escapeHTML(message)}</p>`;
  // Replacement functions, because a message may hold the patterns that replacement strings give a meaning.
  return signInHtml
    .replace("{{message}}", () => (failed ? paragraph : ""))
    .replace("{{invalid}}", () => (failed ? 'aria-invalid="true" aria-describedby="failure"' : ""));
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
