package dev.waggle.review.json;

import java.util.Optional;

import dev.waggle.review.whatif.PosteriorTrail;
import dev.waggle.review.whatif.PosteriorTrail.Step;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Probability of the leading proposal as JSON, vote by vote. */
final class PosteriorJson {

    private PosteriorJson() {}

    static JsonValue of(Optional<PosteriorTrail> trail) {
        return trail.filter(known -> known.leader() != null).<JsonValue>map(PosteriorJson::json)
                .orElseGet(JsonValue::ofNull);
    }

    private static JsonValue.Obj json(PosteriorTrail trail) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("proposalId", trail.leader())
                .with("skippedVotes", trail.skipped())
                .with("steps", trail.steps().stream().map(PosteriorJson::json).toList());
        trail.overtaking().ifPresent(other -> fields.with("overtakenBy", new JsonObjectBuilder()
                .with("proposalId", other.proposalId()).with("furtherVoters", other.voters()).json()));
        return fields.json();
    }

    private static JsonValue json(Step step) {
        return new JsonObjectBuilder().with("agentId", step.vote().agentId())
                .with("proposalId", step.vote().proposalId())
                .with("stance", StanceJson.word(step.vote().vote().stance()))
                .with("signalId", step.vote().signalId())
                .with("before", step.before())
                .with("after", step.after()).json();
    }
}
