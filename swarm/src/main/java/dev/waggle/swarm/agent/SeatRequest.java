package dev.waggle.swarm.agent;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.waggle.signal.Draft;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.swarm.Task;

/**
 * Request to a person who answers later: the turn, what is new for it, and the deadline. Every answer passes {@link
 * #check} before it is stored, so that no unreadable one is.
 *
 * @param turn the turn
 * @param task the question of the solve
 * @param deadline real date from which an answer is too late
 * @param occasion occasion of the turn
 * @param mail signals for the person since the last turn
 * @param history the signals that the answer may refer to
 */
public record SeatRequest(SeatTurn turn, Task task, Instant deadline, SeatOccasion occasion, AgentMail mail,
        SeatHistory history) {

    /** Kinds of turns. */
    public enum OccasionKind {
        /** Usual turn of a round. */
        ROUND,
        /** Turn in a debate on two proposals. */
        DEBATE,
        /** Last chance to vote before the solve ends; only votes are taken. */
        CLOSING;

        /** Name in logs and JSON. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Occasion of a turn.
     *
     * @param kind its kind
     * @param proposals ids of the proposals that it is about; none in a usual turn
     */
    public record SeatOccasion(OccasionKind kind, List<String> proposals) {
        public SeatOccasion {
            proposals = List.copyOf(proposals);
        }
    }

    /** The forms of a line of the answer, in brief. */
    public List<String> forms() {
        return occasion.kind() == OccasionKind.CLOSING
                ? List.of("vote NAME agree 0.9 REASON (or disagree, abstain); pass", "only votes are taken now")
                : List.of("find 0.8 TEXT; propose 0.7 NAME: TEXT; vote NAME agree 0.9 REASON (or disagree, abstain)",
                        "doubt REF 0.6 CONCERN; challenge REF 0.7 ARGUMENT; split NAME; say TEXT; pass");
    }

    /**
     * Reads an answer.
     *
     * @return what it says
     * @throws IllegalArgumentException when a turn cannot have these lines, or one of them cannot be read; the message
     *         has its number
     */
    public List<Draft> check(List<String> lines) {
        List<String> read = SeatAnswer.requireLines(lines);
        SeatLanguage language = new SeatLanguage(history);
        List<Draft> drafts = new ArrayList<>();
        for (int i = 0; i < read.size(); i++) {
            try {
                drafts.addAll(requireTaken(language.read(read.get(i))));
            } catch (IllegalArgumentException unclear) {
                throw new IllegalArgumentException("line " + (i + 1) + ": " + unclear.getMessage(), unclear);
            }
        }
        return List.copyOf(drafts);
    }

    /**
     * Checks an answer and stores it.
     *
     * @param by name of the person or program that gives it
     * @throws IllegalArgumentException when it cannot be read, is too late, or is the second one; then nothing is stored
     * @throws java.io.UncheckedIOException when storing is not certain
     */
    public SeatAnswer answer(SeatAnswers answers, String by, List<String> lines) {
        List<Draft> _ = check(lines);
        return answers.store(turn, deadline, by, lines);
    }

    private List<Draft> requireTaken(List<Draft> drafts) {
        if (occasion.kind() == OccasionKind.CLOSING) {
            drafts.stream().filter(draft -> !draft.type().equals(SignalType.VOTE)).findFirst().ifPresent(other -> {
                throw new IllegalArgumentException("only votes are taken in a closing turn, got " + other.type()
                        + "\nMaybe vote NAME agree 0.9, or pass.");
            });
        }
        return drafts;
    }
}
