import { signal } from "@preact/signals";
import type { ModelsAnswer } from "../../../../contract/system.ts";
import { get } from "../../client/request.ts";

const names = signal<ReadonlyMap<string, string>>(new Map());
let asked: Promise<void> | null = null;

/** What a model is called; its name for settings until that is known. Asked for once, when the first one is shown. */
export function modelName(id: string): string {
  asked ??= get<ModelsAnswer>("/api/models").then(
    ({ items }) => {
      names.value = new Map(items.map(({ id: known, title }) => [known, title]));
    },
    // The names for settings say it as well.
    () => {},
  );
  return names.value.get(id) ?? id;
}
