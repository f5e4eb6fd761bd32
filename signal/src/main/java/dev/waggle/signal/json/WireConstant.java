package dev.waggle.signal.json;

import java.util.Locale;

/** Constant of an enum whose name in logs, results, files and flags is {@code lower-case-with-hyphens}. */
public interface WireConstant {

    /** The Java name of the constant. */
    String name();

    /** The name outside of Java, for example {@code entropy-converged} for {@code ENTROPY_CONVERGED}. */
    default String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
