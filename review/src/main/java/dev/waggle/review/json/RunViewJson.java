package dev.waggle.review.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.review.RunLog;
import dev.waggle.review.RunParameters;
import dev.waggle.review.explain.DeliberationReplay;
import dev.waggle.review.explain.RunDeliberation;
import dev.waggle.review.explain.RunTimeline;
import dev.waggle.review.view.MarkKind;
import dev.waggle.review.view.RunLimit;
import dev.waggle.review.view.RunView;
import dev.waggle.review.view.ViewAgents.ViewAgent;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.Dissent.Objection;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.json.ResultJson;
import org.jspecify.annotations.Nullable;

/** The view of a run as one JSON document for its page. */
public final class RunViewJson {

    /** Maximum number of items of a list of texts; the field {@code omitted} states what is left out. */
    static final int MAX_ITEMS = 500;

    /** Maximum number of votes that count. */
    static final int MAX_VOTES = 20_000;

    private final RunView view;
    private final RunLog log;
    private final ConsensusResult result;
    private final List<String> omitted = new ArrayList<>();

    private RunViewJson(RunView view) {
        this.view = view;
        this.log = view.deliberation().log();
        this.result = view.deliberation().recount().result();
        omitted.addAll(view.omitted());
    }

    /**
     * The view as JSON.
     *
     * @param notes further remarks for the reader, each a sentence
     */
    public static JsonValue.Obj of(RunView view, List<String> notes) {
        return new RunViewJson(view).all(RunMarkJson.columns(view.marks(), startOf(view)), notes);
    }

    /** The same without the columns of its marks, for a page that has them. */
    public static JsonValue.Obj withoutMarks(RunView view, List<String> notes) {
        return new RunViewJson(view).all(JsonValue.ofNull(), notes);
    }

    private static long startOf(RunView view) {
        return view.span().first().signal().time().toEpochMilli();
    }

    private JsonValue.Obj all(JsonValue marks, List<String> notes) {
        Optional<Payload.Task> task = log.task().map(entry -> entry.signal().payload())
                .filter(Payload.Task.class::isInstance).map(Payload.Task.class::cast);
        RunDeliberation deliberation = view.deliberation();
        Map<String, JsonValue> opened = log.opened().map(RunParameters::facts).orElse(Map.of());
        JsonObjectBuilder fields = new JsonObjectBuilder().with("run", log.run())
                .with("finished", log.isClosed())
                .with("through", view.span().last().sequence())
                .with("entries", view.span().count())
                .with("startedAt", startOf(view))
                .with("lastAt", view.span().last().signal().time().toEpochMilli())
                .with("title", RunParameters.text(opened, "title").orElse(null))
                .with("question", task.map(Payload.Task::task).orElse(null))
                .with("context", task.map(Payload.Task::context).orElse(null))
                .with("taskType", log.taskType())
                .with("answer", answer())
                .with("ending", ending())
                .with("rules", ExplainJson.rules(deliberation.rules(),
                        log.opened().map(RunParameters::of).flatMap(RunParameters::mathematics)))
                .with("agents", view.agents().stream().map(RunViewJson::agent).toList())
                .withTexts("kinds", RunMarkJson.KINDS.stream().map(MarkKind::wireName).toList())
                .withTexts("stances", RunMarkJson.STANCES.stream().map(StanceJson::word).toList())
                .withTexts("types", view.marks().types())
                .with("proposals", proposals())
                .with("marks", marks)
                .with("counted", ExplainJson.counted(result))
                .with("rounds", deliberation.course().rounds().stream().map(this::round).toList())
                .with("votes", bounded(deliberation.recount().counted(), MAX_VOTES, "votes that count").stream()
                        .map(this::vote).toList())
                .with("changesOfMind", bounded(view.story().changes(), MAX_ITEMS, "changes of mind").stream()
                        .map(this::change).toList())
                .with("dissent", bounded(result.dissent(), MAX_ITEMS, "dissents").stream().map(ResultJson::dissent)
                        .toList())
                .with("openObjections", bounded(open(deliberation), MAX_ITEMS, "open objections").stream()
                        .map(this::objection).toList())
                .with("lenses", LensSeriesJson.of(deliberation.lensReplay(), omitted))
                .with("cost", CostJson.of(log, view.money()))
                .with("limits", view.limits().stream().map(RunViewJson::limit).toList())
                .with("seats", view.seats().stream().map(RunViewJson::seat).toList())
                .withTexts("notes", notes)
                .withTexts("omitted", omitted);
        return fields.json();
    }

