package dev.waggle.cli.decide;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

import dev.waggle.cli.terminal.UserException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reader of JSON lines: one object a line, blank lines ignored. Values are texts, numbers, true, false or null. An array
 * or an object is refused when it is read as a text.
 */
final class JsonRecordReader extends RecordReader {

    /** Suffix in which Jackson names a position within its own source, which is always one line. */
    private static final Pattern LOCATION = Pattern.compile("\\s*\\(start marker at .*", Pattern.DOTALL);

    private final BufferedReader lines;
    private final JsonFactory json = new JsonFactory();
    private final int[] nameOf;
    private final boolean[] seen;

    /** The problem of each cell that is an array or an object. */
    private final @Nullable String[] nested;

    private final List<String> fields = new ArrayList<>();
    private List<String> firstFields = List.of();

    JsonRecordReader(String file, Reader text, List<RecordColumn> columns) {
        super(file, columns);
        this.lines = new BufferedReader(text);
        this.nameOf = new int[columns.size()];
        this.seen = new boolean[columns.size()];
        this.nested = new @Nullable String[columns.size()];
    }

    @Override
    public boolean next() {
        String text = nextLine();
        if (text == null) {
            refuseColumnsNeverSeen();
            return false;
        }
        read(text);
        if (firstFields.isEmpty()) {
            firstFields = List.copyOf(fields);
        }
        for (int i = 0; i < cells.length; i++) {
            boolean there = nameOf[i] < columns.get(i).names().size();
            seen[i] |= there;
            if (!there && columns.get(i).need() == RecordColumn.Need.VALUE) {
                throw columns.get(i).missing(location(), fields, "every line must hold it");
            }
        }
        return true;
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("could not close " + file, failure);
        }
    }

    private @Nullable String nextLine() {
        try {
            String text;
            do {
                text = lines.readLine();
                line++;
            } while (text != null && text.isBlank());
            return text;
        } catch (IOException failure) {
            throw new UncheckedIOException("could not read " + location(), failure);
        }
    }

    private void refuseColumnsNeverSeen() {
        for (int i = 0; i < cells.length; i++) {
            if (!seen[i] && columns.get(i).need() != RecordColumn.Need.NOTHING) {
                throw columns.get(i).missing(file, firstFields, "it stands in no line");
            }
        }
    }

    private void read(String text) {
        Arrays.fill(cells, null);
        Arrays.fill(nested, null);
        for (int i = 0; i < nameOf.length; i++) {
            nameOf[i] = columns.get(i).names().size();
        }
        fields.clear();
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw notAnObject(text, "it does not start with {");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = parser.currentName();
                fields.add(field);
                JsonToken value = parser.nextToken();
                storeCell(parser, field, value);
                parser.skipChildren();
            }
            if (parser.nextToken() != null) {
                throw notAnObject(text, "something follows the }");
            }
        } catch (JacksonException wrong) {
            throw notAnObject(text, LOCATION.matcher(wrong.getOriginalMessage()).replaceAll(""));
        }
    }

    /** Stores the value in every column for which the field is the best name so far. */
    private void storeCell(JsonParser parser, String field, JsonToken value) {
        for (int i = 0; i < cells.length; i++) {
            int rank = columns.get(i).names().indexOf(field);
            if (rank >= 0 && rank == nameOf[i]) {
                throw new UserException(location() + " holds " + MessageText.quote(field) + " twice",
                        "Give every field of an object a name of its own.");
            }
            if (rank >= 0 && rank < nameOf[i]) {
                nameOf[i] = rank;
                storeCell(i, parser, field, value);
            }
        }
    }

    private void storeCell(int column, JsonParser parser, String field, JsonToken value) {
        boolean isArray = value == JsonToken.START_ARRAY;
        nested[column] = value.isStructStart()
                ? MessageText.quote(field) + " is " + (isArray ? "an array" : "an object")
                : null;
        if (value.isStructStart()) {
            cells[column] = isArray ? "[...]" : "{...}";
        } else {
            cells[column] = value == JsonToken.VALUE_NULL ? null : parser.getString();
        }
    }

    @Override
    public String text(int column) {
        String problem = nested[column];
        if (problem != null) {
            throw new UserException(location() + ": " + problem, "Give a text or a number.");
        }
        return super.text(column);
    }

    @Override
    String shown(int column) {
        return super.text(column);
    }

    private UserException notAnObject(String text, String reason) {
        return new UserException(location() + " is not a JSON object: " + reason + " in " + MessageText.quote(text),
                "Write one whole object on every line.");
    }
}
