package dev.waggle.signal.connectivity;

import java.util.Locale;

/** The mode that routing asks for, from the cheapest to the deepest. */
public enum RequestedRoutingMode {
    CHEAP, FAST, DEEP;

    /** The word of the specification, in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
