package dev.waggle.signal;

import java.net.URI;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Content of a signal. The eleven swarm types have a record each; everything else is {@link Open}. Every instance is
 * valid: constructors refuse bad values with the name and the value in the message.
 */
public sealed interface Payload {

    /** The type that a payload belongs to; {@code null} for an open payload, whose type is the caller's. */
    default @Nullable SignalType swarmType() {
        return switch (this) {
            case Task _ -> SignalType.TASK_NEW;
            case Discovery _ -> SignalType.DISCOVERY;
            case Proposal _ -> SignalType.PROPOSAL;
            case Doubt _ -> SignalType.DOUBT;
            case Challenge _ -> SignalType.CHALLENGE;
            case Vote _ -> SignalType.VOTE;
            case Conflict _ -> SignalType.CONFLICT;
            case ConsensusReached _ -> SignalType.CONSENSUS_REACHED;
            case Escalate _ -> SignalType.ESCALATE;
            case SharedMemory _ -> SignalType.MEMORY_SHARED;
            case ToolResult _ -> SignalType.TOOL_RESULT;
            case Open _ -> null;
        };
    }

    /**
     * {@link SignalType#TASK_NEW}: a question enters the swarm.
     *
     * @param task the question
     * @param context background, if there is any
     */
    record Task(String task, @Nullable String context) implements Payload {
        public Task {
            EnvelopePreconditions.text("task", task);
            EnvelopePreconditions.optionalText("context", context);
        }
    }

    /**
     * {@link SignalType#DISCOVERY}: something relevant was found.
     *
     * @param finding what was found
     * @param evidence what supports it, if anything
     * @param relevance how much it matters to the task, 0..1
     */
    record Discovery(String finding, @Nullable String evidence, double relevance) implements Payload {
        public Discovery {
            EnvelopePreconditions.text("finding", finding);
            EnvelopePreconditions.optionalText("evidence", evidence);
            relevance = EnvelopePreconditions.unitInterval("relevance", relevance);
        }
    }

    /**
     * {@link SignalType#PROPOSAL}: a possible answer.
     *
     * @param proposalId the id that votes refer to; equal ids are one proposal
     * @param content the answer
     * @param reasoning why it is good; may be empty
     */
    record Proposal(String proposalId, String content, String reasoning) implements Payload {
        public Proposal {
            EnvelopePreconditions.name("proposalId", proposalId);
            EnvelopePreconditions.text("content", content);
            EnvelopePreconditions.possiblyEmptyText("reasoning", reasoning);
        }
    }

    /**
     * {@link SignalType#DOUBT}: uncertainty about a signal.
     *
     * @param targetSignalId the doubted signal
     * @param concern what the concern is
     * @param severity how serious it is
     */
    record Doubt(String targetSignalId, String concern, Severity severity) implements Payload {
        public Doubt {
            EnvelopePreconditions.name("targetSignalId", targetSignalId);
            EnvelopePreconditions.text("concern", concern);
            EnvelopePreconditions.present("severity", severity);
        }
    }

    /** Severity of a doubt. */
    enum Severity {
        LOW, MEDIUM, HIGH
    }

    /**
     * {@link SignalType#CHALLENGE}: a direct argument against a signal.
     *
     * @param targetSignalId the challenged signal
     * @param counterArgument the argument
     * @param alternativeProposal what to do instead, if anything
     */
    record Challenge(String targetSignalId, String counterArgument, @Nullable String alternativeProposal)
            implements
            Payload {
        public Challenge {
            EnvelopePreconditions.name("targetSignalId", targetSignalId);
            EnvelopePreconditions.text("counterArgument", counterArgument);
            EnvelopePreconditions.optionalText("alternativeProposal", alternativeProposal);
        }
    }

