package dev.waggle.connect.llm.provider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Places of the key of a provider. The search order is each variable, then the file named by the variable with the
 * suffix {@code _FILE}, last a file of its own.
 *
 * @param variables names of environment variables, in order; may be empty
 * @param file a file that holds the key and nothing else, if one is named
 */
public record KeySource(List<String> variables, @Nullable Path file) {

    /** No key anywhere. */
    public static final KeySource NONE = new KeySource(List.of(), null);

    private static final String FILE = "_FILE";

    public KeySource {
        variables = List.copyOf(variables);
    }

    public static KeySource variables(String... names) {
        return new KeySource(List.of(names), null);
    }

    /** Result of the search for a key. */
    public sealed interface KeyLookup {

        /** The key was found. */
        record Key(ApiKey key, String location) implements KeyLookup {}

        /** The key, as a list of secrets; empty without one. */
        default List<String> secrets() {
            return this instanceof Key found ? List.of(found.key().reveal()) : List.of();
        }

        /** No key is set. */
        record Missing() implements KeyLookup {}

        /** The value found is no key. */
        record Unusable(String reason) implements KeyLookup {}
    }

    /** Searches that environment and the files that it points to. */
    public KeyLookup find(Map<String, String> environment) {
        for (String name : variables) {
            String text = environment.get(name);
            if (text != null && !text.isBlank()) {
                return key(text, name);
            }
            String path = environment.get(name + FILE);
            if (path != null && !path.isBlank()) {
                return read(Path.of(path.strip()), "the file of " + name + FILE);
            }
        }
        return file == null ? new KeyLookup.Missing() : read(file, VisibleText.of(file.toString()));
    }

    /** The places, for display: {@code X_API_KEY, X_API_KEY_FILE}. */
    public String places() {
        String names = variables.stream().map(name -> name + ", " + name + FILE).collect(Collectors.joining(", "));
        if (file == null) {
            return names.isEmpty() ? "nowhere" : names;
        }
        String own = VisibleText.of(file.toString());
        return names.isEmpty() ? own : names + ", " + own;
    }

    private static KeyLookup key(String text, String location) {
        try {
            return new KeyLookup.Key(ApiKey.of(text), location);
        } catch (IllegalArgumentException bad) {
            return new KeyLookup.Unusable(location + ": " + bad.getMessage());
        }
    }

    private static KeyLookup read(Path file, String location) {
        try {
            byte[] bytes = BoundedFile.bytes(file, 2 * ApiKey.MAX_LENGTH);
            return key(new String(bytes, StandardCharsets.UTF_8).replace("\uFEFF", ""), location);
        } catch (IOException unreadable) {
            return new KeyLookup.Unusable(location + " cannot be read: " + BoundedFile.reason(unreadable));
        }
    }
}
