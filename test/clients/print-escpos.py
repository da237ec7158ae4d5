"""Prints receipts by python-escpos, all by one connection: print-escpos.py PORT ORDER..., or --find."""

import sys
import time

from escpos.printer import Network

# Longer than the rest that tells receipts apart, shorter than the silence that ends a job.
REST_SECONDS = 0.5

if sys.argv[1] != "--find":
    printer = Network("127.0.0.1", port=int(sys.argv[1]), timeout=20)
    for number, order in enumerate(sys.argv[2:]):
        if number > 0:
            time.sleep(REST_SECONDS)
        printer.set(align="center")
        printer.text(order + "\n")
        printer.text("Caf\u00e9 Aurora\n")
        printer.cut()
        printer.cashdraw(2)
    printer.close()
    print("printed")
