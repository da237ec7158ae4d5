import { backupPlace } from "../backup/backup-place.ts";
import type { S3Access } from "../backup/s3-place.ts";
import { serveQuestions } from "../platform/worker-channel.ts";
import { ownPort } from "../platform/worker-process.ts";
import { drill, type DrillOptions } from "./drill.ts";

declare const self: Worker;

/** A drill, as data. */
export interface DrillQuestion extends Omit<DrillOptions, "place"> {
  readonly address: string;
  readonly access: S3Access;
}

// A process of its own: reading a whole database takes memory, and no turn of it may hold up a print.
serveQuestions(ownPort(self), ({ address, access, ...options }: DrillQuestion) =>
  drill({ ...options, place: backupPlace(address, access) }),
);
