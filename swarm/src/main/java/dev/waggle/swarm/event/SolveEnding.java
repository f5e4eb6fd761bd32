package dev.waggle.swarm.event;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.swarm.lens.MathStopReason;

/** Cause of the end of a solve. The votes are a separate fact: a solve that hit a limit may still have a decision. */
public sealed interface SolveEnding {

    /** The name in logs and reports. */
    String wireName();

    /** The reason for people, to be continued with the figures. */
    String sentence();

    /** Every ending, in the order of reports. */
    static List<SolveEnding> all() {
        return Stream
                .concat(Arrays.stream(LoopStop.values()), Arrays.stream(MathStopReason.values()).map(MathStop::new))
                .toList();
    }

    /** An end that the loop of the solve finds itself. */
    enum LoopStop implements SolveEnding {
        CONSENSUS("consensus", "the swarm agreed"), //
        MAX_ROUNDS("max-rounds", "the last allowed round was over"), //
        MAX_SIGNALS("max-signals", "the last allowed signal was said"), //
        TIMEOUT("timeout", "the time was up"), //
        SILENCE("silence", "nobody had anything left to answer"), //
        /** Votes that are missing after a closing call, or could not be asked for, instead of silence. */
        NO_VOTES("no-votes", "votes are missing, and nobody had anything left to answer"), //
        FAILURE("failure", "every turn of the last round failed"), //
        BUDGET("budget", "the budget has no room for another call"), //
        /**
         * Cancellation by the caller: no further call is made. The existing votes count: they are evaluated as at every
         * end, and a decision is published as the last signal.
         */
        CANCELLED("cancelled", "it was cancelled"), //
        ESCALATED("escalated", "somebody outside is asked about a conflict"), //
        /** The same votes in several rounds, without a decision. */
        STALLED("stalled", "the votes stood still"), //
        /** A lead that alternated between two proposals, without a decision. */
        OSCILLATING("oscillating", "the lead went to and fro"), //
        /** Pause for people who answer later: the run is not over, and its log is not closed. */
        SUSPENDED("suspended", "it waits for the answer of a person");

        private final String word;
        private final String sentence;

        LoopStop(String word, String sentence) {
            this.word = word;
            this.sentence = sentence;
        }

        @Override
        public String wireName() {
            return word;
        }

        @Override
        public String sentence() {
            return sentence;
        }
    }

    /** An end that mathematics finds. */
    record MathStop(MathStopReason reason) implements SolveEnding {

        @Override
        public String wireName() {
            return reason.wireName();
        }

        @Override
        public String sentence() {
            return reason.sentence();
        }
    }
}
