"""The journal of the benchmark for bean-extract: beancount's own CSV importer, told about the file."""
import csv

from beancount.core import data
from beancount.core.number import D
from beancount.ingest import identify
from beancount.ingest.importers.csv import Col, Importer

# bean-extract passes larger files over.
identify.FILE_TOO_LARGE_THRESHOLD = 1024**3


class Semicolons(csv.excel):
    delimiter = ";"


class Journal(Importer):
    def identify(self, file):
        return True

    def parse_amount(self, string):
        return D(string.replace(",", "."))


def categorize(txn, row):
    txn.postings.append(data.Posting("Assets:A" + row[2], -txn.postings[0].units, None, None, None, None))
    return txn


CONFIG = [
    Journal(
        {Col.DATE: "Dato", Col.NARRATION1: "Tekst", Col.AMOUNT: "Beløp", Col.REFERENCE_ID: "Referanse"},
        "Equity:Journal",
        "NOK",
        categorizer=categorize,
        csv_dialect=Semicolons,
        dateutil_kwds={"dayfirst": True},
        encoding="utf-8",
    )
]
