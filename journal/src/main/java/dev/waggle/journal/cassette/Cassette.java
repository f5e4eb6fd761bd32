package dev.waggle.journal.cassette;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * One recorded deliberation: who took part, what was asked, what the agents said, and the calls of models behind it.
 *
 * <p>Its file is a journal like any other, cut down: line 1 is {@code run:opened} with the roster and the rule of the
 * ballots, line 2 {@code task:new}, and each further line something that an agent said, or that a harness told of a
 * call. Conflicts, counted votes, decision and ending are not in it, and a file that holds them is refused: whoever
 * plays a cassette works them out, so that another strategy or one vote less really makes a difference. The words are
 * played without the calls; the calls are for whoever has the models answer again, in {@code dev.waggle.journal.tape}.
 * A run that failed has a last line that says so.
 *
 * @param title for people, if it has one
 * @param question what was asked
 * @param roster the agents, in the order of their seats
 * @param ballots the word of the rule by which votes were given
 * @param content what followed
 */
public record Cassette(@Nullable String title, Question question, List<Seat> roster, String ballots, Content content) {

    public Cassette {
        roster = List.copyOf(roster);
    }

    /** What the agents said, in order; numbered by their lines in the file. */
    public List<LogEntry> entries() {
        return content.statements();
    }

    /** What harnesses told of their calls, without pieces, in order; numbered by their lines in the file. */
    public List<LogEntry> calls() {
        return content.calls();
    }

    /** Why the run came to no good end; empty when it did. */
    public Optional<String> failure() {
        return Optional.ofNullable(content.failure());
    }

    /**
     * What followed on the question.
     *
     * @param statements what the agents said
     * @param calls what harnesses told
     * @param failure why the run failed, if it did
     */
    public record Content(List<LogEntry> statements, List<LogEntry> calls, @Nullable String failure) {
        public Content {
            statements = List.copyOf(statements);
            calls = List.copyOf(calls);
        }
    }

    /**
     * What was asked.
     *
     * @param signalId the id of its signal, which others answer to
     * @param text the question
     * @param context background, if there was any
     */
    public record Question(String signalId, String text, @Nullable String context) {}

    /**
     * An agent of the recording.
     *
     * @param id what its entries are marked with
     * @param name for people
     * @param role what it is there for; may be empty
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
