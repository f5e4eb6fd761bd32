package dev.waggle.swarm.assist;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.consensus.Proposal;

/**
 * Judge of proposals that the rule for equal texts does not find equal: a model, or a measure of similarity. Its verdict
 * merges a new proposal with an open one, unless a number, date, name, negation or condition differs. Thread-safe:
 * several solves may ask at once.
 */
@FunctionalInterface
public interface ProposalJudge {

    /**
     * Finds the open proposal that says the same as a new one.
     *
     * @param context the caller, the deadline, the payer and the receiver of harness signals
     * @throws Exception when it fails; then the proposals stay apart
     */
    Verdict judge(Question question, RunContext context) throws Exception;

    /**
     * Question for a judge.
     *
     * @param task the question of the solve
     * @param content the text of the new proposal
     * @param open the open proposals that it may equal, oldest first, at least one
     */
    record Question(Task task, String content, List<Proposal> open) {
        public Question {
            open = List.copyOf(open);
        }
    }

    /**
     * Verdict of a judge.
     *
     * @param proposalId id of the open proposal that says the same; empty for none
     * @param evidence the reason, for people
     */
    record Verdict(Optional<String> proposalId, String evidence) {

        /** Verdict that no open proposal says the same. */
        public static Verdict none(String evidence) {
            return new Verdict(Optional.empty(), evidence);
        }

        public JsonValue toJson() {
            return new JsonObjectBuilder().withPresent("same", proposalId.orElse(null)).with("evidence", evidence)
                    .json();
        }

        /**
         * Reads the output of {@link #toJson}, as a log holds it.
         *
         * @throws IllegalArgumentException when it is anything else; the message names the field and the value
         */
        public static Verdict of(JsonValue json) {
            JsonObjectReader fields = JsonObjectReader.root("a verdict on proposals", json);
            Verdict verdict = new Verdict(fields.has("same") ? Optional.of(fields.text("same")) : Optional.empty(),
                    fields.text("evidence"));
            fields.rejectUnknownFields();
            return verdict;
        }
    }
}
