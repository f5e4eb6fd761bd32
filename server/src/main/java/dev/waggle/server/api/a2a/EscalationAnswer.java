package dev.waggle.server.api.a2a;

import java.time.Instant;

import dev.waggle.signal.codec.TimeCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a client to the escalation that ended a run. It decides the task; the votes of the swarm stay undecided.
 *
 * @param by name of the token of the client
 * @param choice the decision
 * @param comment reason for it; absent for none
 */
record EscalationAnswer(String by, Instant at, EscalationAnswer.Choice choice, @Nullable String comment) {

    private static final String CHOICE = "choice";
    private static final String PROPOSAL = "proposal";
    private static final String PROPOSAL_ID = "proposalId";
    private static final String ANSWER = "answer";
    private static final String PASS = "pass";

    /** Decision of a client. */
    sealed interface Choice {

        /** Name of its kind in files and for clients. */
        String word();

        /** Decision for a proposal of the run. */
        record OfProposal(String id) implements Choice {
            @Override
            public String word() {
                return PROPOSAL;
            }
        }

        /** Decision for an answer in the words of the client. */
        record OfText(String text) implements Choice {
            @Override
            public String word() {
                return ANSWER;
            }
        }

        /** No decision: the question stays open. */
        record OfNothing() implements Choice {
            @Override
            public String word() {
                return PASS;
            }
        }
    }

    /** Fields of the answer in a file. A proposal is in the log of its run, so its text is not among them. */
    JsonObjectBuilder fields() {
        JsonObjectBuilder to = new JsonObjectBuilder().with(CHOICE, choice.word());
        switch (choice) {
            case Choice.OfProposal(String id) -> to.with(PROPOSAL_ID, id);
            case Choice.OfText(String text) -> to.with(ANSWER, text);
            case Choice.OfNothing() -> {}
        }
        return to.withPresent("comment", comment).with("by", by).with("at", at.toString());
    }

    /** The answer of these fields. */
    static EscalationAnswer of(JsonObjectReader in) {
        Choice choice = switch (in.text(CHOICE)) {
            case PROPOSAL -> new Choice.OfProposal(in.text(PROPOSAL_ID));
            case ANSWER -> new Choice.OfText(in.text(ANSWER));
            case PASS -> new Choice.OfNothing();
            default -> throw in.invalid(CHOICE, "proposal, answer or pass");
        };
        return new EscalationAnswer(in.text("by"), TimeCodec.instant(in, "at"), choice, in.optionalText("comment"));
    }
}
