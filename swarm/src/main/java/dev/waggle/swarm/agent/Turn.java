package dev.waggle.swarm.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.AnswerStore;

/**
 * One turn of an agent. Signal texts come from other agents: code that puts them into a prompt or onto a screen must
 * escape them, for example with {@link dev.waggle.signal.json.JsonLine}.
 *
 * @param position place of the turn in the solve
 * @param mail signals for the agent since its last turn
 * @param history the signals of the solve that reached the agent, and its own, as the bus retained them when the round
 *        began
 * @param time date and remaining time when the turn began
 * @param calls run context of the calls of models and tools in this turn
 */
public record Turn(TurnPosition position, AgentMail mail, HistoryView history, TurnTime time, TurnCalls calls) {

    /** The usual turn of a round, without recorded answers. */
    public Turn(int round, int invocation, AgentMail mail, HistoryView history, TurnTime time,
            Consumer<Signal> transcript) {
        this(new TurnPosition(round, invocation), mail, history, time,
                new TurnCalls(transcript, AnswerStore.NONE));
    }

    /**
     * Place of a turn in its solve.
     *
     * @param round the round, from 1
     * @param invocation the number of the participant's turns, this one included
     * @param debate the debate of this turn; empty in the usual turn of a round
     * @param status state of the solve
     * @param closing the ballot of a closing turn; empty in any other
     */
    public record TurnPosition(int round, int invocation, Optional<DebateContext> debate, TurnStatus status,
            Optional<ClosingBallot> closing) {

        /** Position of the usual turn of a round, in a solve of unknown state. */
        public TurnPosition(int round, int invocation) {
            this(round, invocation, Optional.empty());
        }

        /** Position of a turn in a debate, if there is one, in a solve of unknown state. */
        public TurnPosition(int round, int invocation, Optional<DebateContext> debate) {
            this(round, invocation, debate, TurnStatus.UNKNOWN, Optional.empty());
        }
    }

    /**
     * Time of a turn.
     *
     * @param now the date when the round began
     * @param remaining time that the solve had left when the turn began
     */
    public record TurnTime(Instant now, Duration remaining) {}

    /**
     * Calls of models and tools in a turn.
     *
     * @param transcript receives the events of harnesses in this turn, as they happen; thread-safe
     * @param answers answers of models and tools in this turn before the process ended
     * @param readings receives the reading of each answer of a model that is read as a reply; thread-safe
     */
    public record TurnCalls(Consumer<Signal> transcript, AnswerStore answers, Consumer<ReplyReading> readings) {

        /** Calls without a transcript and without recorded answers. */
        public static final TurnCalls UNRECORDED = new TurnCalls(signal -> {
        }, AnswerStore.NONE);

        /** Calls whose readings are not recorded. */
        public TurnCalls(Consumer<Signal> transcript, AnswerStore answers) {
            this(transcript, answers, reading -> {
            });
        }
    }

    /** The round, from 1. */
    public int round() {
        return position.round();
    }

    /** The number of the participant's turns, this one included. */
    public int invocation() {
        return position.invocation();
    }

    /** The debate of this turn; empty in the usual turn of a round. */
    public Optional<DebateContext> debate() {
        return position.debate();
    }

    /** State of the solve, as far as the agent may know it. */
    public TurnStatus status() {
        return position.status();
    }

    /** Ballot of a closing turn, in which only votes are taken; empty in any other turn. */
    public Optional<ClosingBallot> closing() {
        return position.closing();
    }

    /** Receiver of the events of harnesses in this turn, as they happen; thread-safe. */
    public Consumer<Signal> transcript() {
        return calls.transcript();
    }

    /** Answers of models and tools in this turn before the process ended, for their run context. */
    public AnswerStore answers() {
        return calls.answers();
    }

    /** Receiver of the readings of models' answers in this turn, for the log and the result; thread-safe. */
    public Consumer<ReplyReading> readings() {
        return calls.readings();
    }

    /** The date when the round began. */
    public Instant now() {
        return time.now();
    }

    /** Time that the solve had left when the turn began. */
    public Duration remaining() {
        return time.remaining();
    }

    /** Signals that call for a reaction, in the order of {@link AgentMail#stimuli}. */
    public List<Signal> stimuli() {
        return mail.stimuli();
    }

    /** Signals for information only, in order. */
    public List<Signal> context() {
        return mail.context();
    }
}
