package dev.waggle.cli.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.journal.userfile.OutputTarget;
import org.jspecify.annotations.Nullable;

/** Open output of a command: a file that appears whole or not at all, a pipe, or a standard stream. */
public final class CommandOutput implements AutoCloseable {

    private final PrintWriter writer;
    private final @Nullable AtomicFile file;

    private CommandOutput(PrintWriter writer, @Nullable AtomicFile file) {
        this.writer = writer;
        this.file = file;
    }

    static CommandOutput on(PrintWriter standard) {
        return new CommandOutput(standard, null);
    }

    static CommandOutput at(OutputTarget target, FileAccess access) {
        AtomicFile file = AtomicFile.open(target, access);
        return new CommandOutput(new PrintWriter(file.stream(), false, StandardCharsets.UTF_8), file);
    }

    /** A part of the content, as bytes of UTF-8. */
    public interface ByteContent {

        void writeTo(OutputStream out) throws IOException;
    }

    public PrintWriter writer() {
        return writer;
    }

    /** Writes bytes; a standard stream gets them at once at the end. */
    public void write(ByteContent content) {
        try {
            if (file != null) {
                content.writeTo(file.stream());
                return;
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            content.writeTo(bytes);
            writer.print(bytes.toString(StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException("the output could not be written: " + failed.getMessage(), failed);
        }
    }

    /**
     * Ends the output; a file gets its name. A reader that has closed its pipe has what it wanted.
     *
     * @throws UserException when any of it could not be written
     */
    public void commit() {
        if (file == null) {
            if (writer.checkError() && !StandardOutput.isClosedByReader(writer)) {
                throw new UserException("could not write all of the output",
                        "Check the disk, or the program that reads it.");
            }
            return;
        }
        writer.flush();
        try {
            file.commit();
        } catch (UncheckedIOException failed) {
            throw new UserException(String.valueOf(failed.getMessage()),
                    "Nothing was changed; free disk space, or choose another path.");
        }
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }
}
