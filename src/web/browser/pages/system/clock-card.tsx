import { Loading } from "../../design/loading.tsx";
import { useState } from "preact/hooks";
import type { ClockAnswer } from "../../../../contract/service.ts";
import { get, post } from "../../client/request.ts";
import { useAnswer, useProgress } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Confirmation } from "../../design/dialog.tsx";
import { Facts } from "../../design/facts.tsx";
import { formatFullTime } from "../../texts/format.ts";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

/** The clock of the machine, and the time by which prints are dated. */
export function ClockCard() {
  const asked = useAnswer((end) => get<ClockAnswer>("/api/clock", end), []);
  const [deed, setDeed] = useState<"accept" | "repair" | null>(null);
  const { answer } = asked;
  useProgress(asked, ({ repair }) => repair !== null);
  if (answer === null || asked.error !== null) return <Loading of={asked} lines={4} />;
  const { machine, trusted, isBelieved, futurePrintAt, message } = answer;
  const act = async (path: string) => asked.set(await post<ClockAnswer>(path));
  return (
    <Card
      title={t("system.clock")}
      actions={
        <>
          {isBelieved ? null : <Button onClick={() => setDeed("accept")}>{t("system.acceptClock")}</Button>}
          {futurePrintAt === null ? null : (
            <Button onClick={() => setDeed("repair")}>{t("system.repairClock")}</Button>
          )}
        </>
      }
    >
      <Facts
        of={[
          [t("system.clockMachine"), formatFullTime(machine)],
          [t("system.clockTrusted"), formatFullTime(trusted)],
        ]}
      />
      <p>{said(message)}</p>
      {deed === "accept" ? (
        <Confirmation
          title={t("system.acceptClockTitle")}
          action={t("system.acceptClock")}
          onConfirm={() => act("/api/clock/accept")}
          onClose={() => setDeed(null)}
        >
          <p>{t("system.acceptClockText", { time: formatFullTime(machine) })}</p>
        </Confirmation>
      ) : null}
      {deed === "repair" ? (
        <Confirmation
          title={t("system.repairClockTitle")}
          action={t("system.repairClock")}
          isDangerous
          onConfirm={() => act("/api/clock/repair")}
          onClose={() => setDeed(null)}
        >
          <p>{t("system.repairClockText")}</p>
        </Confirmation>
      ) : null}
    </Card>
  );
}
