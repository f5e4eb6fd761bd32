package dev.waggle.server.api.data;

import java.util.List;

import dev.waggle.review.outcome.ReputationJson;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.ReliabilityTracker;

import static dev.waggle.server.http.JsonShape.NUMBER;
import static dev.waggle.server.http.JsonShape.OBJECT;
import static dev.waggle.server.http.JsonShape.TEXT;
import static dev.waggle.server.http.JsonShape.WHOLE;
import static dev.waggle.server.http.JsonShape.list;

/** Lessons of outcomes about each agent. */
public final class ReputationApi {

    private static final String GROUP = "reputation";

    private final OutcomeTracker outcomes;
    private final ReliabilityTracker reliability;

    public ReputationApi(OutcomeTracker outcomes, ReliabilityTracker reliability) {
        this.outcomes = outcomes;
        this.reliability = reliability;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("listReputations", HttpVerb.GET, "/v1/reputation",
                        "Shows what outcomes have taught about each agent, the most trusted first.",
                        _ -> answer(outcomes.reputation().ranking()))
                        .answering(AnswerForm.json(200, "All agents with an outcome.", schema()))
                        .in(GROUP).needing(AccessScope.READ),
                Operation.of("getReputation", HttpVerb.GET, "/v1/reputation/{agent}",
                        "Shows what outcomes have taught about one agent.", this::one)
                        .with(Parameter.path("agent", "The id of the agent."))
                        .answering(AnswerForm.json(200, "That agent.", schema()))
                        .refusing(404).in(GROUP).needing(AccessScope.READ));
    }

    private ApiAnswer one(ApiCall call) {
        String agent = call.path("agent");
        List<String> known = outcomes.reputation().ranking();
        if (!known.contains(agent)) {
            throw ProblemException.of(404, "there is no outcome about the agent " + QuotedValue.of(agent) + "\nMaybe "
                    + Suggestions.nearest(agent, known).orElse("see /v1/reputation") + '.');
        }
        return answer(List.of(agent));
    }

    private ApiAnswer answer(List<String> agents) {
        reliability.refresh();
        return ApiAnswer.of(ReputationJson.of(outcomes, reliability, agents));
    }

    private static JsonValue.Obj schema() {
        JsonValue.Obj bins = list(new JsonShape().with("low", NUMBER).with("high", NUMBER).with("cases", WHOLE)
                .with("confidence", NUMBER).with("accuracy", NUMBER).json());
        JsonValue.Obj claims = new JsonShape().with("count", WHOLE).with("calibrationError", NUMBER)
                .with("overconfidence", NUMBER).with("bins", bins).json();
        JsonValue.Obj agent = new JsonShape().with("agent", TEXT).with("outcomes", WHOLE).with("right", NUMBER)
                .with("accuracy", NUMBER).with("low", NUMBER).with("high", NUMBER).with("trend", NUMBER)
                .with("reputation", NUMBER).with("types", list(OBJECT)).with("strengths", list(TEXT))
                .with("weaknesses", list(TEXT)).with("claims", claims).withOptional("weights", OBJECT).json();
        return new JsonShape().with("outcomes", WHOLE).with("accuracy", NUMBER).with("calibrationError", NUMBER)
                .with("brier", NUMBER).with("bins", bins).with("learnedFrom", WHOLE).with("version", TEXT)
                .with("agents", list(agent))
                .json();
    }
}
