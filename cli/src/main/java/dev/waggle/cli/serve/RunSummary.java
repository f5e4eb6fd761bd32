package dev.waggle.cli.serve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.cli.terminal.SignalPayloadJson;
import dev.waggle.review.ImportedSource;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.consensus.Dissent;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.event.json.ResultJson;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a run from its log: the question, the outcome and the dissent. Facts of the
 * runtime count only if the runtime published them.
 */
final class RunSummary {

    /** Emitter of the runtime's signals; no agent may have that id. */
    private static final String RUNTIME = "orchestrator";

    private static final String OPENED = "run:opened";
    private static final String CLOSED = "run:closed";
    private static final String FAILED = "agent:error";

    private final String run;
    private @Nullable JsonValue opened;
    private @Nullable JsonValue closed;
    private @Nullable JsonValue task;
    private Payload.@Nullable ConsensusReached decision;
    private final List<SignedStatement<Payload.Proposal>> proposals = new ArrayList<>();
    private final MergeTable merges = new MergeTable();
    /** By agent and proposal; a later vote of an agent on a proposal replaces the earlier one. */
    private final Map<List<String>, SignedStatement<Payload.Vote>> votes = new LinkedHashMap<>();
    private final List<JsonValue> failures = new ArrayList<>();
    private final SignalNumbers numbers = new SignalNumbers();
    private boolean whole = true;

    private RunSummary(String run) {
        this.run = run;
    }

    private record SignedStatement<T>(String agentId, String signalId, T payload) {}

    /** The story of a run, from its entries in order; from the first ones only if there are too many. */
    static RunSummary of(String run, List<LogEntry> entries, int max) {
        RunSummary story = new RunSummary(run);
        entries.stream().limit(max).forEach(story::accept);
        story.whole = entries.size() <= max;
        return story;
    }

    /** True if the runtime published it at the start or the end of a run. */
    static boolean isFact(LogEntry entry) {
        String type = entry.signal().type().text();
        return (type.equals(OPENED) || type.equals(CLOSED)) && entry.signal().scope().run() != null
                && entry.emission().by().equals(RUNTIME);
    }

    /** A run in a list, from its facts. */
    static JsonValue line(String uri, String run, List<LogEntry> facts) {
        RunSummary story = of(run, facts, facts.size());
        return new JsonObjectBuilder().with("id", run)
                .with("uri", uri)
                .with("title", field(story.opened, "title"))
                .with("startedAt", facts.getFirst().recordedAt().toString())
                .with("ending", field(story.closed, "ending"))
                .with("decided", field(story.closed, "decided"))
                .with("confidence", field(story.closed, "confidence"))
                .with("agreement", field(story.closed, "agreement"))
                .with("confidenceBasis", field(story.closed, "confidenceBasis")).json();
    }

    /**
     * The summary.
     *
     * @param dissent the dissent of the run, as its result has it
     */
    JsonValue json(List<Dissent> dissent) {
        String note = whole
                ? "the log does not say how it ended: it is running, or it broke off"
                : "this is not all: the run has more entries than were read";
        return new JsonObjectBuilder().with("id", run)
                .with("title", field(opened, "title"))
                .with("question", field(task, "task"))
                .with("context", field(task, "context"))
                .with("decided", decision != null)
                .with("decision", decision == null ? null : decision.decision())
                .with("proposalId", decision == null ? null : decision.proposalId())
                .with("confidence", decision == null ? JsonValue.ofNull() : JsonValue.of(decision.confidence()))
                .with("probability", field(closed, "confidence"))
                .with("confidenceBasis", field(closed, "confidenceBasis"))
                .with("ending", field(closed, "ending"))
                .with("rounds", field(closed, "rounds"))
                .with("totalMs", field(closed, "totalMs"))
                .with("agents", field(opened, "agents"))
                .with("proposals", proposals.stream().map(this::proposal).toList())
                .with("votes", votes.values().stream().map(RunSummary::vote).toList())
                .with("dissent", dissent.stream().map(ResultJson::dissent).toList())
                .with("failures", failures)
                .withPresent("note", closed == null || !whole ? note : null).json();
    }

    private void accept(LogEntry entry) {
        Signal signal = entry.signal();
        if (RunFacts.isPublished(entry)) {
            numbers.add(signal);
            merges.accept(signal);
        }
        String by = author(entry);
        boolean official = entry.emission().by().equals(RUNTIME);
        switch (signal.payload()) {
            case Payload.Task _ when official && task == null -> task = SignalPayloadJson.of(signal);
            case Payload.ConsensusReached reached when official -> decision = reached;
            case Payload.Proposal proposal ->
                proposals.add(new SignedStatement<>(by, signal.id(), proposal));
            case Payload.Vote vote -> {
                List<String> place = List.of(by, vote.proposalId());
                votes.remove(place);
                votes.put(place, new SignedStatement<>(by, signal.id(), vote));
            }
            case Payload.Open _ when official -> fact(signal);
            default -> {
                // All other signals are in the log of the run.
            }
        }
    }

    /** The emitter; of an imported entry, whom its source names. */
    private static String author(LogEntry entry) {
        return ImportedSource.isImported(entry)
                ? AuthorKey.of(ImportedSource.signalOf(entry).source())
                : entry.emission().by();
    }

    private void fact(Signal signal) {
        switch (signal.type().text()) {
            case OPENED -> opened = SignalPayloadJson.of(signal);
            case CLOSED -> closed = SignalPayloadJson.of(signal);
            case FAILED -> failures.add(SignalPayloadJson.of(signal));
            default -> {
                // Findings of lenses and contents of inboxes are not part of the summary.
            }
        }
    }

    private JsonValue proposal(SignedStatement<Payload.Proposal> statement) {
        Payload.Proposal proposal = statement.payload();
        String id = proposal.proposalId();
        return new JsonObjectBuilder().with("agentId", statement.agentId())
                .with("proposalId", proposal.proposalId())
                .with("name", numbers.proposalName(proposal.proposalId()).orElse(null))
                .with("content", proposal.content())
                .with("reasoning", proposal.reasoning())
                .with("signalId", statement.signalId())
                .withPresent("mergedInto", merges.isMerged(id) ? merges.hostOf(id) : null).json();
    }

    private static JsonValue vote(SignedStatement<Payload.Vote> statement) {
        Payload.Vote vote = statement.payload();
        return new JsonObjectBuilder().with("agentId", statement.agentId())
                .with("proposalId", vote.proposalId())
                .with("stance", vote.stance().name().toLowerCase(Locale.ROOT))
                .with("weight", vote.weight())
                .with("reasoning", vote.reasoning())
                .with("signalId", statement.signalId()).json();
    }

    private static JsonValue field(@Nullable JsonValue object, String name) {
        JsonValue value = object instanceof JsonValue.Obj(var fields) ? fields.get(name) : null;
        return value == null ? JsonValue.ofNull() : value;
    }
}
