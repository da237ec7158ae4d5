import { keepReturnAddress } from "./route.ts";

// A shared link to a print leads here first when nobody is signed in.
keepReturnAddress(location.hash);
