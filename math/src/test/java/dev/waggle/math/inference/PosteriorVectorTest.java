package dev.waggle.math.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class PosteriorVectorTest {

    @TestFactory
    Stream<DynamicTest> bayesian() {
        return MathVectors.of("bayesian", input -> switch (input.get("op").asString()) {
            case "update" -> update(input);
            case "likelihoods" -> likelihoods(input);
            case "vote_lr" -> MathVectors.map("lr", VoteRatios.ofStrength(MathVectors.number(input.get("weight")))
                    .of(VoteRatios.Vote.valueOf(input.get("stance").asString().toUpperCase(Locale.ROOT))));
            default -> throw new AssertionError(input);
        });
    }

    private static Map<String, @Nullable Object> update(JsonNode input) {
        List<String> labels = new ArrayList<>();
        input.get("hypotheses").forEach(hypothesis -> labels.add(hypothesis.asString()));
        List<LikelihoodEvidence> evidence = new ArrayList<>();
        for (JsonNode item : input.get("evidence")) {
            int place = labels.indexOf(item.get("h").asString());
            if (place >= 0) { // The caller of the kernel looks up the labels.
                evidence.add(new LikelihoodEvidence(place, MathVectors.number(item.get("lr")),
                        MathVectors.number(item.get("weight"))));
            }
        }
        double[] prior = new double[labels.size()];
        Arrays.fill(prior, 1);
        Posterior posterior = Posterior
                .given(input.has("prior") ? MathVectors.values(input.get("prior"), labels) : prior, evidence);
        return MathVectors.map("posteriors", MathVectors.labelled(labels, posterior.probabilities()),
                "mapProbability", posterior.map().probability(), "evidenceCount", posterior.evidenceCount());
    }

    private static Map<String, @Nullable Object> likelihoods(JsonNode input) {
        List<String> labels = MathVectors.labels(input.get("prior"), input.get("likelihood"));
        double[] posterior = Posterior.probabilities(MathVectors.values(input.get("prior"), labels),
                MathVectors.values(input.get("likelihood"), labels));
        return MathVectors.map("posteriors", MathVectors.labelled(labels, posterior),
                "mapProbability", MapEstimate.of(posterior).probability());
    }
}
