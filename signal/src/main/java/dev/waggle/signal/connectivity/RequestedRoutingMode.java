package dev.waggle.signal.connectivity;

/** Routing mode requested by routing, from the cheapest to the deepest. */
public enum RequestedRoutingMode {
    CHEAP, FAST, DEEP;
}
