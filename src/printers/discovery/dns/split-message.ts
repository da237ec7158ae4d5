import { MDNS_LIMITS } from "../discovery-limits.ts";
import { type DnsMessage, encodeMessage } from "./dns-message.ts";
import type { DnsRecord } from "./dns-record.ts";

/**
 * One response as messages that fit into a packet. Answers go on in a further message; of the additional records,
 * which are a courtesy, as many as fit.
 */
export function splitResponse(response: DnsMessage): DnsMessage[] {
  const messages: DnsMessage[] = [];
  let answers: DnsRecord[] = [];
  for (const answer of response.answers) {
    const fits = isSmall({ ...response, answers: [...answers, answer], additionals: [] });
    if (!fits && answers.length > 0) {
      messages.push({ ...response, answers, additionals: [] });
      answers = [];
    }
    answers.push(answer);
  }
  const additionals: DnsRecord[] = [];
  for (const additional of response.additionals) {
    additionals.push(additional);
    if (isSmall({ ...response, answers, additionals })) continue;
    additionals.pop();
    break;
  }
  messages.push({ ...response, answers, additionals });
  return messages;
}

/** Whether a message fits into a packet. */
export function isSmall(message: DnsMessage): boolean {
  return encodeMessage(message).byteLength <= MDNS_LIMITS.messageBytes;
}
