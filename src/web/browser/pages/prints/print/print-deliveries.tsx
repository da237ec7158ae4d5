import { useState } from "preact/hooks";
import type { DeliveryAnswer } from "../../../../../contract/delivery.ts";
import { attempt, toast } from "../../../app/notices.tsx";
import { may } from "../../../app/session.ts";
import { post, workspacePath } from "../../../client/request.ts";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Time } from "../../../design/time.tsx";
import { t } from "../../../texts/texts.ts";
import { deliveryWords } from "./print-words.ts";

interface PrintDeliveriesProps {
  readonly slug: string;
  readonly deliveries: readonly DeliveryAnswer[];
  /** A delivery was decided on. */
  readonly onChange: () => void;
}

/** What became of a print at the real printers, and what a person can decide on it. */
export function PrintDeliveries({ slug, deliveries, onChange }: PrintDeliveriesProps) {
  if (deliveries.length === 0) return null;
  return (
    <section id="deliveries" class="facts-part" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">{t("print.deliveries")}</h2>
      <dl>
        {deliveries.map((delivery) => {
          const { printer, words } = deliveryWords(delivery);
          return (
            <div class="field" key={delivery.id}>
              <dt>{printer}</dt>
              <dd>
                {words} <Time at={delivery.updatedAt} />
                {may("operate") ? <Decisions slug={slug} delivery={delivery} onChange={onChange} /> : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

type Decision = "release" | "retry" | "cancel";

/** What can be decided on a delivery in a state. */
const DECISIONS: Readonly<Partial<Record<DeliveryAnswer["state"], readonly Decision[]>>> = {
  queued: ["cancel"],
  held: ["release", "cancel"],
  kept: ["release"],
  failed: ["retry"],
};

interface DecisionsProps {
  readonly slug: string;
  readonly delivery: DeliveryAnswer;
  readonly onChange: () => void;
}

function Decisions({ slug, delivery: { id, state, updatedAt }, onChange }: DecisionsProps) {
  // What was decided on as it stood is not decided on again before it is known what it has become.
  const [decided, setDecided] = useState("");
  const decide = (decision: Decision) =>
    attempt(async () => {
      await post(workspacePath(slug, "deliveries", id, decision));
      setDecided(updatedAt);
      toast(t(decision === "cancel" ? "print.delivery.willNot" : "print.delivery.willPrint"));
      onChange();
    });
  const decisions = DECISIONS[state] ?? [];
  if (decisions.length === 0 || decided === updatedAt) return null;
  return (
    <span class="delivery-decisions">
      {decisions.map((decision) => (
        <Button key={decision} onClick={() => decide(decision)}>
          {t(`print.delivery.${decision}`)}
        </Button>
      ))}
    </span>
  );
}

/** How a print stands with the real printers, at a glance: what asks for a person comes first. */
export function DeliveryBadge({ deliveries }: { readonly deliveries: readonly DeliveryAnswer[] }) {
  const has = (wanted: DeliveryAnswer["state"]) => deliveries.some(({ state }) => state === wanted);
  if (has("held")) return <Badge kind="warning">{t("print.delivery.badge.held")}</Badge>;
  return has("failed") ? <Badge kind="bad">{t("print.delivery.badge.failed")}</Badge> : null;
}
