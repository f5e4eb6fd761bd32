package dev.waggle.cli.browser;

import java.util.Locale;

/** A colour scheme that a reader prefers. */
enum PageTheme {
    LIGHT, DARK;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
