import type { HealthAnswer } from "../../../../contract/service.ts";
import type { SystemAnswer } from "../../../../contract/system.ts";
import { partName, partWords, takesWords } from "../../app/health-words.ts";
import { isArchive } from "../../app/session.ts";
import { addressOf } from "../../base-path.ts";
import { get, reach } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { LinkButton } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Facts } from "../../design/facts.tsx";
import { Loading } from "../../design/loading.tsx";
import { Time } from "../../design/time.tsx";
import { formatBytes, formatNumber } from "../../texts/format.ts";
import { t } from "../../texts/texts.ts";
import { ArchivesCard } from "./archives-card.tsx";
import { ClockCard } from "./clock-card.tsx";
import { ScrubCard } from "./scrub-card.tsx";

const HEALTH_KINDS = { ok: "good", degraded: "warning", failed: "bad" } as const;

/** Health, version, disk and database, clock, and where to get help. */
export function OverviewPart() {
  const system = useAnswer((end) => get<SystemAnswer>("/api/system", end), []);
  const { answer } = system;
  return (
    <div class="system-cards">
      <div class="system-wide">
        <HealthCard />
      </div>
      <Loading of={system} lines={6} />
      {answer === null ? null : (
        <>
          <ServiceCard system={answer} />
          <StorageCard system={answer} />
        </>
      )}
      {isArchive() ? null : <CardsOfShop />}
      <HelpCard />
    </div>
  );
}

/** What only a shop has. */
function CardsOfShop() {
  return (
    <>
      <ClockCard />
      <ScrubCard />
      <ArchivesCard />
      <Card title={t("system.update")}>
        <p>{t("system.updateAbout")}</p>
        <p>
          <code>tillroll update tillroll-VERSION.tar.gz</code>
        </p>
        <p>
          <a href={addressOf("/guide/update")}>{t("system.updateGuide")}</a>
        </p>
      </Card>
    </>
  );
}

function HelpCard() {
  const bundle = (
    <LinkButton icon="download" href={addressOf("/api/diagnostics")} download="">
      {t("system.diagnostics")}
    </LinkButton>
  );
  return (
    <Card title={t("system.help")} actions={isArchive() ? undefined : bundle}>
      {isArchive() ? (
        <p>
          <a href={addressOf("/guide/archive")}>{t("system.archiveGuide")}</a>
        </p>
      ) : (
        <p>{t("system.helpAbout")}</p>
      )}
      <p>
        <a href={addressOf("/api/licenses")}>{t("system.licenses")}</a>
      </p>
    </Card>
  );
}

const RANKS = { failed: 0, degraded: 1, ok: 2 } as const;

function partsOf({ components }: HealthAnswer) {
  return Object.entries(components).map(([component, part]) => ({ component, ...part }));
}

function worstFirst(parts: ReturnType<typeof partsOf>) {
  return parts.toSorted((one, other) => RANKS[one.state] - RANKS[other.state]);
}

function HealthCard() {
  // What cannot print is answered too, as a failure of HTTP.
  const asked = useAnswer(
    async (signal) => (await (await reach("/healthz", { signal })).json()) as HealthAnswer,
    [],
  );
  const { answer } = asked;
  if (answer === null || asked.error !== null) return <Loading of={asked} lines={6} />;
  return (
    <Card
      title={t("system.health")}
      aside={<Badge kind={HEALTH_KINDS[answer.status]}>{t(`system.health.${answer.status}`)}</Badge>}
    >
      <p>{takesWords(answer.canPrint, partsOf(answer))}</p>
      <ul class="system-health">
        {worstFirst(partsOf(answer)).map((part) => (
          <li key={part.component}>
            <span class="system-part" title={part.component}>
              {partName(part.component)}
            </span>
            <span>
              {part.state === "ok" ? null : (
                <Badge kind={HEALTH_KINDS[part.state]}>{t(`system.health.${part.state}`)}</Badge>
              )}{" "}
              {partWords(part)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ServiceCard({ system }: { readonly system: SystemAnswer }) {
  const { version, startedAt, hostname, platform, memoryBytes, dataFolder, configurationFile } = system;
  return (
    <Card title={t("system.service")}>
      <Facts
        of={[
          [t("system.version"), version],
          [t("system.startedAt"), <Time at={startedAt} />],
          [t("system.machine"), `${hostname} · ${platform}`],
          [t("system.memory"), formatBytes(memoryBytes)],
          [t("system.dataFolder"), <code>{dataFolder}</code>],
          [
            t("system.configurationFile"),
            configurationFile === null ? t("administration.none") : <code>{configurationFile}</code>,
          ],
        ]}
      />
    </Card>
  );
}

function StorageCard({ system: { disk, database } }: { readonly system: SystemAnswer }) {
  const bytes = (count: number | null) => (count === null ? null : formatBytes(count));
  return (
    <Card title={t("system.storage")}>
      <Facts
        of={[
          [t("system.free"), disk === null ? null : <FreeSpace disk={disk} />],
          [
            t("system.reserve"),
            disk === null ? null : disk.hasReserve ? t("system.kept") : t("system.notKept"),
          ],
          [t("system.engine"), database.engine],
          [t("system.database"), bytes(database.bytes)],
          [t("system.databaseFree"), bytes(database.freeBytes)],
          [t("system.databaseLog"), bytes(database.logBytes)],
          [t("system.schema"), formatNumber(database.schema)],
        ]}
      />
    </Card>
  );
}

function FreeSpace({ disk }: { readonly disk: NonNullable<SystemAnswer["disk"]> }) {
  const { freeBytes, totalBytes } = disk;
  if (freeBytes === null || totalBytes === null) return <>{t("system.unknown")}</>;
  return (
    <>
      {t("system.freeOf", { free: formatBytes(freeBytes), total: formatBytes(totalBytes) })}
      <meter class="system-meter" aria-label={t("system.free")} min={0} max={totalBytes} value={freeBytes} />
    </>
  );
}
