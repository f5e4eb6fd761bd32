package dev.waggle.math.game;

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

import static dev.waggle.math.MathVectors.map;
import static dev.waggle.math.MathVectors.number;
import static dev.waggle.math.MathVectors.numbers;
import static dev.waggle.math.MathVectors.rows;

/** The shared cases of games, contributions, bandits and replicators. */
class GameVectorTest {

    @TestFactory
    Stream<DynamicTest> games() {
        return MathVectors.of("game-theory", GameVectorTest::game);
    }

    @TestFactory
    Stream<DynamicTest> contributions() {
        return MathVectors.of("shapley", GameVectorTest::contribution);
    }

    @TestFactory
    Stream<DynamicTest> bandits() {
        return MathVectors.of("regret-minimization", GameVectorTest::bandit);
    }

    @TestFactory
    Stream<DynamicTest> replicators() {
        return MathVectors.of("replicator-dynamics", GameVectorTest::replicator);
    }

    private static Map<String, @Nullable Object> game(JsonNode input) {
        return switch (input.get("op").asString()) {
            case "threshold" -> threshold(input);
            case "bimatrix" -> map("equilibria", equilibria(input).extreme().stream()
                    .map(pair -> List.of(pair.row(), pair.column())).toList());
            case "degenerate" -> map("degenerate", equilibria(input) instanceof BimatrixGame.Degenerate, "equilibria",
                    equilibria(input).extreme().stream().map(pair -> List.of(pair.row(), pair.column())).toList());
            case "zero_sum" -> zeroSum(ZeroSumGame.solve(rows(matrix(input))));
            case "volunteer" -> volunteer(input);
            default -> throw new AssertionError(input);
        };
    }

    private static Map<String, @Nullable Object> threshold(JsonNode input) {
        JsonNode payoffs = input.get("payoffs");
        ChallengeGame.Decision decision = ChallengeGame.weigh(number(input.get("belief")),
                number(input.get("groupConsensus")), number(input.get("reputationStake")),
                payoffs == null ? ChallengeGame.Payoffs.defaults() : new ChallengeGame.Payoffs(
                        number(payoffs.get("groupthinkCost")), number(payoffs.get("heroBonus")),
                        number(payoffs.get("disruptionCost")), number(payoffs.get("consensusAmplification"))));
        return map("agreeEV", decision.agreeValue(), "challengeEV", decision.challengeValue(),
                "margin", decision.margin(), "criticalBelief", decision.criticalBelief(),
                "action", decision.action().name().toLowerCase(Locale.ROOT));
    }

    private static BimatrixGame.Equilibria equilibria(JsonNode input) {
        return BimatrixGame.equilibria(rows(input.get("row")), rows(input.get("col")));
    }

    private static Map<String, @Nullable Object> zeroSum(ZeroSumGame.Solution solution) {
        return map("value", solution.value(), "row", solution.row(), "col", solution.column(),
                "maximin", solution.row(), "strategy", solution.row(), "x", solution.row());
    }

    private static Map<String, @Nullable Object> volunteer(JsonNode input) {
        ChallengeGame.Volunteers volunteers = ChallengeGame.volunteers(input.get("n").asInt(),
                number(input.get("cost")), number(input.get("benefit")));
        return map("challengeProbability", volunteers.challengeProbability(),
                "expectedChallengers", volunteers.expectedChallengers());
    }

    /** The one array among the fields. */
    private static JsonNode matrix(JsonNode input) {
        return input.properties().stream().map(Map.Entry::getValue).filter(JsonNode::isArray).findFirst()
                .orElseThrow();
    }

    private static Map<String, @Nullable Object> contribution(JsonNode input) {
        return switch (input.get("op").asString()) {
            case "table" -> table(input);
            case "weighted_majority" -> map("values", WeightedMajority.shapleyShubik(input.get("quota").asInt(),
                    whole(input.get("weights"))));
            case "airport" -> map("values", Shapley.airport(numbers(input.get("costs"))));
            case "additive" -> map("values", Shapley.additive(numbers(matrix(input))));
            case "glove" -> {
                double[] values = Shapley.byType(new int[] {input.get("left").asInt(), input.get("right").asInt()},
                        counts -> Math.min(counts[0], counts[1]));
                yield map("left", values[0], "right", values[1]);
            }
            case "unanimity" -> unanimity(input.get("n").asInt(), whole(input.get("carrier")));
            default -> throw new AssertionError(input);
        };
    }

