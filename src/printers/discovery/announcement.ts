/** A service that is announced on the network (RFC 6763). */
export interface Announcement {
  /** The name that people see in a list; at most 63 bytes of UTF-8 are used. */
  readonly instance: string;
  /** What the service is, such as `_ipp._tcp`. */
  readonly type: string;
  /** TCP port; 0 only claims the name, so that no other device takes it, and is listed nowhere (section 8). */
  readonly port: number;
  /** Particulars, as keys with values; in a value, {@link HOST_NAME} stands for this machine's name. */
  readonly txt: ReadonlyMap<string, string>;
}

/** In values of {@link Announcement.txt}: the name of this machine in the end, such as `tillroll-shop.local`. */
export const HOST_NAME = "{host}";

/** Whether two announcements tell the same. */
export function sameAnnouncement(left: Announcement, right: Announcement): boolean {
  return (
    left.instance === right.instance &&
    left.type === right.type &&
    left.port === right.port &&
    JSON.stringify([...left.txt]) === JSON.stringify([...right.txt])
  );
}
