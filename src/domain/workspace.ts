import type { Charset, PrinterProfile } from "../escpos/escpos.ts";
import { WORKSPACE_LIMITS } from "./limits.ts";

/** A workspace: the shop, branch or customer that prints belong to. */
export interface Workspace {
  readonly id: number;
  /** As it was written when the workspace was made. */
  readonly slug: string;
  /** Default render width of its prints, in columns. */
  readonly width: number;
  /** The most prints it may hold, deleted ones included; `null` for no limit. */
  readonly printQuota: number | null;
  /** Requests a second that are answered; `null` for no limit. */
  readonly requestRate: number | null;
  /** What its prints' bytes from 80h up are, where the prints do not say. */
  readonly charset: Charset;
  /** The maker of its printers. */
  readonly profile: PrinterProfile;
  readonly createdAt: number;
}

const SLUG = new RegExp(`^[A-Za-z0-9-]{1,${WORKSPACE_LIMITS.slugCharacters}}$`);

/** Whether a text can be a slug: 1 to 63 of `A-Z a-z 0-9 -`. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** The form in which slugs are compared: without regard to case. */
export function slugKey(slug: string): string {
  return slug.toLowerCase();
}
