import { useState } from "preact/hooks";
import type { UpstreamAnswer, UpstreamPullAnswer } from "../../../../contract/joined-archive.ts";
import { toast } from "../../app/notices.tsx";
import { workspaces } from "../../app/session.ts";
import { get, post, remove, workspacePath } from "../../client/request.ts";
import { useAnswer, useProgress } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Facts } from "../../design/facts.tsx";
import { Loading } from "../../design/loading.tsx";
import { Notice } from "../../design/notice.tsx";
import { Time } from "../../design/time.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";
import { JoinArchiveDialog } from "./join-archive-dialog.tsx";
import { LimitArchiveDialog, writtenLimit } from "./limit-archive-dialog.tsx";

type Archive = NonNullable<UpstreamAnswer["archive"]>;

interface JoinedWorkspace {
  readonly slug: string;
  readonly archive: Archive;
}

/** The archives that the prints of workspaces are sent to, how far they have got, and joining and leaving them. */
export function ArchivesCard() {
  const asked = useAnswer(joinedWorkspaces, []);
  useProgress(asked, (answer) => answer.some(isSending));
  const [joining, setJoining] = useState<string | null>(null);
  const { answer } = asked;
  if (answer === null) return <Loading of={asked} lines={3} />;
  const free = workspaces.value.find(({ slug }) => answer.every((joined) => joined.slug !== slug));
  return (
    <Card
      title={t("system.archive")}
      {...(free !== undefined && {
        actions: <Button onClick={() => setJoining(free.slug)}>{t("system.archiveJoin")}</Button>,
      })}
    >
      {answer.length === 0 ? <p>{t("system.archiveNone")}</p> : null}
      {answer.map((joined) => (
        <JoinedArchive
          key={joined.slug}
          {...joined}
          onJoin={() => setJoining(joined.slug)}
          onChanged={asked.again}
        />
      ))}
      {joining === null ? null : (
        <JoinArchiveDialog
          slug={joining}
          joined={answer.find(({ slug }) => slug === joining)?.archive ?? null}
          onJoined={asked.again}
          onClose={() => setJoining(null)}
        />
      )}
    </Card>
  );
}

interface JoinedArchiveProps extends JoinedWorkspace {
  readonly onJoin: () => void;
  readonly onChanged: () => void;
}

function JoinedArchive({ slug, archive, onJoin, onChanged }: JoinedArchiveProps) {
  const { url, workspace, contactedAt, backlog, clonedAt, bytesPerSecond } = archive;
  const [asking, setAsking] = useState<"limit" | "pull" | "leave" | null>(null);
  const close = () => setAsking(null);
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
          [t("system.archiveLimit"), bytesPerSecond === null ? null : writtenLimit(bytesPerSecond)],
          [
            t("system.archiveContact"),
            contactedAt === null ? t("system.archiveNever") : <Time at={contactedAt} />,
          ],
        ]}
      />
      <p class="archive-actions">
        <Button kind="quiet" onClick={onJoin}>
          {t("system.archiveJoinAgain")}
        </Button>
        <Button kind="quiet" onClick={() => setAsking("limit")}>
          {t("system.archiveLimitChange")}
        </Button>
        <Button kind="quiet" onClick={() => setAsking("pull")}>
          {t("system.archivePull")}
        </Button>
        <Button kind="quiet" onClick={() => setAsking("leave")}>
          {t("system.archiveLeave")}
        </Button>
      </p>
      {asking === "limit" ? (
        <LimitArchiveDialog {...{ slug, bytesPerSecond, onChanged }} onClose={close} />
      ) : null}
      {asking === "pull" ? (
        <Confirmation
          title={t("system.archivePullTitle")}
          action={t("system.archivePull")}
          onConfirm={async () => {
            const { prints } = await post<UpstreamPullAnswer>(workspacePath(slug, "upstream", "pull"));
            toast(t("system.archivePulled", { n: prints }));
          }}
          onClose={close}
        >
          <p>{t("system.archivePullText")}</p>
        </Confirmation>
      ) : null}
      {asking === "leave" ? (
        <Confirmation
          title={t("system.archiveLeaveTitle")}
          action={t("system.archiveLeave")}
          isDangerous
          onConfirm={async () => {
            await remove(workspacePath(slug, "upstream"));
            onChanged();
          }}
          onClose={close}
        >
          <p>{t("system.archiveLeaveText", { name: slug })}</p>
        </Confirmation>
      ) : null}
    </>
  );
}

function isSending({ archive: { backlog, trouble } }: JoinedWorkspace): boolean {
  return trouble !== null || backlog.prints + backlog.changes > 0;
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
