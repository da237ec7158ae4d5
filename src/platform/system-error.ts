import { TillrollError } from "../domain/errors.ts";

/** What the system's codes mean for the one who named a file or folder, as parts of a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user has no right to it",
  EPERM: "this user has no right to it",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of that path is a file and no folder",
  EEXIST: "there is a file of that name",
  EISDIR: "it is a folder",
  EROFS: "the disk can only be read",
  ENOSPC: "the disk is full",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its links lead in a circle",
  EBUSY: "something uses it, such as a disk that is mounted there",
  EMFILE: "too many files are open",
  EIO: "the disk does not work",
};

/** The code of an error of the system, such as `ENOENT`; empty for other errors. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Why a file or folder cannot be used, as a part of a sentence. */
export function reasonOf(error: unknown): string {
  return REASONS[systemCode(error)] ?? (error instanceof Error ? error.message : String(error));
}

/** Any error as a sentence for a person, without its stack or class. */
export function sentenceOf(error: unknown): string {
  if (error instanceof TillrollError) return error.message;
  const reason = REASONS[systemCode(error)];
  const path = error instanceof Error && "path" in error ? String(error.path) : null;
  if (reason !== undefined) return `${path ?? "Something"} cannot be used: ${reason}.`;
  return `Something unexpected went wrong: ${String(error)}.`;
}

/** What to do about a data folder that this user has no right to, which may be that of an installed service. */
export function adviceForForeignFolder(): string {
  return process.platform === "win32"
    ? "Run this as administrator, or name another folder with --data."
    : 'Run this with "sudo", as the user that the service runs as, or name another folder with --data.';
}
