package dev.waggle.signal.text;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Absence of a locale, for {@link String#format(Locale, String, Object...)}. */
public final class PlainLocale {

    /**
     * Numbers as in program text: digits of ASCII, a point, commas between thousands. With any locale, {@link
     * Locale#ROOT} too, Java loads tables of all locales at the first number, which takes longer than many a command.
     */
    public static final @Nullable Locale NONE = null;

    private PlainLocale() {}
}
