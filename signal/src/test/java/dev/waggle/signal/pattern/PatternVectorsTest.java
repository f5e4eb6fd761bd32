package dev.waggle.signal.pattern;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The shared cases of both foreign dialects. */
class PatternVectorsTest {

    private static final List<String> MATCHERS = List.of("bus", "store", "player", "debugFilter", "telemetry");

    @ParameterizedTest
    @MethodSource("durable")
    void theDurableDialectAnswersAsItsSystemDid(Case shared) {
        assertThat(Pattern.of(shared.pattern(), PatternDialect.DURABLE).matches(shared.type()))
                .isEqualTo(shared.matches());
    }

    /**
     * No case is omitted. Where the five matchers of that system disagree, the answer of its bus is expected. There
     * only its {@code *} stays in a segment, its {@code **} does not, and all else is literal, as in the common model.
     * About line ends the model says nothing. Five agree that {@code **} does not match one alone. So it does not match
     * one after a colon either, where they disagree.
     */
    @ParameterizedTest
    @MethodSource("harness")
    void theHarnessDialectAnswersAsItsSystemDid(Case shared) {
        assertThat(Pattern.of(shared.pattern(), PatternDialect.HARNESS).matches(shared.type()))
                .isEqualTo(shared.matches());
    }

    @Test
    void allCasesAreThere() throws IOException {
        assertThat(durable()).hasSize(242);
        assertThat(harness()).hasSize(164);
        assertThat(harness().filter(Case::isAgreed)).as("five answered, and alike").hasSize(132);
    }

    static Stream<Case> durable() throws IOException {
        return cases("patterns.json", node -> new Case(node.get("group").asString(), node.get("pattern").asString(),
                node.get("type").asString(), node.get("matches").asBoolean(), true));
    }

    static Stream<Case> harness() throws IOException {
        return cases("harness-patterns.json", node -> {
            JsonNode bus = node.get("bus");
            boolean isAgreed = MATCHERS.stream().allMatch(matcher -> bus.equals(node.get(matcher)));
            return new Case(node.get("group").asString(), node.get("pattern").asString(), node.get("name").asString(),
                    bus.asBoolean(), isAgreed);
        });
    }

    private static Stream<Case> cases(String name, Function<JsonNode, Case> read) throws IOException {
        try (InputStream file = Objects.requireNonNull(
                PatternVectorsTest.class.getResourceAsStream("/vectors/" + name), "the vectors are missing")) {
            List<Case> cases = new ArrayList<>();
            JsonMapper.builder().build().readTree(file).get("cases").forEach(node -> cases.add(read.apply(node)));
            return cases.stream();
        }
    }

    record Case(String group, String pattern, String type, boolean matches, boolean isAgreed) {

        private static final int SHOWN = 40;

        @Override
        public String toString() {
            return group + ": " + shown(pattern) + (matches ? " matches " : " does not match ") + shown(type);
        }

        private static String shown(String text) {
            StringBuilder shown = new StringBuilder();
            text.chars().limit(SHOWN).forEach(unit -> shown.append(unit > ' ' && unit < 127
                    ? String.valueOf((char) unit)
                    : String.format("\\u%04x", unit)));
            return text.length() > SHOWN ? shown + "..." : shown.toString();
        }
    }
}
