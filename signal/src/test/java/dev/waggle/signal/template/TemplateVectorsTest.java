package dev.waggle.signal.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.signal.Vectors;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** Harness 55: the shared cases of templates and of their input. */
class TemplateVectorsTest {

    private static final JsonNode FILE = Vectors.file("harness-runtime.json");

    private static final JsonNode CONTEXT = FILE.get("templateContext");

    /** Expression for the content of a prototype in the language of the original; ours has no prototypes. */
    private static final String PROTOTYPE = "{{ constructor }}";

    @ParameterizedTest
    @MethodSource("templates")
    void isFilledInAsDefined(Case shared) {
        Template template = Template.of(shared.template());
        TemplateContext context = new TemplateContext(Vectors.value(CONTEXT.get("state")),
                Vectors.value(CONTEXT.get("signal")), Vectors.value(CONTEXT.get("input")));

        assertThat(template.expand(context)).isEqualTo(shared.result());
        assertThat(template.paths()).isEqualTo(shared.paths());
        assertThat(template.hasExpressions()).isEqualTo(!shared.paths().isEmpty())
                .isEqualTo(template.hasExpressions());
    }

    @Test
    void inputsOfEveryKindAreFilledIn() {
        JsonNode inputs = FILE.get("templateInputs");
        assertThat(inputs).hasSize(7);
        Template template = Template.of("<{{ input }}|{{ input.a }}>");
        for (JsonNode shared : inputs) {
            JsonValue given = Vectors.value(shared.get("input"));
            JsonValue input = given.equals(JsonValue.of("(absent)")) ? null : given;

            assertThat(template.expand(new TemplateContext(JsonValue.of(Map.of()), null, input)))
                    .isEqualTo(shared.get("result").asString());
        }
    }

    @Test
    void allButThePrototypeCaseAreThere() {
        assertThat(FILE.get("templates")).hasSize(22);
        assertThat(templates()).hasSize(21);
        assertThat(Template.of(PROTOTYPE).expand(TemplateContext.ofState(Vectors.value(CONTEXT.get("state")))))
                .isEmpty();
    }

    static Stream<Case> templates() {
        List<Case> cases = new ArrayList<>();
        for (JsonNode shared : FILE.get("templates")) {
            cases.add(new Case(shared.get("template").asString(), shared.get("result").asString(),
                    shared.get("paths").valueStream().map(JsonNode::asString).toList()));
        }
        return cases.stream().filter(shared -> !shared.template().equals(PROTOTYPE));
    }

    record Case(String template, String result, List<String> paths) {}
}
