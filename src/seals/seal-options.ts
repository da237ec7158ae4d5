import type { S3Access } from "../backup/s3-place.ts";

/** What the owner wants of seals. */
export interface SealOptions {
  /** Where they are kept elsewhere, a folder or `s3://bucket/prefix`; `null` for nowhere. */
  readonly to: string | null;
  readonly access: S3Access;
  /** The address of a time-stamping authority (RFC 3161); `null` for none. */
  readonly timeStamp: string | null;
}

/** Where the owner says nothing: seals stay in the data folder. */
export const NO_SEAL_OPTIONS: SealOptions = {
  to: null,
  access: { endpoint: null, region: null, keyId: null, secret: null },
  timeStamp: null,
};
