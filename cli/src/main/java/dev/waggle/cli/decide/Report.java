package dev.waggle.cli.decide;

/** Where outcomes go, one by one, then the summary. */
public sealed interface Report permits TableReport, JsonReport, CsvReport {

    void item(Outcome outcome);

    /** After the last item. */
    void end(Summary summary);
}
