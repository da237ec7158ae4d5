import { design } from "./de/design.ts";
import { finder } from "./de/finder.ts";
import { health } from "./de/health.ts";
import { prints } from "./de/prints.ts";
import { shell } from "./de/shell.ts";

/** Of the texts in de.ts those that the list of prints needs: they are there first. */
export const texts = { design, finder, health, prints, shell };
