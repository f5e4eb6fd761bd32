package dev.waggle.cli.serve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.cli.terminal.SignalPayloadJson;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a run from its log: the question, the outcome and the dissent. Nothing is computed again. Facts of the
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
    private final List<JsonValue> proposals = new ArrayList<>();
    /** By agent and proposal; a later vote of an agent on a proposal replaces the earlier one. */
    private final Map<List<String>, SignedStatement<Payload.Vote>> votes = new LinkedHashMap<>();
    private final List<JsonValue> objections = new ArrayList<>();
    private final List<JsonValue> failures = new ArrayList<>();
    private boolean whole = true;

    private RunSummary(String run) {
        this.run = run;
    }

    private record SignedStatement<T>(String agentId, String signalId, T what) {}

    /** The story of a run, from its entries in order; from the first ones only if there are too many. */
    static RunSummary of(String run, List<LogEntry> entries, int most) {
        RunSummary story = new RunSummary(run);
        entries.stream().limit(most).forEach(story::accept);
        story.whole = entries.size() <= most;
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
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("id", JsonValue.of(run));
        fields.put("uri", JsonValue.of(uri));
        fields.put("title", field(story.opened, "title"));
        fields.put("startedAt", JsonValue.of(facts.getFirst().recordedAt().toString()));
        fields.put("ending", field(story.closed, "ending"));
        fields.put("decided", field(story.closed, "decided"));
        fields.put("confidence", field(story.closed, "confidence"));
        return JsonValue.of(fields);
    }

    JsonValue json() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("id", JsonValue.of(run));
        fields.put("title", field(opened, "title"));
        fields.put("question", field(task, "task"));
        fields.put("context", field(task, "context"));
        fields.put("decided", JsonValue.of(decision != null));
        fields.put("decision", decision == null ? JsonValue.ofNull() : JsonValue.of(decision.decision()));
        fields.put("proposalId", decision == null ? JsonValue.ofNull() : JsonValue.of(decision.proposalId()));
        fields.put("confidence", decision == null ? JsonValue.ofNull() : JsonValue.of(decision.confidence()));
        fields.put("ending", field(closed, "ending"));
        fields.put("rounds", field(closed, "rounds"));
        fields.put("totalMs", field(closed, "totalMs"));
        fields.put("agents", field(opened, "agents"));
        fields.put("proposals", JsonValue.of(proposals));
        fields.put("votes", JsonValue.of(votes.values().stream().map(RunSummary::vote).toList()));
        fields.put("dissent", JsonValue.of(dissent()));
        fields.put("failures", JsonValue.of(failures));
        if (closed == null || !whole) {
            fields.put("note", JsonValue.of(whole
                    ? "the log does not say how it ended: it is running, or it broke off"
                    : "this is not all: the run has more entries than were read"));
        }
        return JsonValue.of(fields);
    }

    private void accept(LogEntry entry) {
        Signal signal = entry.signal();
        String by = entry.emission().by();
        boolean official = by.equals(RUNTIME);
        switch (signal.payload()) {
            case Payload.Task _ when official && task == null -> task = SignalPayloadJson.of(signal);
            case Payload.ConsensusReached reached when official -> decision = reached;
            case Payload.Proposal proposal -> proposals.add(proposal(by, signal.id(), proposal));
            case Payload.Vote vote -> {
                List<String> place = List.of(by, vote.proposalId());
                votes.remove(place);
                votes.put(place, new SignedStatement<>(by, signal.id(), vote));
            }
            case Payload.Challenge challenge ->
                objections.add(objection("challenge", by, challenge.counterArgument(), challenge.targetSignalId()));
            case Payload.Doubt doubt ->
                objections.add(objection("doubt", by, doubt.concern(), doubt.targetSignalId()));
            case Payload.Open _ when official -> fact(signal);
            default -> {
                // All other signals are in the log of the run.
            }
        }
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

    /** Votes against the decision as they stood at the end, then every published challenge and doubt. */
    private List<JsonValue> dissent() {
        List<JsonValue> against = new ArrayList<>();
        if (decision != null) {
            for (SignedStatement<Payload.Vote> said : votes.values()) {
                Payload.Vote vote = said.what();
                if (vote.proposalId().equals(decision.proposalId()) && vote.stance() == Payload.Stance.DISAGREE) {
                    String reason = vote.reasoning() == null ? "" : vote.reasoning();
                    against.add(objection("vote", said.agentId(), reason, vote.proposalId()));
                }
            }
        }
        against.addAll(objections);
        return against;
    }

    private static JsonValue proposal(String agentId, String signalId, Payload.Proposal proposal) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("agentId", JsonValue.of(agentId));
        fields.put("proposalId", JsonValue.of(proposal.proposalId()));
        fields.put("content", JsonValue.of(proposal.content()));
        fields.put("reasoning", JsonValue.of(proposal.reasoning()));
        fields.put("signalId", JsonValue.of(signalId));
        return JsonValue.of(fields);
    }

    private static JsonValue vote(SignedStatement<Payload.Vote> said) {
        Payload.Vote vote = said.what();
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("agentId", JsonValue.of(said.agentId()));
        fields.put("proposalId", JsonValue.of(vote.proposalId()));
        fields.put("stance", JsonValue.of(vote.stance().name().toLowerCase(Locale.ROOT)));
        fields.put("weight", JsonValue.of(vote.weight()));
        fields.put("reasoning", vote.reasoning() == null ? JsonValue.ofNull() : JsonValue.of(vote.reasoning()));
        fields.put("signalId", JsonValue.of(said.signalId()));
        return JsonValue.of(fields);
    }

    private static JsonValue objection(String kind, String agentId, String text, String about) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("kind", JsonValue.of(kind));
        fields.put("agentId", JsonValue.of(agentId));
        fields.put("text", JsonValue.of(text));
        fields.put("about", JsonValue.of(about));
        return JsonValue.of(fields);
    }

    private static JsonValue field(@Nullable JsonValue object, String name) {
        JsonValue value = object instanceof JsonValue.Obj(var fields) ? fields.get(name) : null;
        return value == null ? JsonValue.ofNull() : value;
    }
}
