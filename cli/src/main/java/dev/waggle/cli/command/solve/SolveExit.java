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

    /** Title of the codes in help. */
    static final String TITLE = "%nExit codes:%n";

    /** The codes with their meanings, for help and manual pages. */
    static final String HELP_0 = "0:The swarm decided.";
    static final String HELP_1 = "1:No model gave a usable answer, or an internal error of Waggle.";
    static final String HELP_2 = "2:An error that the user can correct.";
    static final String HELP_3 = "3:The swarm did not decide, or waits for people; 0 with --exit-zero.";
    static final String HELP_4 = "4:Budget or time ended first; 0 with --exit-zero.";

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
