import { Upstream, UpstreamJoin, UpstreamLimit, UpstreamPull } from "../../contract/joined-archive.ts";
import { gives, operation, type Operations } from "./operation.ts";

export const joinedArchiveOperations = {
  readUpstream: operation("read", "The archive that the prints go to", {
    answers: { 200: gives(Upstream, "How far they were sent.") },
  }),
  joinUpstream: operation("admin", "Join an archive", {
    description:
      "From now on all prints of the workspace go there, those that are there already too. A code that was given once can be " +
      "given again until the first prints have gone, should the answer have been lost.",
    body: UpstreamJoin,
    answers: { 200: gives(Upstream, "The archive has answered.") },
    errors: ["CONFLICT", "STORAGE_UNAVAILABLE"],
  }),
  limitUpstream: operation("admin", "Limit what is sent to the archive", {
    description: "From the next batch of prints on.",
    body: UpstreamLimit,
    answers: { 200: gives(Upstream, "The limit is changed.") },
    errors: ["NOT_FOUND"],
  }),
  leaveUpstream: operation("admin", "Leave the archive", {
    description: "Nothing goes there any more. What is there stays there.",
    answers: { 200: gives(Upstream, "There is none any more.") },
  }),
  pullUpstream: operation("admin", "Get lost prints back from the archive", {
    description:
      "Those after the last print that is there: of a shop that was installed anew, or restored from a backup. They are stored with " +
      "their times and in their order; which printers they came by is not known any more. What was stored since at their places " +
      "keeps those, so do this before anything is printed.",
    answers: { 200: gives(UpstreamPull, "They are there again.") },
    errors: ["NOT_FOUND", "STORAGE_UNAVAILABLE"],
  }),
} satisfies Operations;
