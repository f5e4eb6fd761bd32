package dev.waggle.signal.log;

/**
 * Authenticated emitter of a signal, independent of its claimed source.
 *
 * @param by the authenticated emitter: an agent's id or a part of the runtime
 * @param invocation the number of that agent's call, from 1; 0 when it was not a call of an agent
 */
public record Emission(String by, int invocation) {

    /** Emitter of entries that were imported from a file, whatever their source. */
    public static final String IMPORTER = "import";

    public Emission {
        if (by.isBlank()) {
            throw new IllegalArgumentException("emitter must not be blank");
        }
        if (invocation < 0) {
            throw new IllegalArgumentException("invocation must be at least 0, got " + invocation);
        }
    }

    /** Returns the emission of a part of the runtime. */
    public static Emission by(String part) {
        return new Emission(part, 0);
    }
}
