package dev.waggle.math.inference.causal;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.waggle.math.MathVectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class CausalVectorTest {

    @TestFactory
    Stream<DynamicTest> answersTheSharedCases() {
        return MathVectors.of("causal-inference", input -> switch (input.get("op").asString()) {
            case "dsep" -> {
                List<String> names = names(input);
                yield MathVectors.map("separated", DSeparation.separated(graph(input, names),
                        names.indexOf(input.get("x").asString()), names.indexOf(input.get("y").asString()),
                        indices(input.get("z"), names)));
            }
            case "backdoor_valid" -> {
                List<String> names = names(input);
                yield MathVectors.map("valid", BackDoor.valid(graph(input, names),
                        names.indexOf(input.get("x").asString()), names.indexOf(input.get("y").asString()),
                        indices(input.get("z"), names)));
            }
            case "adjust" -> adjust(input);
            case "partial_corr" -> {
                var correlation = PartialCorrelation.of(MathVectors.rows(input.get("cov")), input.get("i").asInt(),
                        input.get("j").asInt(), integers(input.get("given")));
                yield MathVectors.map("rho", correlation.isPresent() ? correlation.getAsDouble() : null);
            }
            case "cpdag" -> cpdag(input);
            case "counterfactual" -> counterfactual(input);
            default -> throw new AssertionError(input.toString());
        });
    }

    private static Object adjust(JsonNode input) {
        JsonNode rows = input.get("rows");
        int[][] strata = new int[rows.size()][];
        Arrays.setAll(strata, row -> input.get("z").valueStream()
                .mapToInt(z -> rows.get(row).get(z.asString()).asInt()).toArray());
        BackDoorAdjustment adjustment = BackDoorAdjustment
                .of(rows.valueStream().mapToInt(row -> row.get("X").asInt()).toArray(),
                        rows.valueStream().mapToDouble(row -> MathVectors.number(row.get("Y"))).toArray(), strata,
                        rows.valueStream()
                                .mapToDouble(row -> row.has("count") ? MathVectors.number(row.get("count")) : 1)
                                .toArray());
        Map<String, @Nullable Object> answer = MathVectors.map("do0", null, "see0", null, "do1", null, "see1", null);
        for (BackDoorAdjustment.Arm arm : adjustment.arms()) {
            answer.put("see" + arm.treatment(), arm.observed());
            answer.put("do" + arm.treatment(), switch (arm.intervention()) {
                case BackDoorAdjustment.InterventionEffect.Mean mean -> mean.value();
                case BackDoorAdjustment.InterventionEffect.Unsupported _ -> null;
            });
        }
        return answer;
    }

    private static Object cpdag(JsonNode input) {
        List<String> names = names(input);
        Cpdag cpdag = Cpdag.of(graph(input, names));
        return MathVectors.map("directed",
                sorted(cpdag.directed().stream()
                        .map(edge -> List.of(names.get(edge.from()), names.get(edge.to())))),
                "undirected",
                sorted(cpdag.undirected().stream()
                        .map(edge -> Stream.of(names.get(edge.from()), names.get(edge.to())).sorted().toList())),
                "classSize", cpdag.classSize().map(BigInteger::intValueExact).orElseThrow());
    }

    private static List<List<String>> sorted(Stream<List<String>> pairs) {
        return pairs.sorted(Comparator.comparing((List<String> pair) -> pair.get(0)).thenComparing(pair -> pair.get(1)))
                .toList();
    }

    private static Object counterfactual(JsonNode input) {
        Set<String> all = new TreeSet<>();
        input.get("observed").propertyNames().forEach(all::add);
        input.get("equations").properties().forEach(equation -> {
            all.add(equation.getKey());
            all.addAll(equation.getValue().propertyNames());
        });
        List<String> names = List.copyOf(all);
        double[][] weights = new double[names.size()][names.size()];
        input.get("equations").properties().forEach(equation -> equation.getValue().properties().forEach(
                cause -> weights[names.indexOf(equation.getKey())][names.indexOf(cause.getKey())] = MathVectors
                        .number(cause.getValue())));
        double[] observed = names.stream()
                .mapToDouble(name -> input.get("observed").has(name)
                        ? MathVectors.number(input.get("observed").get(name)) : Double.NaN)
                .toArray();
        JsonNode set = input.get("set");
        LinearScm.Counterfactual answer = LinearScm.of(weights).counterfactual(observed,
                set.propertyNames().stream().mapToInt(names::indexOf).toArray(),
                set.properties().stream().mapToDouble(field -> MathVectors.number(field.getValue())).toArray());
        Map<String, @Nullable Object> values = MathVectors.map();
        for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i), answer.values()[i]);
            values.put("noise" + names.get(i), answer.noise()[i]);
        }
        return values;
    }

    private static List<String> names(JsonNode input) {
        Set<String> names = new LinkedHashSet<>();
        if (input.has("nodes")) {
            input.get("nodes").forEach(node -> names.add(node.asString()));
        }
        input.get("edges").forEach(edge -> edge.forEach(end -> names.add(end.asString())));
        for (String role : List.of("x", "y")) {
            if (input.has(role)) {
                names.add(input.get(role).asString());
            }
        }
        if (input.has("z")) {
            input.get("z").forEach(name -> names.add(name.asString()));
        }
        return List.copyOf(names);
    }

    private static CausalGraph graph(JsonNode input, List<String> names) {
        return CausalGraph.of(names.size(),
                input.get("edges").valueStream().map(edge -> indices(edge, names)).toArray(int[][]::new));
    }

    private static int[] indices(JsonNode array, List<String> names) {
        return array.valueStream().mapToInt(name -> names.indexOf(name.asString())).toArray();
    }

    private static int[] integers(JsonNode array) {
        return array.valueStream().mapToInt(JsonNode::asInt).toArray();
    }
}
