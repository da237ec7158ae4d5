import { cutToBytes } from "../../domain/text.ts";
import { KIBIBYTE, MEBIBYTE, MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";

/** Limits on IPP. */
export const IPP_LIMITS = {
  /** A request's attributes, before the document, bytes; CUPS sends one or two kilobytes. */
  attributesBytes: 256 * KIBIBYTE,
  /** What is still read of a request that is refused, so that its host sees the answer, bytes. */
  drainedBytes: 64 * MEBIBYTE,
  /** Jobs of a printer that are remembered for the questions of hosts; the oldest are forgotten first. */
  rememberedJobs: 200,
  /** Jobs of a printer that were created and wait for their document. */
  openJobs: 32,
  /** How long a created job waits for its document (`multiple-operation-time-out`). */
  openJobMilliseconds: 120 * MILLISECONDS_PER_SECOND,
  /** Where the simulated fault `drop` breaks a document of unknown size, bytes. */
  dropBytes: 512,
  /** How long each answer waits under the simulated fault `slow`, milliseconds. */
  slowMilliseconds: 3 * MILLISECONDS_PER_SECOND,
  /** RFC 8011, section 5.1.3: the longest `name`, octets; texts of ours are cut to it. */
  nameOctets: 255,
} as const;

/** A text that fits a `name`, cut between characters. */
export function cutName(text: string): string {
  return cutToBytes(text, IPP_LIMITS.nameOctets);
}
