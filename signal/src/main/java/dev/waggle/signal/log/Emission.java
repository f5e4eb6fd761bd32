package dev.waggle.signal.log;

/**
 * Who really emitted a signal, whatever its source claims.
 *
 * @param by the authenticated emitter: an agent's id or a part of the runtime
 * @param invocation which call of that agent said it, from 1; 0 when it was not a call of an agent
 */
public record Emission(String by, int invocation) {

    /** Emits entries that were imported from a file, whatever their source. */
    public static final String IMPORTER = "import";

    public Emission {
        if (by.isBlank()) {
            throw new IllegalArgumentException("emitter must not be blank");
        }
        if (invocation < 0) {
            throw new IllegalArgumentException("invocation must be at least 0, got " + invocation);
        }
    }

    /** Emitted by a part of the runtime. */
    public static Emission by(String part) {
        return new Emission(part, 0);
    }
}
