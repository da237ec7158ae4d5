import { desktopNotices, switchDesktopNotices } from "../../app/desktop-notices.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { t } from "../../texts/texts.ts";

/** Notices of the desktop: asked for by a click only. */
export function DesktopCard() {
  const state = desktopNotices.value;
  const canSwitch = state === "on" || state === "off";
  return (
    <Card
      title={t("notifications.here")}
      {...(canSwitch && {
        actions: (
          <Button
            kind={state === "on" ? "plain" : "main"}
            icon="bell"
            onClick={() => void switchDesktopNotices(state === "off", t("notifications.hereTest"))}
          >
            {t(state === "on" ? "notifications.switchOff" : "notifications.switchOn")}
          </Button>
        ),
      })}
    >
      <p role="status">{t(WORDS[state])}</p>
    </Card>
  );
}

const WORDS = {
  on: "notifications.hereOn",
  off: "notifications.hereOff",
  blocked: "notifications.hereBlocked",
  unsafe: "notifications.hereUnsafe",
  never: "notifications.hereNever",
} as const;
