package dev.waggle.signal.connectivity;

import java.util.Locale;

/** Routing mode requested by routing, from the cheapest to the deepest. */
public enum RequestedRoutingMode {
    CHEAP, FAST, DEEP;

    /** Returns the name of the specification, in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
