import type { UpstreamAnswer } from "../../../../contract/joined-archive.ts";
import { workspaces } from "../../app/session.ts";
import { get, workspacePath } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Card } from "../../design/card.tsx";
import { Facts } from "../../design/facts.tsx";
import { Loading } from "../../design/loading.tsx";
import { Notice } from "../../design/notice.tsx";
import { Time } from "../../design/time.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

type Archive = NonNullable<UpstreamAnswer["archive"]>;

interface JoinedWorkspace {
  readonly slug: string;
  readonly archive: Archive;
}

/** The archives that the prints of workspaces are sent to, and how far they have got. */
export function ArchivesCard() {
  const asked = useAnswer(joinedWorkspaces, []);
  const { answer } = asked;
  if (answer === null) return <Loading of={asked} lines={3} />;
  return (
    <Card title={t("system.archive")}>
      {answer.length === 0 ? (
        <>
          <p>{t("system.archiveNone")}</p>
          <p>
            <code>tillroll upstream join URL CODE</code>
          </p>
        </>
      ) : null}
      {answer.map((joined) => (
        <JoinedArchive key={joined.slug} {...joined} />
      ))}
    </Card>
  );
}

function JoinedArchive({ slug, archive }: JoinedWorkspace) {
  const { url, workspace, contactedAt, backlog, clonedAt } = archive;
  const trouble = troubleOf(archive);
  return (
    <>
      {trouble === null ? null : <Notice kind="bad">{trouble}</Notice>}
      {clonedAt === null ? null : <Notice kind="bad">{t("system.archiveCloned")}</Notice>}
      <Facts
        of={[
          [t("system.archiveAddress"), url],
          [t("system.archiveWorkspace"), workspace === null ? slug : `${slug} → ${workspace}`],
          [t("system.archiveSent"), t("system.archivePrints", { n: archive.prints })],
          [t("system.archiveWaiting"), t("system.archivePrints", { n: backlog.prints + backlog.changes })],
          [t("system.archiveSince"), backlog.since === null ? null : <Time at={backlog.since} />],
          [
            t("system.archiveContact"),
            contactedAt === null ? t("system.archiveNever") : <Time at={contactedAt} />,
          ],
        ]}
      />
    </>
  );
}

function troubleOf({ workspace, isRefused, trouble }: Archive): string | null {
  if (workspace === null) return t("system.archiveUnjoined");
  if (isRefused) return t("system.archiveRefused");
  return trouble === null ? null : `${said(trouble)} ${t("system.archiveKept")}`;
}

async function joinedWorkspaces(end: AbortSignal): Promise<readonly JoinedWorkspace[]> {
  const all = await Promise.all(
    workspaces.value.map(async ({ slug }) => {
      const { archive } = await get<UpstreamAnswer>(workspacePath(slug, "upstream"), end);
      return archive === null ? [] : [{ slug, archive }];
    }),
  );
  return all.flat();
}
