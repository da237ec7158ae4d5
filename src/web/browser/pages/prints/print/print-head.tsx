import type { ComponentChildren } from "preact";
import type { DeliveryAnswer } from "../../../../../contract/delivery.ts";
import type { PrintAnswer } from "../../../../../contract/print.ts";
import type { HoldBody } from "../../../../../contract/retention.ts";
import { Badge } from "../../../design/badge.tsx";
import { Icon, type IconName } from "../../../design/icon.tsx";
import { Time } from "../../../design/time.tsx";
import { t } from "../../../texts/texts.ts";
import { DeliveryBadge } from "./print-deliveries.tsx";
import { RecognisedBadge, StateBadges } from "../print-badges.tsx";
import { nameOf } from "../print-name.ts";
import { TagChips } from "./tag-chips.tsx";

interface PrintHeadProps {
  readonly slug: string;
  readonly print: PrintAnswer;
  readonly deliveries: readonly DeliveryAnswer[];
  /** The legal hold on this print alone; `null` for none. */
  readonly hold: HoldBody | null;
  /** The printer that it came in by; `null` for none, or where that is not known. */
  readonly printer: string | null;
  /** Addresses of the list, and of the prints beside this one; `null` for none. */
  readonly back: string;
  readonly previous: string | null;
  readonly next: string | null;
  /** What can be done with it. */
  readonly children: ComponentChildren;
}

/** What a print is, and the way to its neighbours. */
export function PrintHead(props: PrintHeadProps) {
  const { slug, print, deliveries, hold, printer, back, previous, next, children } = props;
  return (
    <header class="view-head">
      <div class="view-ways">
        <a id="back" class="back" href={back}>
          <Icon name="back" />
          {t("print.back")}
        </a>
        <Way id="previous" icon="up" title={t("print.previous")} address={previous} />
        <Way id="next" icon="down" title={t("print.next")} address={next} />
      </div>
      <div class="view-title">
        <h1 id="name">{nameOf(print)}</h1>
        <p id="about" class="about">
          <StateBadges print={print} />
          <RecognisedBadge print={print} />
          {hold === null ? null : (
            <Badge title={t("print.keptBecause", { reason: hold.reason })}>{t("print.kept")}</Badge>
          )}
          <DeliveryBadge deliveries={deliveries} />
          {print.deviceId === null ? null : <span class="about-device">{print.deviceId}</span>}
          {printer === null || printer === print.deviceId ? null : (
            <span class="about-device">{t("print.via", { printer })}</span>
          )}
          <Time isFull at={print.createdAt} />
          <TagChips slug={slug} tag={print.tag} />
        </p>
      </div>
      {children}
    </header>
  );
}

interface WayProps {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly address: string | null;
}

/** The way to a neighbour; where there is none its place stays. */
function Way({ id, icon, title, address }: WayProps) {
  return address === null ? (
    <span class="icon-button way-none" aria-hidden="true">
      <Icon name={icon} />
    </span>
  ) : (
    <a id={id} class="icon-button" href={address} aria-label={title} title={title}>
      <Icon name={icon} />
    </a>
  );
}
