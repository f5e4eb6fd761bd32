package dev.waggle.cli.command.review;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Files of votes in a folder of a test. */
record VoteFiles(Path folder) {

    static final String HEADER = "item,agent,answer,confidence\n";

    Path votes(String rows) {
        return text("votes.csv", HEADER + rows);
    }

    Path text(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Path gzip(String name, String text) {
        Path file = folder.resolve(name);
        try (GZIPOutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write(text.getBytes(UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return file;
    }

    /** 50 items, 9 agents, one row each, so that no order of rows replaces anything. */
    static List<String> manyRows() {
        Random random = new Random(42);
        List<String> rows = new ArrayList<>();
        for (int item = 0; item < 50; item++) {
            for (int agent = 0; agent < 9; agent++) {
                rows.add("q%d,a%d,%s,%s\n".formatted(item, agent, "ABCD".charAt(random.nextInt(4)),
                        random.nextInt(101) / 100.0));
            }
        }
        return rows;
    }
}
