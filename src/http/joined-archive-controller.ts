import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { readUpstreamJoin, readUpstreamLimit, type UpstreamAnswer } from "../contract/joined-archive.ts";
import { formatInstant } from "../domain/instant.ts";
import { joinArchive } from "../upstream/join.ts";
import { isToldOf } from "../upstream/upstream-health.ts";
import type { ShippedUpstream } from "../upstream/upstreams.ts";
import { auditNote } from "./audit-note.ts";
import { workspaceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const UPSTREAM = "/api/workspace/:slug/upstream";

/** The archive that the prints of a workspace go to. */
export function joinedArchiveController(service: ShopHttpService) {
  const { upstreams, writer } = service;
  const { reader } = upstreams;

  const show = workspaceEndpoint(service, "readUpstream", (_call, { workspace }) =>
    replyValue(200, answerOf(workspace.id)),
  );

  const join = workspaceEndpoint(service, "joinUpstream", async (call, who) => {
    const { workspace } = who;
    const wish = await readJson(call.request, readUpstreamJoin);
    call.withoutIdleTimeout();
    const { url, bytesPerSecond } = wish;
    const audit = await auditNote(service, call, who, "upstream.joined", workspace.slug, {
      url,
      bytesPerSecond,
    });
    await joinArchive({ ...wish, workspaceId: workspace.id, audit }, reader, writer);
    await upstreams.begin();
    return replyValue(200, answerOf(workspace.id));
  });

  const limit = workspaceEndpoint(service, "limitUpstream", async (call, who) => {
    const { workspace } = who;
    const bytesPerSecond = await readJson(call.request, readUpstreamLimit);
    if (reader.find(workspace.id) === null)
      throw new TillrollError("NOT_FOUND", "The workspace has joined no archive.");
    const details = { bytesPerSecond };
    const audit = await auditNote(service, call, who, "upstream.limited", workspace.slug, details);
    const change = { do: "limit", workspaceId: workspace.id, bytesPerSecond } as const;
    await writer.submit({ kind: "upstream", change, audit });
    return replyValue(200, answerOf(workspace.id));
  });

  const leave = workspaceEndpoint(service, "leaveUpstream", async (call, who) => {
    const { workspace } = who;
    const upstream = reader.find(workspace.id);
    if (upstream !== null) {
      const { url } = upstream;
      const audit = await auditNote(service, call, who, "upstream.left", workspace.slug, { url });
      const change = { do: "leave", workspaceId: workspace.id } as const;
      await writer.submit({ kind: "upstream", change, audit });
      await upstreams.begin();
    }
    return replyValue(200, answerOf(workspace.id));
  });

  const pull = workspaceEndpoint(service, "pullUpstream", async (call, who) => {
    const { workspace } = who;
    call.withoutIdleTimeout();
    const note = await auditNote(service, call, who, "upstream.pulled", workspace.slug);
    await writer.submit({ kind: "audit", change: { do: "add", note } });
    return replyValue(200, { prints: await upstreams.pull(workspace.id) });
  });

  function answerOf(workspaceId: number): UpstreamAnswer {
    const upstream = reader.find(workspaceId);
    if (upstream === null) return { archive: null };
    const shipped = { upstream, backlog: reader.backlog(upstream), state: upstreams.stateOf(workspaceId) };
    return { archive: describe(shipped, service.clock()) };
  }

  return new Elysia()
    .get(UPSTREAM, ...show)
    .put(UPSTREAM, ...join)
    .patch(UPSTREAM, ...limit)
    .delete(UPSTREAM, ...leave)
    .post(`${UPSTREAM}/pull`, ...pull);
}

/** An archive without its key. */
function describe({ upstream, backlog, state }: ShippedUpstream, now: number): UpstreamAnswer["archive"] {
  const { url, remote, pin, bytesPerSecond, joinedAt, contactedAt, nextOrdinal } = upstream;
  const clonedAt = state?.clonedAt ?? null;
  return {
    url,
    workspace: remote,
    isPinned: pin !== null,
    bytesPerSecond,
    joinedAt: instantOf(joinedAt),
    contactedAt: instantOf(state?.contactedAt ?? contactedAt),
    prints: nextOrdinal,
    backlog: { ...backlog, since: instantOf(backlog.since) },
    trouble: state?.trouble ?? null,
    isRefused: state?.isRefused ?? false,
    clonedAt: isToldOf(clonedAt, now) ? instantOf(clonedAt) : null,
  };
}

function instantOf(at: number | null): string | null {
  return at === null ? null : formatInstant(at);
}
