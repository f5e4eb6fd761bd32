package dev.waggle.math.system;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** The shared cases of leverage points, archetypes and proposal energy. */
class SystemVectorTest {

    @TestFactory
    Stream<DynamicTest> leveragePoints() {
        return MathVectors.of("leverage-points", SystemVectorTest::leverage);
    }

    @TestFactory
    Stream<DynamicTest> systemArchetypes() {
        return MathVectors.of("system-archetypes", SystemVectorTest::archetypes);
    }

    @TestFactory
    Stream<DynamicTest> proposalEnergy() {
        return MathVectors.of("proposal-energy", SystemVectorTest::energy);
    }

    private static Object leverage(JsonNode input) {
        return switch (input.get("op").asString()) {
            case "classify" -> {
                LeveragePoint point = LeveragePoint.of(input.get("action").asString());
                yield MathVectors.map("level", point.level(), "category", point.category());
            }
            case "category" -> MathVectors.map(
                    "name", LeveragePoint.ofLevel(input.get("level").asInt()).category());
            case "rank" -> {
                List<String> actions = new ArrayList<>();
                input.get("actions").forEach(action -> actions.add(action.asString()));
                yield MathVectors.map("order", LeveragePoint.rank(actions));
            }
            default -> throw new AssertionError(input);
        };
    }

    private static Object archetypes(JsonNode input) {
        ArchetypeDetector history = ArchetypeDetector.none();
        for (JsonNode round : input.get("observations")) {
            history = history.after(new RoundMetrics(
                    new RoundMetrics.Growth(number(round, "infoGainTrend"), number(round, "signalVolume"),
                            number(round, "prevSignalVolume")),
                    new RoundMetrics.Repair(round.get("totalSpawns").asInt(), round.get("totalDissolves").asInt(),
                            round.get("persistentGap").asBoolean()),
                    new RoundMetrics.Commons(number(round, "averageNMI"), number(round, "shapleyConcentration"))));
        }
        Map<String, Object> detected = new LinkedHashMap<>();
        for (ArchetypeDetector.Match match : history.matches()) {
            detected.put(name(match.archetype()), MathVectors.map("confidence", match.confidence(),
                    "leverageLevel", match.archetype().leverage().level()));
        }
        return MathVectors.map("detected", detected,
                "primary", history.primary().map(match -> name(match.archetype())).orElse(null),
                "primaryTied", history.tied().stream().map(SystemVectorTest::name).toList());
    }

    private static Object energy(JsonNode input) {
        ProposalEnergy table = ProposalEnergy.under(new EnergyLaw.ConstantLoss(number(input, "decay")));
        List<String> labels = new ArrayList<>();
        for (JsonNode round : input.get("rounds")) {
            List<ProposalEnergy.Vote> votes = new ArrayList<>();
            for (JsonNode vote : round) {
                String label = vote.get(0).asString();
                if (!labels.contains(label)) {
                    labels.add(label);
                }
                votes.add(new ProposalEnergy.Vote(labels.indexOf(label),
                        ProposalEnergy.Stance.valueOf(vote.get(1).asString().toUpperCase(Locale.ROOT)),
                        MathVectors.number(vote.get(2))));
            }
            table = table.after(labels.size(), votes);
        }
        ProposalEnergy last = table;
        return MathVectors.map("energy", labelled(labels, last::energy), "delta", labelled(labels, last::delta),
                "momentum", labelled(labels, last::momentum),
                "trend", labelled(labels, i -> last.trend(i).name().toLowerCase(Locale.ROOT)),
                "leader", label(labels, last.leader()), "risingFastest", label(labels, last.risingFastest()),
                "totalEnergy", last.total(), "clearLeader", last.clearLeader());
    }

    private static Map<String, Object> labelled(List<String> labels, IntFunction<Object> value) {
        Map<String, Object> labelled = new LinkedHashMap<>();
        IntStream.range(0, labels.size()).forEach(i -> labelled.put(labels.get(i), value.apply(i)));
        return labelled;
    }

    private static @Nullable String label(List<String> labels, OptionalInt index) {
        return index.isPresent() ? labels.get(index.getAsInt()) : null;
    }

    private static String name(SystemArchetype archetype) {
        return archetype.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static double number(JsonNode node, String field) {
        return MathVectors.number(node.get(field));
    }
}
