package dev.waggle.swarm.assist;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import org.jspecify.annotations.Nullable;

/**
 * Agent that examines the whole deliberation from outside. Thread-safe: several solves may ask at once, each waits no
 * longer than half of its remaining time.
 */
@FunctionalInterface
public interface MetaAgent {

    /**
     * Decides the next move.
     *
     * @param context the caller, the deadline, the payer and the receiver of harness signals
     * @throws Exception when it fails; then nothing is done
     */
    Move consider(View view, RunContext context) throws Exception;

    /**
     * View of the deliberation.
     *
     * @param task the question
     * @param round the round that ends, from 1
     * @param signals signals published in it, oldest first
     * @param leading the leading proposal, if there is one
     * @param analysis readings of mathematics
     */
    record View(Task task, int round, List<Signal> signals, @Nullable Proposal leading, MathAnalysis analysis) {
        public View {
            signals = List.copyOf(signals);
        }
    }

    /** Actions of a meta agent. */
    enum Action implements WireConstant {
        /** Show the question from another side. */
        REFRAME,
        /** Argue against the leading proposal. */
        CHALLENGE,
        /** Merge the strengths of several proposals into one. */
        SYNTHESIZE,
        /** Let them go on. */
        NONE;

        /** Returns the action of that name, in any case; refuses unknown names. */
        public static Action of(String word) {
            for (Action action : values()) {
                if (action.name().equalsIgnoreCase(word.strip())) {
                    return action;
                }
            }
            throw new IllegalArgumentException(
                    "action must be REFRAME, CHALLENGE, SYNTHESIZE or NONE, got \"" + word + "\"");
        }
    }

    /**
     * Move of a meta agent.
     *
     * @param reasoning the reason; may be empty
     * @param intervention its message to the swarm; empty only without an action
     */
    record Move(Action action, String reasoning, String intervention) {

        /** Move without an action. */
        public static final Move NONE = new Move(Action.NONE, "", "");

        public Move {
            if (action != Action.NONE && intervention.isBlank()) {
                throw new IllegalArgumentException("an intervention is needed to " + action.wireName());
            }
        }

        public JsonValue toJson() {
            return new JsonObjectBuilder().with("action", action.name())
                    .with("reasoning", reasoning)
                    .with("intervention", intervention).json();
        }

        /**
         * Reads the output of {@link #toJson}, as a log holds it.
         *
         * @throws IllegalArgumentException when it is anything else; the message names the field and the value
         */
        public static Move of(JsonValue json) {
            JsonObjectReader fields = JsonObjectReader.root("a move", json);
            Move move = new Move(fields.oneOf("action", Action.values(), Action::name), fields.text("reasoning"),
                    fields.text("intervention"));
            fields.rejectUnknownFields();
            return move;
        }
    }
}
