package dev.waggle.cli.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;

/** The lines of a text file, one at a time, with the current position. Owned by one thread. */
public final class LineReader implements AutoCloseable {

    private final InputFile file;
    private final BufferedReader reader;
    private long line;

    /** Reads the file to its end and closes it with this. */
    public LineReader(InputFile file) {
        this.file = file;
        this.reader = new BufferedReader(file.text());
    }

    /** The file and the number of the line that was read last, for messages. */
    public String location() {
        return file.name() + ", line " + line;
    }

    /** Name of the file in messages. */
    public String name() {
        return file.name();
    }

    /** The number of the line that was read last, from 1. */
    public long line() {
        return line;
    }

    /** The next line without its end; empty at the end of the file. */
    public Optional<String> next() {
        try {
            Optional<String> next = Optional.ofNullable(reader.readLine());
            line += next.isPresent() ? 1 : 0;
            return next;
        } catch (IOException failure) {
            throw StrictTextReader.unreadable(file.name(), failure);
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
