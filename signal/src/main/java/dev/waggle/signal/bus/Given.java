package dev.waggle.signal.bus;

import org.jspecify.annotations.Nullable;

/** What callers must give. */
final class Given {

    private static final int MAX_NAME = 512;

    private Given() {}

    static <T> T present(String field, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " must be present");
        }
        return value;
    }

    static String subscriber(@Nullable String name) {
        String given = present("subscriber", name);
        if (given.isBlank() || given.length() > MAX_NAME) {
            throw new IllegalArgumentException("subscriber must be a name of 1 to " + MAX_NAME + " characters, got "
                    + (given.isBlank() ? "\"" + given + "\"" : given.length() + " characters"));
        }
        return given;
    }
}
