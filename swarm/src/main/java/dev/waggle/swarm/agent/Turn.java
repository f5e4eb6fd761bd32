package dev.waggle.swarm.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.AnswerStore;

/**
 * An agent's chance to speak. Whatever signals say is the word of others: who puts it into a prompt or onto a screen
 * escapes it, for example with {@link dev.waggle.signal.JsonLine}.
 *
 * @param round the round, from 1
 * @param invocation how many turns this participant has had, this one included
 * @param mail what came for the agent since its last turn
 * @param history what the bus retains of the whole solve, as it stood when the round began
 * @param time when it began
 * @param transcript takes what harnesses tell in this turn, as it happens; thread-safe
 * @param debate what is debated in this turn; empty in the usual turn of a round
 * @param answers what models and tools answered in this turn before the process ended; goes into their run context
 */
public record Turn(int round, int invocation, AgentMail mail, HistoryView history, TurnTime time,
        Consumer<Signal> transcript, Optional<DebateContext> debate, AnswerStore answers) {

    /** A turn in which nothing was answered before. */
    public Turn(int round, int invocation, AgentMail mail, HistoryView history, TurnTime time,
            Consumer<Signal> transcript,
            Optional<DebateContext> debate) {
        this(round, invocation, mail, history, time, transcript, debate, AnswerStore.NONE);
    }

    /** The usual turn of a round, in which nothing was answered before. */
    public Turn(int round, int invocation, AgentMail mail, HistoryView history, TurnTime time,
            Consumer<Signal> transcript) {
        this(round, invocation, mail, history, time, transcript, Optional.empty(), AnswerStore.NONE);
    }

    /**
     * When a turn takes place.
     *
     * @param now the date when the round began
     * @param remaining how much time the solve had left when the turn began
     */
    public record TurnTime(Instant now, Duration remaining) {}

    /** The date when the round began. */
    public Instant now() {
        return time.now();
    }

    /** How much time the solve had left when the turn began. */
    public Duration remaining() {
        return time.remaining();
    }

    /** What calls for a reaction, in the order of {@link AgentMail#stimuli}. */
    public List<Signal> stimuli() {
        return mail.stimuli();
    }

    /** What is only to be known, in order. */
    public List<Signal> context() {
        return mail.context();
    }
}
