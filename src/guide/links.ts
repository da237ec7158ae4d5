import { posix } from "node:path";
import { PAGES } from "./pages.ts";

/** Where pictures are kept in the source tree, and where the service has them. */
const PICTURE_PLACE = { folder: "src/guide/pictures/", path: "/guide/pictures/" } as const;

/** The path of a page of the guide in the service. */
export function pathOfPage(name: string): string {
  return name === "" ? "/guide" : `/guide/${name}`;
}

/**
 * Where a link of a page leads in the service. In the files links are relative, so that they work in a source tree and
 * on the pages of a Git host as well.
 * @param file where the page is kept, from the root of the source tree
 * @param target the link as it is written
 * @returns `null` for what only the source tree has
 */
export function resolveLink(file: string, target: string): string | null {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target;
  const [path = "", fragment] = target.split("#");
  const meant = posix.join(posix.dirname(file), path);
  if (meant.startsWith(PICTURE_PLACE.folder))
    return PICTURE_PLACE.path + meant.slice(PICTURE_PLACE.folder.length);
  const page = PAGES.find((each) => each.file === meant);
  if (page === undefined) return null;
  return pathOfPage(page.name) + (fragment === undefined ? "" : `#${fragment}`);
}
