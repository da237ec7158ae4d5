import { sentPrints } from "/tmp/wt/ashipping/scripts/bench/shipping/sent-shop.ts";
import { appliedPrints } from "/tmp/wt/ashipping/scripts/bench/shipping/applied.ts";
const per = Number(process.argv[2] ?? 2500),
  n = Number(process.argv[3] ?? 8);
const shops = [];
for (let i = 0; i < n; i++) shops.push(await sentPrints(per, i * per));
const prints = per * n;
console.log(
  "wire",
  shops.reduce((s, x) => s + x.bytes, 0) / prints,
  "cpu us",
  (shops.slice(1).reduce((s, x) => s + x.milliseconds, 0) * 1000) / (prints - per),
);
console.log(await appliedPrints(shops));
process.exit(0);
