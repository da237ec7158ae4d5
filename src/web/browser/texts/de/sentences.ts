import { archive } from "./sentences/archive.ts";
import { backup } from "./sentences/backup.ts";
import { commands } from "./sentences/commands.ts";
import { delivery } from "./sentences/delivery.ts";
import { doctor } from "./sentences/doctor.ts";
import { domain } from "./sentences/domain.ts";
import { journal } from "./sentences/journal.ts";
import { options } from "./sentences/options.ts";
import { requests } from "./sentences/requests.ts";
import { shops } from "./sentences/shops.ts";
import { storage } from "./sentences/storage.ts";
import { upstream } from "./sentences/upstream.ts";
import { words } from "./sentences/words.ts";
import type { Sentences } from "../text-types.ts";

/**
 * What the service says, in German: its messages, causes and hints, by their English words as the source has them, `{}` for what
 * is put in. `{1}` is the first of these as it stands; `{=1}` is said in German too, and `{health.part.1}` is the
 * text whose key it ends. Each area has what its folders of the source
 * say, and no sentence is in two of them.
 */
export const sentences: Sentences = {
  ...archive,
  ...backup,
  ...commands,
  ...delivery,
  ...doctor,
  ...domain,
  ...journal,
  ...options,
  ...requests,
  ...shops,
  ...storage,
  ...upstream,
  ...words,
};
