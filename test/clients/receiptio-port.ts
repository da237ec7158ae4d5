import net from "node:net";

/* Loaded before receiptio's command line tool, which knows port 9100 only: that of RAW_PORT is taken instead. */

const port = Number(process.env["RAW_PORT"]);
const connect = net.connect.bind(net) as (port: number, host: string) => net.Socket;
net.connect = ((_port: number, host: string) => connect(port, host)) as typeof net.connect;
