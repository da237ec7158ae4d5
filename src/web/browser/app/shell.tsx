import { useEffect, useRef } from "preact/hooks";
import { t } from "../texts/texts.ts";
import { HealthNotice } from "./health-notice.tsx";
import { Navigation } from "./navigation.tsx";
import { clearFailure, Notices, Toasts } from "./notices.tsx";
import { PageFrame, shownTitle } from "./page-frame.tsx";
import { PRINTS } from "./route.ts";
import { route, slug } from "./router.ts";
import { StateNews } from "./state-news.tsx";

/** What is around every page. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const { page } = route.value;
  const title = shownTitle();
  const place = `${slug.value}/${page}`;
  const before = useRef(place);
  useEffect(() => {
    // The prints page names the open print itself.
    if (page !== PRINTS) document.title = `${title} · Tillroll`;
  }, [title, page]);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    clearFailure();
    // Who reads by ear begins at the top of the new page.
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
  }, [place]);
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t("shell.skip")}
      </button>
      <Navigation />
      <div class="shell-page">
        <div class="notices">
          <Notices />
          <HealthNotice />
        </div>
        <main id="page" class="shell-main" tabIndex={-1} ref={main}>
          <PageFrame />
        </main>
      </div>
      <Toasts />
      <StateNews />
    </div>
  );
}
