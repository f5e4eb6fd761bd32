package dev.waggle.swarm.reaction;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Replies that were written after the rules, without knowledge of the reader, each as one turn of an agent. Cases marked
 * as judgement are outside of the rates, because the rules are silent there.
 */
class FreshRepliesTest {

    private static final double FLOOR = 0.97;

    @ParameterizedTest
    @ValueSource(strings = {"first-batch", "second-batch", "third-batch"})
    void repliesAreUnderstoodAsTheRulesSay(String batch) throws IOException {
        JsonNode file = read(batch);
        Map<String, List<Boolean>> rates = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        List<String> hostile = new ArrayList<>();
        for (JsonNode node : file.get("cases")) {
            ReplyCase one = ReplyCase.of(node, file.get("scenes"));
            String seen = new ReplyTurn(one).wrong(file.get("second"));
            if (node.path("judgement").asBoolean(false)) {
                continue;
            }
            rates.computeIfAbsent(one.category(), _ -> new ArrayList<>()).add(seen == null);
            if (seen != null) {
                (one.isHostile() ? hostile : wrong).add(one.named(seen));
            }
        }
        rates.forEach((category, results) -> System.out.println(line(batch, category, results)));
        List<Boolean> all = rates.values().stream().flatMap(List::stream).toList();
        System.out.println(line(batch, "all", all));

        assertThat(hostile).as(() -> String.join("\n", wrong)).isEmpty();
        assertThat(rate(all)).as(() -> String.join("\n", wrong)).isGreaterThanOrEqualTo(FLOOR);
    }

    private static String line(String batch, String category, List<Boolean> results) {
        return batch + " | " + category + " | " + results.stream().filter(right -> right).count() + " of "
                + results.size();
    }

    private static double rate(List<Boolean> results) {
        return (double) results.stream().filter(right -> right).count() / results.size();
    }

    private static JsonNode read(String batch) throws IOException {
        try (InputStream text = Objects.requireNonNull(
                FreshRepliesTest.class.getResourceAsStream("/replies/" + batch + ".json"))) {
            return JsonMapper.builder().build().readTree(text);
        }
    }
}
