import { showTheme, storedTheme } from "./app/stored-theme.ts";
import { keepReturnAddress } from "./return-address.ts";

// A shared link to a print leads here first when nobody is signed in.
keepReturnAddress(location.hash);
showTheme(storedTheme());

// Whoever has scanned a code wants in; what only looks where it leads runs no scripts, or shows nothing.
const phone = document.querySelector<HTMLFormElement>("form[data-phone]");
if (phone !== null && document.visibilityState === "visible") phone.requestSubmit();
