import { useEffect, useState } from "preact/hooks";
import type { SignInCodeAnswer, SignInCodeOutcomeAnswer } from "../../../../contract/person.ts";
import { MILLISECONDS_PER_SECOND } from "../../../../domain/limits.ts";
import { PERSON_LIMITS } from "../../../../domain/person-limits.ts";
import { get, post } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Failure, Notice } from "../../design/notice.tsx";
import { Skeleton } from "../../design/page.tsx";
import { t } from "../../texts/texts.ts";
import { QrPicture } from "../people/qr-picture.tsx";

/** How long a code lasts, seconds. */
const CODE_SECONDS = PERSON_LIMITS.phoneCodeMilliseconds / MILLISECONDS_PER_SECOND;

/** The way for a phone to be signed in as whoever looks at this. @param onUsed called when one was */
export function PhoneCard({ onUsed }: { readonly onUsed: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const show = (
    <Button id="show-code" onClick={() => setOpen(true)}>
      {t("people.showCode")}
    </Button>
  );
  return (
    <Card title={t("people.phone")} actions={show}>
      <p>{t("people.phoneAbout")}</p>
      {isOpen ? <PhoneDialog onUsed={onUsed} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}

/** A code that a phone scans. It counts down, and says when it was used. */
function PhoneDialog({ onUsed, onClose }: { readonly onUsed: () => void; readonly onClose: () => void }) {
  const { answer: code, error, again } = useAnswer(() => post<SignInCodeAnswer>("/api/sign-in-codes"), []);
  const [ended, setEnded] = useState<{ readonly id: string; readonly state: "used" | "expired" } | null>(
    null,
  );
  useEffect(() => {
    if (code === null) return;
    const asking = new AbortController();
    get<SignInCodeOutcomeAnswer>(`/api/sign-in-codes/${code.id}`, asking.signal).then(
      ({ state }) => {
        if (state !== "waiting") setEnded({ id: code.id, state });
        if (state === "used") onUsed();
      },
      () => {},
    );
    return () => asking.abort();
  }, [code]);
  const state = code !== null && ended?.id === code.id ? ended.state : "waiting";
  return (
    <Dialog title={t("people.phone")} onClose={onClose}>
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {state === "used" ? <Notice kind="good">{t("people.codeUsed")}</Notice> : null}
      {state === "expired" ? <Notice>{t("people.codeEnded")}</Notice> : null}
      {state !== "waiting" ? null : code === null ? <Skeleton lines={8} /> : <Code code={code} />}
      <div class="dialog-actions">
        {state === "waiting" ? null : <Button onClick={again}>{t("people.newCode")}</Button>}
        <Button kind={state === "used" ? "main" : "plain"} onClick={onClose}>
          {t("people.close")}
        </Button>
      </div>
    </Dialog>
  );
}

function Code({ code: { svg, addresses, expiresAt } }: { readonly code: SignInCodeAnswer }) {
  const left = useSecondsLeft(expiresAt);
  const [, ...others] = addresses;
  return (
    <>
      <p>{t("people.scan")}</p>
      <QrPicture svg={svg} label={t("people.phoneCode")} />
      <p class="people-countdown">{t("people.codeLeft", { n: left })}</p>
      {others.length === 0 ? null : (
        <>
          <p>{t("people.otherAddress")}</p>
          {others.map((address) => (
            <p key={address} class="people-address">
              <code>{address}</code>
            </p>
          ))}
        </>
      )}
    </>
  );
}

/** Seconds until an instant, counted down. The clock of this device may be wrong: it counts from when it was told. */
function useSecondsLeft(expiresAt: string): number {
  const [left, setLeft] = useState(CODE_SECONDS);
  useEffect(() => {
    setLeft(CODE_SECONDS);
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), MILLISECONDS_PER_SECOND);
    return () => clearInterval(timer);
  }, [expiresAt]);
  return left;
}
