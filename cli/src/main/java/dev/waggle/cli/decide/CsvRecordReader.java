package dev.waggle.cli.decide;

import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.cli.terminal.UserException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.dataformat.csv.CsvFactory;
import tools.jackson.dataformat.csv.CsvReadFeature;

/** Comma-separated values with quotes (RFC 4180); the first line names the columns, blank lines do not count. */
final class CsvRecordReader extends RecordReader {

    private static final int ABSENT = -1;

    private final JsonParser parser;
    private final int width;
    private final int[] position;

    CsvRecordReader(String file, Reader text, List<RecordColumn> columns) {
        super(file, columns);
        this.parser = CsvFactory.builder().enable(CsvReadFeature.SKIP_EMPTY_LINES)
                .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(RecordReader.MAX_LINE).build())
                .build().createParser(ObjectReadContext.empty(), text);
        List<String> header = header();
        this.width = header.size();
        this.position = columns.stream().mapToInt(column -> find(column, header)).toArray();
        refuseTwins(header);
    }

    @Override
    public boolean next() {
        Arrays.fill(cells, null);
        int found = 0;
        try {
            if (parser.nextToken() == null) {
                return false;
            }
            line = parser.currentLocation().getLineNr();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                storeCell(found++);
            }
        } catch (JacksonException wrong) {
            throw unreadable(wrong);
        }
        if (found != width) {
            throw new UserException(location() + " has " + found + " cells, the first line has " + width,
                    found > width
                            ? "Put cells that hold commas between double quotes."
                            : "Fill the row up; an empty cell is written as nothing between two commas.");
        }
        return true;
    }

    @Override
    public void close() {
        parser.close();
    }

    private List<String> header() {
        List<String> names = new ArrayList<>();
        try {
            if (parser.nextToken() == null) {
                throw new UserException(file + " is empty",
                        "Give a file with a line of column names and lines of votes.");
            }
            line = parser.currentLocation().getLineNr();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                names.add(parser.getString().strip());
            }
        } catch (JacksonException wrong) {
            throw unreadable(wrong);
        }
        return names;
    }

    private int find(RecordColumn column, List<String> header) {
        for (String name : column.names()) {
            int at = header.indexOf(name);
            if (at >= 0) {
                return at;
            }
        }
        if (column.need() == RecordColumn.Need.NOTHING) {
            return ABSENT;
        }
        throw column.missing(file, header, "the first line must hold the names");
    }

    private void refuseTwins(List<String> header) {
        Set<String> names = new HashSet<>();
        for (String name : header) {
            if (!name.isEmpty() && !names.add(name)) {
                throw new UserException(location() + " names two columns " + MessageText.quote(name),
                        "Give every column a name of its own.");
            }
        }
    }

    private void storeCell(int at) {
        for (int i = 0; i < position.length; i++) {
            if (position[i] == at) {
                cells[i] = parser.getString();
            }
        }
    }

    private UserException unreadable(JacksonException wrong) {
        return new UserException(
                file + ", row that starts in line " + Math.max(line, 1) + ": " + wrong.getOriginalMessage(),
                "Close every quote, and double the quotes inside a quoted cell.");
    }
}