    private static Map<String, @Nullable Object> table(JsonNode input) {
        List<String> players = new ArrayList<>();
        input.get("players").forEach(player -> players.add(player.asString()));
        double[] worths = new double[1 << players.size()];
        for (Map.Entry<String, JsonNode> coalition : input.get("values").properties()) {
            int mask = 0;
            for (String member : coalition.getKey().split("\\|", -1)) {
                mask |= member.isEmpty() ? 0 : 1 << players.indexOf(member);
            }
            worths[mask] = number(coalition.getValue());
        }
        double[] values = Shapley.exact(players.size(), coalition -> worths[(int) coalition]);
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return map("values", MathVectors.labelled(players, values), "sum", sum);
    }

    private static Map<String, @Nullable Object> unanimity(int players, int[] carrier) {
        double[] values = Shapley.byType(new int[] {carrier.length, players - carrier.length},
                counts -> counts[0] == carrier.length ? 1 : 0);
        double[] all = new double[players];
        Arrays.fill(all, values[1]);
        for (int member : carrier) {
            all[member] = values[0];
        }
        return map("values", all);
    }

    private static int[] whole(JsonNode array) {
        int[] values = new int[array.size()];
        Arrays.setAll(values, i -> array.get(i).asInt());
        return values;
    }

    private static long[] wholes(JsonNode array, String field) {
        long[] values = new long[array.size()];
        Arrays.setAll(values, i -> (field.isEmpty() ? array.get(i) : array.get(i).get(field)).asLong());
        return values;
    }

    private static Map<String, @Nullable Object> bandit(JsonNode input) {
        return switch (input.get("op").asString()) {
            case "ucb1" -> {
                JsonNode arms = input.get("arms");
                long[] pulls = wholes(arms, "pulls");
                double[] totals = new double[arms.size()];
                Arrays.setAll(totals, i -> number(arms.get(i).get("total")));
                yield map("index", BanditTally.ucb1Indices(pulls, totals),
                        "choice", BanditTally.ucb1Choice(pulls, totals));
            }
            case "beta" -> posterior(input.get("arms"));
            case "pseudo_regret" -> map("regret", BanditRegret.pseudoRegret(numbers(input.get("means")),
                    wholes(input.get("pulls"), "")));
            case "ucb1_bound" -> map("bound",
                    BanditRegret.ucb1Bound(numbers(input.get("means")), input.get("T").asLong()));
            case "run" -> {
                BanditRegret regret = BanditRegret.of(numbers(input.get("means")));
                for (JsonNode play : input.get("plays")) {
                    regret = regret.after(play.get(0).asInt());
                }
                yield map("pseudoRegret", regret.regret());
            }
            default -> throw new AssertionError(input);
        };
    }

    private static Map<String, @Nullable Object> posterior(JsonNode arms) {
        List<BanditPosterior> posteriors = new ArrayList<>();
        arms.forEach(arm -> posteriors.add(
                new BanditPosterior(arm.get("successes").asLong(), arm.get("failures").asLong())));
        return map("alpha", posteriors.stream().map(BanditPosterior::alpha).toList(),
                "beta", posteriors.stream().map(BanditPosterior::beta).toList(),
                "mean", posteriors.stream().map(BanditPosterior::mean).toList(),
                "variance", posteriors.stream().map(BanditPosterior::variance).toList(),
                "probBest", BanditBestArm.probabilities(posteriors));
    }

    private static Map<String, @Nullable Object> replicator(JsonNode input) {
        return switch (input.get("op").asString()) {
            case "step" -> step(ReplicatorDynamics.step(numbers(input.get("x")), numbers(input.get("f"))));
            case "payoff_step" -> step(ReplicatorDynamics.payoffStep(rows(input.get("A")), numbers(input.get("x"))));
            case "inverse_frequency_step" -> map("x", ReplicatorDynamics.inverseFrequencyStep(numbers(input.get("x"))));
            case "interior" -> map("x", switch (RestPointSolver.of(rows(input.get("A")))) {
                case RestPoint.Unique unique -> unique.shares();
                case RestPoint.OneOfMany many -> null;
                case RestPoint.None none -> null;
            });
            case "ess" -> {
                List<Boolean> stable = new ArrayList<>();
                for (boolean pure : EvolutionaryStability.stablePure(rows(input.get("A")))) {
                    stable.add(pure);
                }
                yield map("pureESS", stable);
            }
            case "nash_ess_mixed" -> {
                boolean nash = EvolutionaryStability.isNash(rows(input.get("A")), numbers(input.get("x")));
                boolean stable = EvolutionaryStability.isStable(rows(input.get("A")), numbers(input.get("x")));
                yield map("nash", nash, "isNash", nash, "ess", stable, "isESS", stable);
            }
            default -> throw new AssertionError(input);
        };
    }

    private static Map<String, @Nullable Object> step(ReplicatorDynamics.Step step) {
        return map("x", step.shares(), "f", step.fitness(), "phi", step.meanFitness());
    }
}
