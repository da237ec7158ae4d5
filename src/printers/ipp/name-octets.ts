import { IPP_LIMITS } from "./ipp-limits.ts";

/** A text that fits a `name`, cut between characters. */
export function cutName(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.byteLength <= IPP_LIMITS.nameOctets) return text;
  return new TextDecoder().decode(bytes.subarray(0, IPP_LIMITS.nameOctets)).replace(/\ufffd+$/, "");
}