    /**
     * {@link SignalType#VOTE}: a stance on a proposal.
     *
     * @param proposalId the proposal
     * @param stance for, against or neither
     * @param reasoning why, if stated
     * @param weight the confidence of the voter; finite and at least 0, clamped by the consensus engine
     */
    record Vote(String proposalId, Stance stance, @Nullable String reasoning, double weight) implements Payload {
        public Vote {
            EnvelopePreconditions.name("proposalId", proposalId);
            EnvelopePreconditions.present("stance", stance);
            EnvelopePreconditions.optionalText("reasoning", reasoning);
            weight = EnvelopePreconditions.nonNegative("weight", weight);
        }
    }

    /** Position of a voter on a proposal. */
    enum Stance {
        AGREE, DISAGREE, ABSTAIN
    }

    /**
     * {@link SignalType#CONFLICT}: two signals contradict each other.
     *
     * @param signalA the earlier signal
     * @param signalB the later one
     * @param description what the contradiction is about
     */
    record Conflict(String signalA, String signalB, String description) implements Payload {
        public Conflict {
            EnvelopePreconditions.name("signalA", signalA);
            EnvelopePreconditions.name("signalB", signalB);
            EnvelopePreconditions.possiblyEmptyText("description", description);
        }
    }

    /**
     * {@link SignalType#CONSENSUS_REACHED}: the decision.
     *
     * @param proposalId the winner
     * @param decision its content
     * @param confidence the confidence of the group, 0..1
     */
    record ConsensusReached(String proposalId, String decision, double confidence) implements Payload {
        public ConsensusReached {
            EnvelopePreconditions.name("proposalId", proposalId);
            EnvelopePreconditions.text("decision", decision);
            confidence = EnvelopePreconditions.unitInterval("confidence", confidence);
        }
    }

    /**
     * {@link SignalType#ESCALATE}: a request for a decision from outside the swarm.
     *
     * @param reason why
     * @param context background for the recipient; may be empty
     */
    record Escalate(String reason, String context) implements Payload {
        public Escalate {
            EnvelopePreconditions.text("reason", reason);
            EnvelopePreconditions.possiblyEmptyText("context", context);
        }
    }

    /**
     * {@link SignalType#MEMORY_SHARED}: a fact for all agents.
     *
     * @param content the fact
     * @param category its label
     * @param importance 0..1
     */
    record SharedMemory(String content, String category, double importance) implements Payload {
        public SharedMemory {
            EnvelopePreconditions.text("content", content);
            EnvelopePreconditions.name("category", category);
            importance = EnvelopePreconditions.unitInterval("importance", importance);
        }
    }

    /**
     * {@link SignalType#TOOL_RESULT}: the result of a tool call.
     *
     * @param toolName the tool
     * @param result its output; may be empty
     * @param isError whether the call failed
     * @param durationMs the duration of the call, in milliseconds
     * @param triggeredBy the agent that called it
     */
    record ToolResult(String toolName, String result, boolean isError, long durationMs, String triggeredBy)
            implements
            Payload {
        public ToolResult {
            EnvelopePreconditions.name("toolName", toolName);
            EnvelopePreconditions.possiblyEmptyText("result", result);
            var _ = EnvelopePreconditions.nonNegative("durationMs", (double) durationMs);
            EnvelopePreconditions.name("triggeredBy", triggeredBy);
        }
    }

    /**
     * The body of every type outside the eleven.
     *
     * @param summary one line for people, if any
     * @param details more for people, if any
     * @param data the value, where {@code null} means absent and {@link JsonValue.Null} means the value null
     * @param schema where the shape of the data is described, if anywhere: an absolute URI in ASCII
     */
    record Open(@Nullable String summary, @Nullable String details, @Nullable JsonValue data, @Nullable URI schema)
            implements
            Payload {
        public Open {
            EnvelopePreconditions.optionalText("summary", summary);
            EnvelopePreconditions.optionalText("details", details);
            EnvelopePreconditions.optionalUri("schema", schema);
        }

        public static Open text(String summary) {
            return new Open(summary, null, null, null);
        }

        public static Open data(JsonValue data) {
            return new Open(null, null, data, null);
        }
    }
}
