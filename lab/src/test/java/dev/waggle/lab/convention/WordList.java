package dev.waggle.lab.convention;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A list of words in a file beside this class: one word a line, comments after a hash. */
final class WordList {

    private WordList() {}

    static List<String> of(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(WordList.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .map(line -> line.replaceFirst("#.*", "").strip()).filter(word -> !word.isEmpty()).toList();
        }
    }
}
