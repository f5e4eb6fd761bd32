package dev.waggle.cli.command.solve;

import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;

/** Exit code of a command that solves one question. */
enum SolveExit {
    /** The votes decided, however the solve ended. */
    DECIDED(0),
    /** No agent gave a usable answer in the last round. */
    FAILED(1),
    /** The votes did not decide, or the solve waits for people. */
    UNDECIDED(3),
    /** Budget or time ended the solve without a decision. */
    EXHAUSTED(4);

    /** Lines of help. */
    static final String HELP_1 = "Exit code 0 when the swarm decided, 3 when it did not or waits for people,";
    static final String HELP_2 = "4 when budget or time ended first, 1 when no model gave a usable answer, 2 for";
    static final String HELP_3 = "bad use. With --exit-zero 0 in place of 3 and 4.";

    private final int code;

    SolveExit(int code) {
        this.code = code;
    }

    static SolveExit of(SwarmResult result) {
        if (!result.openSeats().isEmpty()) {
            return UNDECIDED;
        }
        if (result.consensus().decided()) {
            return DECIDED;
        }
        if (result.ending() == LoopStop.FAILURE) {
            return FAILED;
        }
        return result.ending() == LoopStop.BUDGET || result.ending() == LoopStop.TIMEOUT ? EXHAUSTED : UNDECIDED;
    }

    int code() {
        return code;
    }
}
