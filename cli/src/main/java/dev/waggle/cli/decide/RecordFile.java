package dev.waggle.cli.decide;

import java.io.InputStream;
import java.util.List;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;

/** A file of rows: CSV or JSON lines, detected by its start. */
public final class RecordFile {

    private RecordFile() {}

    /** The rows of the file with that path; "-" is the standard input. */
    public static RecordReader open(String path, List<RecordColumn> columns, InputStream in, TerminalScreen screen) {
        return records(InputFile.open(path, in, screen, RecordReader.MAX_LINE), columns);
    }

    /** The rows of an open stream, which is closed with them. */
    public static RecordReader of(String name, InputStream raw, List<RecordColumn> columns) {
        return records(InputFile.of(name, raw, RecordReader.MAX_LINE), columns);
    }

    private static RecordReader records(InputFile file, List<RecordColumn> columns) {
        try {
            return reader(file, columns);
        } catch (UserException refusal) {
            file.close();
            throw refusal;
        }
    }

    private static RecordReader reader(InputFile file, List<RecordColumn> columns) {
        if (file.start().startsWith("[{")) {
            throw new UserException(file.name() + " is one JSON array",
                    "Write one object a line: jq -c '.[]' does that.");
        }
        return file.start().startsWith("{")
                ? new JsonRecordReader(file.name(), file.text(), columns)
                : new CsvRecordReader(file.name(), file.text(), columns);
    }
}
