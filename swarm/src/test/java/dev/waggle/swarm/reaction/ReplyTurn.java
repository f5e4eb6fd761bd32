package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.identity.UnstatedConfidence;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import static dev.waggle.signal.Vectors.value;

/**
 * One turn of a model agent with a case of the corpus, on its whole path: call, parser, validator, repair.
 */
final class ReplyTurn {

    private static final String AGENT = "critic";
    private static final double CLOSE = 1e-9;

    private final ReplyCase corpusCase;
    private final SampleLog log = new SampleLog(List.of());
    private final Map<String, Signal> refs = new HashMap<>();
    private final List<ReactionReport> reports = new ArrayList<>();

    ReplyTurn(ReplyCase corpusCase) {
        this.corpusCase = corpusCase;
        corpusCase.scene().forEach(this::add);
    }

    private void add(JsonNode node) {
        String type = node.get("type").asString();
        String content = node.get("content").asString();
        Signal target = refs.get(node.path("target").asString(""));
        Payload payload = switch (type) {
            case "task:new" -> new Payload.Task(content, null);
            case "proposal" -> new Payload.Proposal(node.get("proposalId").asString(), content, "");
            case "discovery" -> new Payload.Discovery(content, null, 0.5);
            case "doubt" -> new Payload.Doubt(Objects.requireNonNull(target).id(), content, Payload.Severity.MEDIUM);
            case "challenge" -> new Payload.Challenge(Objects.requireNonNull(target).id(), content, null);
            default -> throw new IllegalArgumentException(type);
        };
        refs.put(node.get("ref").asString(), log.says(node.get("by").asString(), payload, 0.7));
    }

    /** The seen outcome, if it is wrong; {@code null} if it is right. */
    @Nullable String wrong(JsonNode second) {
        String secondReply = secondReply(second);
        Seen seen = turn(secondReply);
        for (ReplyCase.Outcome right : corpusCase.right()) {
            if (fits(seen, right, secondReply)) {
                return null;
            }
        }
        return seen + " " + (reports.isEmpty() ? "" : reports.getFirst().dropped());
    }

    /**
     * Result of a turn.
     *
     * @param drafts its drafts, {@code null} if it failed
     */
    private record Seen(@Nullable List<Draft> drafts, int calls, int dropped) {
        @Override
        public String toString() {
            return calls + " calls, " + dropped + " dropped, "
                    + (drafts == null ? "failed" : drafts.stream().map(Draft::payload).toList());
        }
    }

    private Seen turn(String secondReply) {
        reports.clear();
        TalkingHarness model = TalkingHarness.answers((number, input) -> number == 1
                ? new HarnessOutput(corpusCase.reply(), calls(), null, null, stop(), stopWord())
                : HarnessOutput.of(secondReply));
        List<SignalType> types = corpusCase.allowed().stream()
                .map(word -> word.equals("memory") ? SignalType.MEMORY_SHARED : SignalType.of(word)).toList();
        ModelAgent agent = new ModelAgent(AgentProfile.of(AGENT).withListens(List.of(SignalType.TASK_NEW))
                .withCanEmit(types), model,
                ModelAgentConfig.defaults()
                        .withStrategies(EnumSet.of(ReactionStrategy.ANALYZE)).withListener(reports::add));
        try {
            List<Draft> drafts = agent.join(log.briefing()).react(log.turn(log.all().getFirst()));
            int calls = model.questions().size();
            return new Seen(drafts, calls, reports.getFirst().dropped().size());
        } catch (ReactionException failed) {
            return new Seen(null, model.questions().size(), 1);
        } catch (Exception unexpected) {
            throw new IllegalStateException(corpusCase.id(), unexpected);
        }
    }

    private List<ToolCall> calls() {
        List<ToolCall> calls = new ArrayList<>();
        corpusCase.toolCalls().forEach(call -> calls.add(new ToolCall("call-" + calls.size(),
                call.path("name").asString("tool"),
                value(call.has("arguments") ? call.get("arguments") : call.path("input")))));
        return calls;
    }

    private ModelStopReason stop() {
        return switch (corpusCase.finish()) {
            case "length" -> ModelStopReason.MAX_TOKENS;
            case "tool_calls" -> ModelStopReason.TOOL_USE;
            default -> ModelStopReason.END;
        };
    }

    private @Nullable String stopWord() {
        return corpusCase.finish().equals("content_filter") ? "content_filter" : null;
    }

    private String secondReply(JsonNode second) {
        if (corpusCase.allowed().contains("discovery")) {
            return "{\"signals\":[" + second.get("discovery") + "]}";
        }
        return "{\"signals\":[{\"type\":\"vote\",\"confidence\":0.6,\"stance\":\"abstain\",\"proposalId\":\"#2\"}]}";
    }

