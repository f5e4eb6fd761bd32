package dev.waggle.swarm.reaction;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The shared corpus of replies as models write them, each as one turn of an agent. */
class ReplyCorpusTest {

    private static final double FLOOR = 0.97;

    /** Floor of a category; a category of few cases has room for none wrong. */
    private static final double FLOOR_OF_CATEGORY = 0.9;

    @Test
    void repliesAreUnderstoodAsTheRulesSay() throws Exception {
        JsonNode file = JsonMapper.builder().build().readTree(Files.readString(corpus()));
        Map<String, List<Boolean>> rates = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        List<String> hostile = new ArrayList<>();
        for (JsonNode node : file.get("cases")) {
            ReplyCase one = ReplyCase.of(node, file.get("scenes"));
            String seen = new ReplyTurn(one).wrong(file.get("second"));
            rates.computeIfAbsent(one.category(), _ -> new ArrayList<>()).add(seen == null);
            if (seen != null) {
                (one.isHostile() ? hostile : wrong).add(one.named(seen));
            }
        }
        rates.forEach((category, results) -> System.out.println(line(category, results)));
        List<Boolean> all = rates.values().stream().flatMap(List::stream).toList();
        System.out.println(line("all", all));

        assertThat(hostile).as(() -> "hostile replies, and others: " + String.join("\n", wrong)).isEmpty();
        assertThat(rate(all)).as(() -> String.join("\n", wrong)).isGreaterThanOrEqualTo(FLOOR);
        rates.forEach((category, results) -> assertThat(rate(results)).as(() -> category + ' ' + wrong)
                .isGreaterThanOrEqualTo(FLOOR_OF_CATEGORY));
    }

    private static String line(String category, List<Boolean> results) {
        return "replies | " + category + " | " + results.stream().filter(right -> right).count() + " of "
                + results.size();
    }

    private static double rate(List<Boolean> results) {
        return (double) results.stream().filter(right -> right).count() / results.size();
    }

    /** The corpus, which is not part of the repository; without it the test is skipped, and fails where CI is true. */
    private static Path corpus() {
        Path found = Path.of(System.getProperty("waggle.shared", ""), "vectors", "replies.json");
        if (!Files.exists(found)) {
            String missing = "no corpus at " + found + "; -Dwaggle.shared=FOLDER names its place";
            if ("true".equals(System.getenv("CI"))) {
                Assertions.fail(missing);
            }
            System.out.println("skipped for want of the corpus of replies (" + missing + ")");
            Assumptions.abort(missing);
        }
        return found;
    }
}
