import { design } from "./en/design.ts";
import { finder } from "./en/finder.ts";
import { health } from "./en/health.ts";
import { prints } from "./en/prints.ts";
import { shell } from "./en/shell.ts";

/** Of the texts in en.ts those that the list of prints needs: they are there first. */
export const texts = { design, finder, health, prints, shell };