    private boolean fits(Seen seen, ReplyCase.Outcome right, String secondReply) {
        List<Draft> drafts = seen.drafts();
        return switch (right.word()) {
            case "ok" -> seen.calls == 1 && seen.dropped == 0 && drafts != null && says(drafts, right.signals());
            case "partial" -> seen.calls == 1 && seen.dropped == right.dropped() && drafts != null
                    && says(drafts, right.signals());
            case "repair" -> seen.calls == 2 && seen.dropped > 0 && drafts != null && isSecond(drafts);
            case "refused" -> seen.calls == 2 && drafts != null && isSecond(drafts)
                    && turn(corpusCase.reply()).equals(new Seen(null, 2, 1));
            default -> throw new IllegalArgumentException(right.word() + secondReply);
        };
    }

    private static boolean isSecond(List<Draft> drafts) {
        return drafts.size() == 1 && Objects.requireNonNull(drafts.getFirst().grading().confidence()) == 0.6;
    }

    private boolean says(List<Draft> drafts, List<JsonNode> expected) {
        if (drafts.size() != expected.size()) {
            return false;
        }
        List<Draft> left = new ArrayList<>(drafts);
        for (JsonNode one : expected) {
            Draft found = left.stream().filter(draft -> isSaid(draft, one, drafts)).findFirst().orElse(null);
            if (found == null) {
                return false;
            }
            left.remove(found);
        }
        return true;
    }

    private boolean isSaid(Draft draft, JsonNode expected, List<Draft> all) {
        String type = expected.get("type").asString();
        if (!draft.type().text().equals(type.equals("memory") ? "memory:shared" : type)) {
            return false;
        }
        boolean isMarked = draft.extensions().containsKey(UnstatedConfidence.KEY);
        boolean isUnstated = expected.path("unstated").valueStream().anyMatch(one -> one.asString().equals(
                "confidence"));
        boolean isAny = expected.has("confidence") && expected.get("confidence").isNull();
        return (isAny || isMarked == isUnstated) && expected.properties().stream()
                .allMatch(field -> isEqual(draft, field.getKey(), field.getValue(), all));
    }

    private boolean isEqual(Draft draft, String name, JsonNode expected, List<Draft> all) {
        if (expected.isNull()) {
            return true;
        }
        Payload payload = draft.payload();
        return switch (name) {
            case "type", "unstated" -> true;
            case "confidence" ->
                Math.abs(Objects.requireNonNull(draft.grading().confidence()) - expected.asDouble()) < CLOSE;
            case "causalLevel" -> draft.grading().causalLevel() != null
                    && draft.grading().causalLevel().name().equalsIgnoreCase(expected.asString());
            case "target" -> Objects.requireNonNull(refs.get(expected.asString())).id().equals(
                    draft.links().replyTo());
            case "proposalId" -> expected.asString().equals("$own")
                    ? all.stream().map(Draft::payload).anyMatch(one -> one instanceof Payload.Proposal own
                            && payload instanceof Payload.Vote vote && vote.proposalId().equals(own.proposalId()))
                    : payload instanceof Payload.Vote vote && vote.proposalId().equals(expected.asString());
            case "contentHas", "evidenceHas" -> expected.valueStream().allMatch(part -> field(payload,
                    name.replace("Has", "")).contains(part.asString()));
            case "relevance", "importance" -> Math.abs(Double.parseDouble(field(payload, name)) - expected.asDouble())
                    < CLOSE;
            default -> field(payload, name).equals(expected.asString());
        };
    }

    private static String field(Payload payload, String name) {
        Object value = switch (payload) {
            case Payload.Discovery found -> name.equals("content") ? found.finding()
                    : name.equals("evidence") ? found.evidence() : found.relevance();
            case Payload.Proposal proposal -> name.equals("content") ? proposal.content() : proposal.reasoning();
            case Payload.Doubt doubt -> name.equals("content") ? doubt.concern() : doubt.severity();
            case Payload.Challenge challenge -> name.equals("content") ? challenge.counterArgument()
                    : challenge.alternativeProposal();
            case Payload.Vote vote -> name.equals("stance") ? vote.stance() : vote.reasoning();
            case Payload.Escalate escalate -> name.equals("content") ? escalate.reason() : escalate.context();
            case Payload.SharedMemory memory -> name.equals("content") ? memory.content()
                    : name.equals("category") ? memory.category() : memory.importance();
            default -> "";
        };
        return value instanceof Enum<?> constant ? constant.name().toLowerCase(Locale.ROOT)
                : String.valueOf(value);
    }
}
