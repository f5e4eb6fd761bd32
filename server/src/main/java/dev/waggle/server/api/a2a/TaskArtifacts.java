package dev.waggle.server.api.a2a;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.server.http.RecordJson;
import dev.waggle.server.run.RunEscalation;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.json.ResultJson;
import org.jspecify.annotations.Nullable;

/** Artifacts of a completed task: answer, result, votes and dissent. */
final class TaskArtifacts {

    private static final String CONSENSUS = "consensus";
    private static final String DISSENT = "dissent";
    private static final String VOTES = "votingRecord";

    private TaskArtifacts() {}

    /**
     * The artifacts of a result, the answer first.
     *
     * @param answer the answer of a client to the escalation that ended the run; null for none
     */
    static List<A2aArtifact> of(SwarmResult result, @Nullable EscalationAnswer answer) {
        List<A2aArtifact> all = new ArrayList<>();
        all.add(new A2aArtifact("answer", "answer", "Answer in words.",
                List.of(A2aPart.text(answer(result, answer)))));
        all.addAll(facts(result, answer));
        return all;
    }

    /** The artifacts of a result whose escalation waits for an answer. */
    static List<A2aArtifact> asked(SwarmResult result) {
        return facts(result, null);
    }

    private static List<A2aArtifact> facts(SwarmResult result, @Nullable EscalationAnswer answer) {
        JsonValue.Obj json = ResultJson.of(result);
        JsonValue.Obj consensus = (JsonValue.Obj) field(json, CONSENSUS);
        return List.of(
                data("result", "Answer, confidence, cost and time.", result(result, answer, json, consensus)),
                data("votes", "Every vote, with its weight and its reason.", new JsonObjectBuilder()
                        .with("votes", field(consensus, VOTES)).with("standings", field(consensus, "standings"))
                        .json()),
                data(DISSENT, "Everything said against the leading proposal.", new JsonObjectBuilder()
                        .with(DISSENT, field(consensus, DISSENT)).json()));
    }

    /** The answer, of a client if one decided; for votes that decide nothing, words that say so. */
    private static String answer(SwarmResult result, @Nullable EscalationAnswer answer) {
        String ofClient = answer == null ? null : EscalationQuestion.of(result).with(answer).answer();
        if (ofClient != null) {
            return ofClient;
        }
        if (result.consensus().decided()) {
            return result.answer();
        }
        String leader = result.consensus().leader().map(proposal -> " The leading proposal, which is not decided: "
                + proposal.content()).orElse(" There is no leading proposal.");
        return "Not decided: " + result.ending().sentence() + "." + leader
                + (result.answer().equals(SwarmResult.NO_CONSENSUS) ? "" : "\n\n" + result.answer());
    }

    private static JsonValue.Obj result(SwarmResult result, @Nullable EscalationAnswer answer, JsonValue.Obj json,
            JsonValue.Obj consensus) {
        JsonObjectBuilder summary = new JsonObjectBuilder();
        consensus.fields().forEach((name, value) -> {
            if (!name.equals(VOTES) && !name.equals(DISSENT)) {
                summary.with(name, value);
            }
        });
        JsonObjectBuilder to = new JsonObjectBuilder();
        for (String name : List.of("answer", "decided", "decision", "confidence", "confidenceBasis",
                "confidenceInterval", "agreement", "ending", "endingDetail")) {
            to.with(name, field(json, name));
        }
        if (result.ending() == LoopStop.ESCALATED) {
            RunEscalation escalation = EscalationQuestion.of(result).with(answer);
            to.withPresent("decidedBy", escalation.answer() == null ? null : escalation.answeredBy())
                    .with("escalation", RecordJson.write(escalation));
        }
        return to.with(CONSENSUS, summary.json()).with("cost", field(json, "cost"))
                .with("timing", new JsonObjectBuilder().with("totalMs", result.timing().total().toMillis())
                        .with("roundsUsed", result.timing().roundsUsed()).json())
                .with("signalCount", result.signalLog().size()).with("debates", field(json, "debates")).json();
    }

    private static A2aArtifact data(String id, String description, JsonValue.Obj value) {
        return new A2aArtifact(id, id, description, List.of(A2aPart.data(value)));
    }

    private static JsonValue field(JsonValue.Obj object, String name) {
        return object.fields().getOrDefault(name, JsonValue.ofNull());
    }
}
