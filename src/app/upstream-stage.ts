import { SHOP_LIMITS } from "../domain/shop-limits.ts";
import { firstCodePoints } from "../domain/text.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { Upstreams } from "../upstream/upstreams.ts";
import { upstreamHealth } from "../upstream/upstream-health.ts";
import { UpstreamReader } from "../storage/upstream-store.ts";
import type { createPrinting } from "./printing-stage.ts";
import type { PrintsStage } from "./prints-stage.ts";
import type { StorageStage } from "./storage-stage.ts";

/** Makes what sends prints to archives; {@link beginShipping} begins it. @param started it is ended with it */
export function createUpstreams(
  { storage, database, stores, writer, log, health, metrics, clock, batchListeners }: StorageStage,
  { removals, intake }: PrintsStage,
  { printing, situations }: ReturnType<typeof createPrinting>,
  started: AsyncDisposableStack,
): Upstreams {
  const reader = new UpstreamReader(database);
  const upstreams = new Upstreams({
    databasePath: storage.readingPath,
    reader,
    writer,
    removals,
    troubles(workspaceId) {
      const own = printing.printers.all().filter(({ printer }) => printer.workspaceId === workspaceId);
      const troubles = own.flatMap((each) => {
        const { isTrouble, sentence } = situations.of(each);
        return isTrouble
          ? [firstCodePoints(`${each.printer.name}: ${sentence}`, SHOP_LIMITS.troubleCharacters)]
          : [];
      });
      return troubles.slice(0, SHOP_LIMITS.troubles);
    },
    userOf: () => stores.people.administrator()?.id ?? 1,
    log,
  });
  started.defer(() => upstreams.close());
  if (storage.trouble !== null) return upstreams;
  health.add(upstreamHealth(upstreams, clock.now, intake.maximumPrintBytes));
  batchListeners.add(({ results }) => {
    if (results.some((result) => result.ok && result.json !== "")) upstreams.wake();
  });
  metrics.registry.show("tillroll_upstream_backlog", () =>
    upstreams.list().reduce((sum, { backlog }) => sum + backlog.prints + backlog.changes, 0),
  );
  metrics.registry.show("tillroll_upstream_last_contact_timestamp_seconds", () =>
    upstreams.list().map(({ upstream, state }) => {
      const at = state?.contactedAt ?? upstream.contactedAt ?? 0;
      return { labels: {}, value: at / MILLISECONDS_PER_SECOND };
    }),
  );
  return upstreams;
}

/** Begins to send, once the service prints. */
export function beginShipping(upstreams: Upstreams, { storage }: StorageStage): void {
  // What cannot be written may be a database of before there were archives.
  if (storage.trouble === null) void upstreams.begin();
}
