import { render } from "preact";
import { addressOf } from "../base-path.ts";
import { beginSearch } from "../client/early-search.ts";
import { whenSignedOut } from "../client/request.ts";
import { loadPageFont } from "../receipt-fonts.ts";
import { keepReturnAddress, takeReturnAddress } from "../return-address.ts";
import { loadTexts } from "../texts/texts.ts";
import { fail, Notices } from "./notices.tsx";
import { loadShownPage } from "./page-frame.tsx";
import { PRINTS } from "./route.ts";
import { goTo, query, route, slug } from "./router.ts";
import { loadSession, may } from "./session.ts";
import { Shell } from "./shell.tsx";
import { followTheme } from "./theme.ts";

/** Time after which starting is tried again when it failed, milliseconds. */
const RETRY_MILLISECONDS = 2000;

/** Starts the dashboard: texts and session first, then the shell with the page that the address names. */
export async function start(): Promise<void> {
  followTheme();
  whenSignedOut(() => {
    keepReturnAddress(location.hash);
    location.assign(addressOf("/sign-in"));
  });
  const root = document.querySelector("#app");
  if (root === null) return;
  // What the page needs is asked for together: its file, the texts, and who is signed in.
  const texts = loadTexts();
  const session = loadSessionPatiently(root).then(() => {
    returnToKept();
    // The list is asked for what it shows first while its file is still on its way.
    if (route.value.page === PRINTS && query.value === "" && may("read")) beginSearch(slug.value);
  });
  await Promise.all([texts, session, loadShownPage(texts)]);
  render(<Shell />, root);
  void loadPageFont();
}

/** Goes to where the reader was when the session had ended. */
function returnToKept(): void {
  if (location.hash !== "") return;
  const kept = takeReturnAddress();
  if (kept === "") history.replaceState(null, "", addressOf("/"));
  else goTo(kept, true);
}

/** Asks until there is an answer; meanwhile the page says what is wrong. */
async function loadSessionPatiently(root: Element): Promise<void> {
  for (;;) {
    try {
      await loadSession();
      return;
    } catch (error) {
      fail(error);
      render(<Notices />, root);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }
}
