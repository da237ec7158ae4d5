import { addressOf } from "./base-path.ts";
import { Notices } from "./notices.ts";
import { pollWhileVisible } from "./polling.ts";
import { PrintsPage } from "./prints-page.ts";
import { keepReturnAddress, takeReturnAddress } from "./route.ts";
import { loadPageFont } from "./receipt-fonts.ts";
import { Service } from "./service.ts";

/** Time after which starting is tried again when it failed, milliseconds. */
const RETRY_MILLISECONDS = 2000;

/** Time between two looks at how the service is, milliseconds. */
const HEALTH_MILLISECONDS = 30_000;

const notices = new Notices();
const service = new Service({
  onSignedOut() {
    keepReturnAddress(location.hash);
    location.assign(addressOf("/sign-in"));
  },
  onReachable: (reachable) => notices.showConnection(reachable),
});

void start();
void lookAtHealth();
pollWhileVisible(lookAtHealth, HEALTH_MILLISECONDS);

async function lookAtHealth(): Promise<void> {
  try {
    const health = await service.health();
    if (health !== null) notices.showHealth(health);
  } catch (error) {
    notices.fail(error);
  }
}

async function start(): Promise<void> {
  try {
    const [me, workspaces] = await Promise.all([service.me(), service.workspaces()]);
    notices.clear();
    void loadPageFont();
    const canWrite = me.scopes.includes("write") || me.scopes.includes("admin");
    const page = new PrintsPage(service, notices, workspaces, canWrite);
    if (location.hash === "") history.replaceState(null, "", takeReturnAddress() || addressOf("/"));
    page.start();
  } catch (error) {
    notices.fail(error);
    setTimeout(start, RETRY_MILLISECONDS);
  }
}
