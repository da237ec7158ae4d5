import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { STREAM_BEGUN } from "../client/event-stream.ts";
import { reach } from "../client/request.ts";
import { useEvents } from "../client/use-events.ts";
import { LinkButton } from "../design/button.tsx";
import { Notice } from "../design/notice.tsx";
import { type Health, readHealth } from "../health.ts";
import { t } from "../texts/texts.ts";
import { healthWords, takesWords, type UnwellPart, workspacesToMend } from "./health-words.ts";
import { fail } from "./notices.tsx";
import { serviceAddress, workspaceAddress } from "./route.ts";
import { route, slug } from "./router.ts";
import { may, workspaceNamed } from "./session.ts";

/** How the service is, as it said last; `null` before it has. */
export const health = signal<Health | null>(null);

async function look(): Promise<void> {
  try {
    const response = await reach("/healthz");
    health.value = readHealth(await response.json().catch(() => null)) ?? health.value;
  } catch (error) {
    fail(error);
  }
}

/** Says what is wrong with the service itself, on top of every page; nothing while all is well. */
export function HealthNotice() {
  useEffect(() => {
    void look();
    const onVisible = () => {
      if (!document.hidden) void look();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, []);
  useEvents(["health.report", STREAM_BEGUN], ({ kind, data }) => {
    if (kind === STREAM_BEGUN) void look();
    else health.value = readHealth(data) ?? health.value;
  });
  if (health.value === null) return null;
  const { canPrint, troubles } = health.value;
  if (canPrint && troubles.length === 0) return null;
  // All of them would take half of a phone's screen, on each page.
  const failed = troubles.filter(({ state }) => state === "failed");
  const first = failed.length > 0 ? failed : troubles.slice(0, 1);
  const others = troubles.filter((part) => !first.includes(part));
  // What is said first is led to first.
  const isOfPrinters = first.length > 0 && first.every(isMendedAtPrinters);
  const place = isOfPrinters ? placeToMend(first) : null;
  const isOfMore = !troubles.every(isMendedAtPrinters);
  return (
    <div id="health">
      <Notice
        kind={canPrint ? "warning" : "bad"}
        actions={
          <>
            {place === null || (route.value.page === "printers" && isShownWorkspace(place)) ? null : (
              <LinkButton href={workspaceAddress(place, "printers")}>
                {isShownWorkspace(place)
                  ? t("health.toPrinters")
                  : t("health.toPrintersOf", { workspace: place })}
              </LinkButton>
            )}
            {isOfMore && may("service") ? (
              <LinkButton kind={isOfPrinters ? "quiet" : "plain"} href={serviceAddress("system")}>
                {t("health.details")}
              </LinkButton>
            ) : null}
          </>
        }
      >
        {canPrint ? "" : `${takesWords(canPrint, troubles)} `}
        <Sentences parts={first} />
        {others.length === 0 ? null : (
          <details class="health-others">
            <summary>{t("health.others", { n: others.length })}</summary>
            <Sentences parts={others} />
          </details>
        )}
      </Notice>
    </div>
  );
}

function Sentences({ parts }: { readonly parts: readonly UnwellPart[] }) {
  const [only, ...more] = parts.map(healthWords);
  if (more.length === 0) return <>{only}</>;
  return (
    <ul class="health-troubles">
      {[only, ...more].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function isMendedAtPrinters(part: UnwellPart): boolean {
  return workspacesToMend(part).length > 0;
}

/** The workspace whose printers are led to: the one that is shown where it has such, else the first that one may see. */
function placeToMend(parts: readonly UnwellPart[]): string | null {
  const slugs = parts.flatMap(workspacesToMend).filter((each) => workspaceNamed(each) !== undefined);
  return slugs.find(isShownWorkspace) ?? slugs[0] ?? null;
}

function isShownWorkspace(place: string): boolean {
  return workspaceNamed(slug.value)?.slug === place;
}
