package dev.waggle.server.access;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonLine;

/** Right of a caller. Each is granted by name and none includes another, but {@link #ADMIN} includes all. */
public enum AccessScope {

    /** Reading of runs, signals, memories and everything else in the folder. */
    READ,

    /** Starting, cancelling and resuming of solves, which may cost money, and telling their outcomes. */
    SOLVE,

    /** Generating signals, subscribing, and reading inboxes. */
    SIGNALS,

    /** Answers in the seat of a person. */
    SEAT,

    /** All other rights, and the folder for commands of its owner. */
    ADMIN;

    /** The name in token files and documents. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The right of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static AccessScope of(String word) {
        return Stream.of(values()).filter(scope -> scope.wireName().equals(word)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no scope "
                        + JsonLine.quoted(word.substring(0, Math.min(word.length(), 40))) + "\nMaybe one of "
                        + Stream.of(values()).map(AccessScope::wireName).collect(Collectors.joining(", ")) + '.'));
    }
}
