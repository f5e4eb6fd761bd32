package dev.waggle.swarm.assist;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.lens.runner.MathAnalysis;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the whole deliberation from outside. Thread-safe: several solves may ask at once, each waits no longer than half
 * of the time that it has left.
 */
@FunctionalInterface
public interface MetaAgent {

    /**
     * What it would do now.
     *
     * @param context who asks, until when, who pays and where what harnesses tell goes
     * @throws Exception when it cannot; then nothing is done
     */
    Move consider(View view, RunContext context) throws Exception;

    /**
     * What it sees.
     *
     * @param task the question
     * @param round the round that ends, from 1
     * @param signals what was said in it, oldest first
     * @param leading the leading proposal, if there is one
     * @param analysis what mathematics sees
     */
    record View(Task task, int round, List<Signal> signals, @Nullable Proposal leading, MathAnalysis analysis) {
        public View {
            signals = List.copyOf(signals);
        }
    }

    /** Actions of a meta agent. */
    enum Action {
        /** Show the question from another side. */
        REFRAME,
        /** Speak against the leading proposal. */
        CHALLENGE,
        /** Merge what is good in several proposals into one. */
        SYNTHESIZE,
        /** Let them go on. */
        NONE;

        /** The name in reasons, in lower case. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The action of that word, in any case; refuses unknown words. */
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
     * What it does.
     *
     * @param reasoning why; may be empty
     * @param intervention what it says to the swarm; empty only when it does nothing
     */
    record Move(Action action, String reasoning, String intervention) {

        /** It lets them go on. */
        public static final Move NONE = new Move(Action.NONE, "", "");

        public Move {
            if (action != Action.NONE && intervention.isBlank()) {
                throw new IllegalArgumentException("an intervention is needed to " + action.wireName());
            }
        }

        public JsonValue toJson() {
            Map<String, JsonValue> fields = new LinkedHashMap<>();
            fields.put("action", JsonValue.of(action.name()));
            fields.put("reasoning", JsonValue.of(reasoning));
            fields.put("intervention", JsonValue.of(intervention));
            return JsonValue.of(fields);
        }

        /** Reads what {@link #toJson} wrote, or a model in that form; refuses anything else. */
        public static Move of(JsonValue json) {
            if (!(json instanceof JsonValue.Obj move)) {
                throw new IllegalArgumentException("a move must be a JSON object");
            }
            return new Move(Action.of(text(move, "action")), text(move, "reasoning"), text(move, "intervention"));
        }

        private static String text(JsonValue.Obj object, String field) {
            return object.fields().get(field) instanceof JsonValue.Str text ? text.value() : "";
        }
    }
}
