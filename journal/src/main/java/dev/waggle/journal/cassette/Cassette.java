package dev.waggle.journal.cassette;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Recording of one deliberation: the agents, the question, the agents' signals and the model calls behind them.
 *
 * <p>Its file is a reduced journal. Line 1 is {@code run:opened} with the roster and the rule of the ballots, line 2
 * {@code task:new}. Each further line is a signal of an agent, or of a harness about a call. Conflicts, counted
 * votes, decision and ending are not in it, and a file that holds them is refused. A replay computes them, so that
 * another strategy or one vote less changes the result. The signals are replayed without the calls. The calls serve
 * replays that repeat the model answers, in {@code dev.waggle.journal.tape}. A failed run has a last line that
 * records the failure.
 *
 * @param title for people, if it has one
 * @param question the question of the deliberation
 * @param roster the agents, in the order of their slots
 * @param ballots the name of the voting rule
 * @param settleRounds rounds without a move that a decision waits for, as in the solve that was recorded
 * @param content the signals that followed
 */
public record Cassette(@Nullable String title, Question question, List<Seat> roster, String ballots, int settleRounds,
        Content content) {

    public Cassette {
        roster = List.copyOf(roster);
    }

    /** The agents' signals in order, numbered by their lines in the file. */
    public List<LogEntry> entries() {
        return content.statements();
    }

    /** The harness signals about calls, without pieces, in order, numbered by their lines in the file. */
    public List<LogEntry> calls() {
        return content.calls();
    }

    /** The reason for the failure of the run; empty when it succeeded. */
    public Optional<String> failure() {
        return Optional.ofNullable(content.failure());
    }

    /**
     * Signals that followed the question.
     *
     * @param statements signals of the agents
     * @param calls signals of harnesses
     * @param failure reason of the failure, if the run failed
     */
    public record Content(List<LogEntry> statements, List<LogEntry> calls, @Nullable String failure) {
        public Content {
            statements = List.copyOf(statements);
            calls = List.copyOf(calls);
        }
    }

    /**
     * Question of the deliberation.
     *
     * @param signalId the id of its signal, which others answer to
     * @param text the question
     * @param context background, if there was any
     */
    public record Question(String signalId, String text, @Nullable String context) {}

    /**
     * An agent of the recording.
     *
     * @param id the id in its entries
     * @param name for people
     * @param role its purpose; may be empty
     * @param weight multiplies the weights of its votes; finite and above 0
     */
    public record Seat(String id, String name, String role, double weight) {
        public Seat {
            if (id.isBlank()) {
                throw new IllegalArgumentException("id must not be blank");
            }
            if (!(weight > 0 && weight <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("weight must be above 0 and finite, got " + weight);
            }
        }
    }
}
