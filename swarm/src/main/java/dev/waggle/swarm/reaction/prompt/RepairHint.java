package dev.waggle.swarm.reaction.prompt;

import java.util.Locale;

/** Instruction of a repair prompt that depends on the fault. */
public enum RepairHint {
    /** The reply was too long: votes first, and few words. */
    BRIEF,
    /** The model called a tool, and has none. */
    NO_TOOLS,
    /** The model called a tool that cannot be called any more. */
    NO_MORE_CALLS;

    /** Name of its section in the prompt file. */
    String section() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
