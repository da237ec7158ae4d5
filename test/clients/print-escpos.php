<?php
/* Prints receipts by escpos-php, all by one connection: print-escpos.php PORT ORDER..., or --find. */

use Mike42\Escpos\PrintConnectors\NetworkPrintConnector;
use Mike42\Escpos\Printer;

/* Longer than the rest that tells receipts apart, shorter than the silence that ends a job. */
const REST_MICROSECONDS = 500000;

/* Where `composer global require` puts it. */
foreach ([getenv("COMPOSER_HOME"), getenv("HOME") . "/.config/composer", getenv("HOME") . "/.composer"] as $home) {
    if ($home && is_file("$home/vendor/autoload.php")) require_once "$home/vendor/autoload.php";
}
if (!class_exists(Printer::class)) exit(1);

if ($argv[1] !== "--find") {
    $printer = new Printer(new NetworkPrintConnector("127.0.0.1", (int) $argv[1], 20));
    foreach (array_slice($argv, 2) as $number => $order) {
        if ($number > 0) usleep(REST_MICROSECONDS);
        $printer->setJustification(Printer::JUSTIFY_CENTER);
        $printer->text("$order\n");
        $printer->text("Caf\u{e9} Aurora\n");
        $printer->cut();
        $printer->pulse();
    }
    $printer->close();
    echo "printed\n";
}
