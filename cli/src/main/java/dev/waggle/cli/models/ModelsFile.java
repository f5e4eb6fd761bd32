package dev.waggle.cli.models;

import java.nio.file.Path;
import java.util.Map;

import dev.waggle.cli.terminal.UserException;
import org.jspecify.annotations.Nullable;

/** The file of providers, aliases and prices: the one that is named, else {@code $WAGGLE_MODELS}. */
public final class ModelsFile {

    private static final String VARIABLE = "WAGGLE_MODELS";

    private ModelsFile() {}

    /**
     * The path of the file; {@code null} if none is named.
     *
     * @param named the path of an option
     * @throws UserException when the variable holds an address, which is not shown because it may hold a key
     */
    public static @Nullable Path of(@Nullable Path named, Map<String, String> environment) {
        String variable = environment.get(VARIABLE);
        if (named != null || variable == null || variable.isBlank()) {
            return named;
        }
        if (variable.contains("://")) {
            throw new UserException(VARIABLE + " names a file, and holds an address",
                    "Set it to the path of a file; the addresses of providers belong in that file.");
        }
        return Path.of(variable);
    }
}
