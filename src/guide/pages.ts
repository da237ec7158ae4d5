import readme from "../../README.md" with { type: "text" };
import security from "../../SECURITY.md" with { type: "text" };
import escposCommands from "../escpos/COMMANDS.md" with { type: "text" };
import searchIndex from "../search/INDEX.md" with { type: "text" };
import access from "./access.md" with { type: "text" };
import api from "./api.md" with { type: "text" };
import clock from "./clock.md" with { type: "text" };
import commands from "./commands.md" with { type: "text" };
import developing from "./developing.md" with { type: "text" };
import errors from "./errors.md" with { type: "text" };
import style from "./guide.css" with { type: "text" };
import forwarding from "./forwarding.md" with { type: "text" };
import monitoring from "./monitoring.md" with { type: "text" };
import operating from "./operating.md" with { type: "text" };
import dashboardPicture from "./pictures/dashboard.png" with { type: "file" };
import previews from "./previews.md" with { type: "text" };
import printers from "./printers.md" with { type: "text" };
import rules from "./rules.md" with { type: "text" };
import search from "./search.md" with { type: "text" };
import speed from "./speed.md" with { type: "text" };
import testing from "./testing-your-pos.md" with { type: "text" };

/** A page of the guide. */
export interface GuidePage {
  /** What the service calls it: `/guide/NAME`; empty for the first page. */
  readonly name: string;
  /** Where its text is kept, from the root of the source tree. */
  readonly file: string;
  readonly markdown: string;
}

/** Every page, in the order of reading, under the headings of the table of contents. */
export const CHAPTERS: ReadonlyMap<string, readonly GuidePage[]> = new Map([
  [
    "In the shop",
    [
      { name: "", file: "README.md", markdown: readme },
      { name: "printers", file: "src/guide/printers.md", markdown: printers },
      { name: "forwarding", file: "src/guide/forwarding.md", markdown: forwarding },
      { name: "rules", file: "src/guide/rules.md", markdown: rules },
      { name: "previews", file: "src/guide/previews.md", markdown: previews },
    ],
  ],
  [
    "For programs",
    [
      { name: "api", file: "src/guide/api.md", markdown: api },
      { name: "search", file: "src/guide/search.md", markdown: search },
      { name: "errors", file: "src/guide/errors.md", markdown: errors },
      { name: "testing-your-pos", file: "src/guide/testing-your-pos.md", markdown: testing },
      { name: "escpos-commands", file: "src/escpos/COMMANDS.md", markdown: escposCommands },
    ],
  ],
  [
    "Keep it running",
    [
      { name: "operating", file: "src/guide/operating.md", markdown: operating },
      { name: "monitoring", file: "src/guide/monitoring.md", markdown: monitoring },
      { name: "clock", file: "src/guide/clock.md", markdown: clock },
      { name: "access", file: "src/guide/access.md", markdown: access },
      { name: "security", file: "SECURITY.md", markdown: security },
      { name: "commands", file: "src/guide/commands.md", markdown: commands },
    ],
  ],
  [
    "Develop it",
    [
      { name: "developing", file: "src/guide/developing.md", markdown: developing },
      { name: "search-index", file: "src/search/INDEX.md", markdown: searchIndex },
      { name: "speed", file: "src/guide/speed.md", markdown: speed },
    ],
  ],
]);

/** Every page, in the order of reading. */
export const PAGES: readonly GuidePage[] = [...CHAPTERS.values()].flat();

/** The pictures that pages show: where each is to be read, by the name of its file. */
export const PICTURES: ReadonlyMap<string, string> = new Map([["dashboard.png", dashboardPicture]]);

/** How the pages look; the dashboard's style comes before it. */
export const STYLE: string = style;
