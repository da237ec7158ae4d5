import reference from "./styles/reference.css" with { type: "text" };
import { BROWSER_FILES } from "./bundle.ts";

/** A file that pages load. */
export interface Asset {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

const JAVASCRIPT = "text/javascript; charset=utf-8";
const CSS = "text/css; charset=utf-8";
const FOLDER = "/assets/";

/** The till roll: a roll seen from its end, and the paper that comes off it. Also the page's icon. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0b6e62"/>
<path d="M12 6h13v19l-2.2-1.8-2.1 1.8-2.2-1.8-2.1 1.8-2.2-1.8L12 25z" fill="#fff"/>
<path d="M16.5 15.5H22M18 19h4" stroke="#0b6e62" stroke-width="1.8" stroke-linecap="round"/>
<circle cx="12" cy="11.5" r="5.5" fill="#fff" stroke="#0b6e62" stroke-width="1.6"/>
<circle cx="12" cy="11.5" r="1.8" fill="#0b6e62"/>
</svg>
`;

/** Files that are named in pages, by the name that they have there. */
const NAMED: readonly (Asset & { readonly name: string })[] = [
  named("tillroll.css", CSS, BROWSER_FILES.style),
  named("reference.css", CSS, reference),
  named("icon.svg", "image/svg+xml", icon),
];

/** All files that pages load. The path of each changes with what is in it. */
export const ASSETS: readonly Asset[] = [
  ...NAMED,
  ...Object.entries(BROWSER_FILES.scripts).map(([name, body]) => ({
    path: FOLDER + name,
    contentType: JAVASCRIPT,
    body,
  })),
];

/** Paths by the names that pages have for them. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ...NAMED.map(({ name, path }) => [name, path] as const),
  ...Object.entries(BROWSER_FILES.entries).map(([name, file]) => [name, FOLDER + file] as const),
]);

/**
 * A page as it is served: files are named by their paths, and what scripts need at once is asked for with them.
 * @param also what is imported later and yet asked for at once, by its source
 */
export function withAssets(html: string, also: readonly string[] = []): string {
  const page = html.replaceAll(/(href|src)="\/assets\/([^"/]+)"/g, (_, attribute: string, name: string) => {
    const path = PATHS.get(name);
    if (path === undefined) throw new Error(`There is no asset ${name}.`);
    return `${attribute}="${path}"`;
  });
  return page.replaceAll(
    /^( *)<script type="module" src="\/assets\/([^"]+)"/gm,
    (script, indent: string, name: string) => {
      const needed = new Set([
        ...(BROWSER_FILES.needed[name] ?? []),
        ...also.flatMap((source) => BROWSER_FILES.later[source] ?? []),
      ]);
      needed.delete(name);
      return (
        [...needed]
          .map((file) => `${indent}<link rel="modulepreload" href="${FOLDER}${file}" />\n`)
          .join("") + script
      );
    },
  );
}

function named(name: string, contentType: string, body: string) {
  const hash = new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, 12);
  const [stem, ending] = name.split(".");
  return { name, path: `${FOLDER}${stem}-${hash}.${ending}`, contentType, body };
}
