package dev.waggle.cli.decide;

import java.util.List;

import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.UserError;

/** A file of rows: CSV or JSON lines, told by how it starts. */
final class RecordFile {

    private RecordFile() {}

    /** The rows of the file with that path; "-" is the standard input. */
    static Records open(String path, List<Column> columns, Screen screen) {
        return of(InputFile.open(path, screen, Records.MAX_LINE), columns);
    }

    /** The rows of an open file. */
    static Records of(InputFile file, List<Column> columns) {
        try {
            return records(file, columns);
        } catch (UserError refusal) {
            file.close();
            throw refusal;
        }
    }

    private static Records records(InputFile file, List<Column> columns) {
        if (file.start().startsWith("[{")) {
            throw new UserError(file.name() + " is one JSON array", "Write one object a line: jq -c '.[]' does that.");
        }
        return file.start().startsWith("{")
                ? new JsonRecords(file.name(), file.text(), columns)
                : new CsvRecords(file.name(), file.text(), columns);
    }
}
