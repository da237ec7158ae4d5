/** Limits and times of multicast DNS (RFC 6762) and DNS-based service discovery (RFC 6763). */
export const MDNS_LIMITS = {
  /** The port of multicast DNS. */
  port: 5353,
  ipv4Group: "224.0.0.251",
  ipv6Group: "ff02::fb",
  /** Messages never leave the local link; receivers may check it (RFC 6762, section 11). */
  timeToLive: 255,
  /** What a message of ours is kept to, bytes: it fits into the smallest MTU of IPv6, 1280, with its headers. */
  messageBytes: 1232,
  /** The most bytes of an incoming message (RFC 6762, section 17). */
  receivedBytes: 9000,
  /** Records of one incoming message; more are an attack. */
  messageRecords: 500,
  /** Life of records that name or address a host, seconds (RFC 6762, section 10). */
  hostSeconds: 120,
  /** Life of all other records, seconds. */
  otherSeconds: 4500,
  /** Longest life told to a resolver that knows nothing of multicast DNS, seconds (section 6.7). */
  legacySeconds: 10,
  /** Questions asked before a name is taken, and the time between them (section 8.1). */
  probes: 3,
  probeMilliseconds: 250,
  /** How long is waited after a race for a name was lost (section 8.2). */
  lostTieMilliseconds: 1000,
  /** From so many conflicts within that time on, each further try waits that long (section 8.1). */
  conflicts: 15,
  conflictWindowMilliseconds: 10_000,
  conflictPauseMilliseconds: 5000,
  /** Announcements of what is new, and the time between them (section 8.3). */
  announcements: 2,
  announceMilliseconds: 1000,
  /** Answers that others may give too wait for a random time between these (section 6). */
  shortestDelayMilliseconds: 20,
  longestDelayMilliseconds: 120,
  /** The same after a question whose known answers go on in a further message (section 7.2). */
  shortestTruncatedDelayMilliseconds: 400,
  longestTruncatedDelayMilliseconds: 500,
  /** A record is not multicast again sooner, except to answer a probe (section 6). */
  repeatMilliseconds: 1000,
  probeRepeatMilliseconds: 250,
  /** Messages that wait to be sent; what comes beyond is dropped. */
  waitingMessages: 500,
  /** Answers that wait; what comes beyond is not answered. */
  pendingAnswers: 200,
  /** The most bytes of a label (RFC 1035, section 2.3.4): also of a service's name. */
  labelBytes: 63,
  /** The most bytes of a string in a TXT record. */
  textBytes: 255,
  /** How often the addresses of this machine are looked at, milliseconds. */
  addressPollMilliseconds: 10_000,
} as const;

/** Limits of Epson's discovery protocol. */
export const EPSON_LIMITS = {
  port: 3289,
  /** Answers a second to all hosts together: a host that is not content asks again thousands of times. */
  answersPerSecond: 200,
} as const;