    private JsonValue answer() {
        Optional<Payload.ConsensusReached> decided = log.decided();
        Map<String, JsonValue> closed = log.closed().map(RunParameters::facts).orElse(Map.of());
        String proposal = decided.map(Payload.ConsensusReached::proposalId)
                .orElseGet(() -> result.leader().map(leader -> leader.id()).orElse(null));
        if (proposal == null) {
            return JsonValue.ofNull();
        }
        boolean isSame = proposal.equals(result.verdict().leader());
        double confidence = decided.isPresent() && closed.get("confidence") instanceof JsonValue.Num(var logged)
                ? logged.doubleValue()
                : result.estimate().probability();
        JsonObjectBuilder answer = new JsonObjectBuilder().with("decided", decided.isPresent())
                .with("text", decided.map(Payload.ConsensusReached::decision)
                        .orElseGet(() -> result.leader().map(leader -> leader.content()).orElse("")))
                .with("proposalId", proposal)
                .with("name", log.numbers().proposalName(proposal).orElse(null))
                .with("confidence", confidence)
                .with("basis", RunParameters.text(closed, "confidenceBasis")
                        .orElse(result.estimate().basisInWords()))
                .with("agreement", decided.map(Payload.ConsensusReached::confidence).orElse(result.agreement()));
        return isSame
                ? answer.with("low", result.estimate().low()).with("high", result.estimate().high()).json()
                : answer.json();
    }

    private JsonValue ending() {
        return log.ending().<JsonValue>map(name -> new JsonObjectBuilder().with("name", name)
                .with("reason", SolveEnding.all().stream().filter(ending -> ending.wireName().equals(name))
                        .map(SolveEnding::sentence).findFirst().orElse(null))
                .with("round", log.rounds())
                .with("totalMs", log.totalMs().map(JsonValue::of)).json()).orElseGet(JsonValue::ofNull);
    }

    private static JsonValue agent(ViewAgent agent) {
        return new JsonObjectBuilder().with("id", agent.id())
                .with("name", agent.name())
                .with("role", agent.role())
                .withTexts("models", agent.models())
                .with("kind", agent.kind().wireName()).json();
    }

    private List<JsonValue> proposals() {
        Map<String, ProposalStanding> standings = new HashMap<>();
        result.standings().forEach(standing -> standings.put(standing.proposal().id(), standing));
        return view.proposals().stream().<JsonValue>map(proposal -> {
            ProposalStanding standing = standings.get(proposal.id());
            JsonObjectBuilder fields = new JsonObjectBuilder().with("id", proposal.id())
                    .with("name", proposal.name())
                    .with("mark", proposal.mark())
                    .with("text", proposal.text())
                    .withPresent("probability", result.estimate().ofProposals().get(proposal.id()));
            return standing == null ? fields.json()
                    : fields.with("share", standing.share()).with("agreeVoters", standing.agreeVoters())
                            .with("allVoters", standing.allVoters()).with("figure", standing.figure()).json();
        }).toList();
    }

    private JsonValue round(DeliberationReplay.Round round) {
        return new JsonObjectBuilder().withAll(ExplainJson.round(round))
                .with("shares", figures(round.figures().shares()))
                .with("probabilities", figures(round.figures().probabilities())).json();
    }

    /** Values of proposals by their numbers; null where a proposal has none. */
    private List<JsonValue> figures(Map<String, Double> values) {
        return values.isEmpty() ? List.of()
                : view.proposals().stream().map(proposal -> orNull(values.get(proposal.id()))).toList();
    }

    private static JsonValue orNull(@Nullable Double value) {
        return value == null ? JsonValue.ofNull() : JsonValue.of(value);
    }

    private JsonValue vote(VoteRecord vote) {
        return new JsonObjectBuilder().with("agent", view.marks().agent(vote.agentId()))
                .with("proposal", view.marks().proposal(vote.proposalId()))
                .with("stance", StanceJson.word(vote.vote().stance()))
                .with("weight", vote.vote().weight())
                .with("mark", view.marks().row(vote.signalId())).json();
    }

    private JsonValue change(RunTimeline.ChangeOfMind change) {
        return new JsonObjectBuilder().with("agent", view.marks().agent(change.agent()))
                .with("proposal", view.marks().proposal(change.proposal()))
                .with("from", StanceJson.word(change.from()))
                .with("to", StanceJson.word(change.to()))
                .with("mark", view.marks().row(change.entry().signal().id())).json();
    }

    private static List<Objection> open(RunDeliberation deliberation) {
        return deliberation.course().input().objections().stream()
                .filter(objection -> objection.answeredBy().isEmpty()).toList();
    }

    private JsonValue objection(Objection objection) {
        return new JsonObjectBuilder()
                .with("kind", objection.kind() == Objection.Kind.DOUBT ? "doubt" : "challenge")
                .with("agentId", objection.agentId())
                .with("text", objection.text())
                .with("against", view.marks().row(objection.target()))
                .with("mark", view.marks().row(objection.signalId())).json();
    }

    private static JsonValue limit(RunLimit limit) {
        return new JsonObjectBuilder().with("name", limit.kind().wireName())
                .with("used", limit.used())
                .with("allowed", limit.allowed()).json();
    }

    private static JsonValue seat(SeatRequest seat) {
        return new JsonObjectBuilder().with("seat", seat.turn().seat())
                .with("round", seat.turn().round())
                .with("turn", seat.turn().turn())
                .with("deadline", seat.deadline().toEpochMilli())
                .with("occasion", seat.occasion().kind().wireName()).json();
    }

    private <T> List<T> bounded(List<T> all, int limit, String name) {
        if (all.size() > limit) {
            omitted.add("of " + all.size() + ' ' + name + " the first " + limit + " are shown");
        }
        return all.subList(0, Math.min(limit, all.size()));
    }
}
