package dev.waggle.connect.a2a.protocol;

import java.util.List;

/** Media types that an agent or a skill reads and writes. */
public record A2aMediaModes(List<String> inputs, List<String> outputs) {

    /** Modes of a skill that has those of its agent. */
    public static final A2aMediaModes DEFAULT = new A2aMediaModes(List.of(), List.of());

    public A2aMediaModes {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }
}
