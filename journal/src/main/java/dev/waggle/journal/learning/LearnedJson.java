package dev.waggle.journal.learning;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.journal.ObjReader;
import dev.waggle.signal.JsonLine;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.learning.Evidence;
import dev.waggle.signal.learning.Learned;

/**
 * What an agent has learned as JSON.
 *
 * <pre>
 *   {"agent":"critic","runs":["solve_1"],"arms":[{"arm":"propose","lessons":2,"precision":[2.0],"weighted":[1.5]}]}
 * </pre>
 */
final class LearnedJson {

    private LearnedJson() {}

    static JsonValue of(String agentId, Learned learned) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("agent", JsonValue.of(agentId));
        fields.put("runs", JsonValue.of(learned.runs().stream().map(JsonValue::of).toList()));
        fields.put("arms", JsonValue.of(new TreeMap<>(learned.arms()).entrySet().stream()
                .map(arm -> arm(arm.getKey(), arm.getValue())).toList()));
        return JsonValue.of(fields);
    }

    private static JsonValue arm(String word, Evidence evidence) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("arm", JsonValue.of(word));
        fields.put("lessons", JsonValue.of(evidence.lessons()));
        fields.put("precision", numbers(evidence.precision()));
        fields.put("weighted", numbers(evidence.weighted()));
        return JsonValue.of(fields);
    }

    private static JsonValue numbers(List<Double> numbers) {
        return JsonValue.of(numbers.stream().map(number -> JsonValue.of((double) number)).toList());
    }

    /**
     * What that agent has learned.
     *
     * @throws IllegalArgumentException when this is something else; the message says what
     */
    static Learned read(String agentId, JsonValue json) {
        ObjReader in = ObjReader.top("learned", json);
        String agent = in.text("agent");
        if (!agent.equals(agentId)) {
            throw new IllegalArgumentException("it is what the agent " + JsonLine.quoted(agent) + " has learned");
        }
        List<String> runs = in.texts("runs");
        Map<String, Evidence> arms = new LinkedHashMap<>();
        for (ObjReader arm : in.objects("arms")) {
            String word = arm.text("arm");
            Evidence evidence = new Evidence(arm.whole("lessons"), numbers(arm, "precision"), numbers(arm, "weighted"));
            arm.refuseOthers();
            if (arms.put(word, evidence) != null) {
                throw new IllegalArgumentException("the choice " + JsonLine.quoted(word) + " is there twice");
            }
        }
        in.refuseOthers();
        return new Learned(arms, runs);
    }

    private static List<Double> numbers(ObjReader in, String name) {
        if (!(in.value(name) instanceof JsonValue.Arr numbers)) {
            throw in.wrong(name, "an array of numbers");
        }
        return numbers.items().stream().map(item -> {
            if (!(item instanceof JsonValue.Num number)) {
                throw in.wrong(name, "an array of numbers");
            }
            return number.value().doubleValue();
        }).toList();
    }
}
