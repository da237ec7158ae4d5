import { toldAddress } from "../audit/told-settings.ts";

/** What stands for what is left out. */
const STRUCK = "(struck)";

/** Names of fields that hold what is on receipts, or what lets somebody in. */
const STRUCK_FIELDS = new Set([
  "label",
  "text",
  "tag",
  "raw",
  "query",
  "data",
  "lines",
  "recognised",
  "secret",
  "token",
  "password",
  "credentials",
  "pollCredentials",
  "cookie",
  "authorization",
  "key",
]);

/** Texts that let somebody in wherever they stand, and what is left of them. */
const FORMS: readonly (readonly [form: RegExp, left: string])[] = [
  [/\bat_\w+\.[\w~+/=-]+/g, `at_${STRUCK}`],
  [/\bwhsec_[\w+/=-]+/g, `whsec_${STRUCK}`],
  [/\b(Bearer|Basic|Digest)\s+[^\s"',]+/gi, `$1 ${STRUCK}`],
  [/([?&]code=)[^\s"'&]+/g, `$1${STRUCK}`],
  [/(\/(?:cloudprnt|server-direct-print)\/)[^\s"'/]+/g, `$1${STRUCK}`],
];

const WEB_ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]}]+/gi;

/** Shorter ones would strike what has nothing to do with them. */
const SHORTEST_SECRET = 4;

/** Leaves out of texts and values what is on receipts, and what lets somebody in. */
export class Striker {
  private readonly secrets: readonly string[];

  /** @param secrets texts that must not be told wherever they stand */
  constructor(secrets: readonly string[]) {
    const known = new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET));
    // A longer one may hold a shorter one.
    this.secrets = [...known].toSorted((one, other) => other.length - one.length);
  }

  text(text: string): string {
    let left = this.secrets.reduce((rest, secret) => rest.replaceAll(secret, STRUCK), text);
    left = left.replace(WEB_ADDRESS, (address) => toldAddress(address));
    for (const [form, replacement] of FORMS) left = left.replace(form, replacement);
    return left;
  }

  /** A value of JSON, all its texts struck; fields that only hold such things are left out whole. */
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.value(entry));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]: [string, unknown]) => [
        this.text(name),
        STRUCK_FIELDS.has(name) && field !== null ? STRUCK : this.value(field),
      ]),
    );
  }
}
