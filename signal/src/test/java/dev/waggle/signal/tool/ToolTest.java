package dev.waggle.signal.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ToolTest {

    private static final ToolCaller ADA = new ToolCaller("ada", 1);

    private final List<Map<String, String>> calls = new ArrayList<>();

    private final Tool weather = Tool.of("weather", "Says the weather of a city.",
            Map.of("city", "name of the city", "day", "a weekday"), input -> {
                calls.add(input);
                return "sunny in " + input.get("city") + " on " + input.get("day");
            });

    @Test
    void answersWithTheTextOfItsFunction() throws InterruptedException {
        ToolOutcome outcome = weather.call(ADA, input(Map.of("day", "Monday", "city", "Bern")));

        assertThat(outcome).isEqualTo(
                new ToolOutcome.Done("sunny in Bern on Monday", JsonValue.of("sunny in Bern on Monday")));
        assertThat(calls).containsExactly(Map.of("city", "Bern", "day", "Monday"));
    }

    @Test
    void requiresEveryParameterInAlphabeticalOrder() {
        assertThat(weather.definition().name()).isEqualTo("weather");
        assertThat(weather.definition().description()).isEqualTo("Says the weather of a city.");
        assertThat(JsonLine.of(weather.definition().inputSchema())).isEqualTo("{\"type\":\"object\",\"properties\":{"
                + "\"city\":{\"type\":\"string\",\"description\":\"name of the city\"},"
                + "\"day\":{\"type\":\"string\",\"description\":\"a weekday\"}},"
                + "\"required\":[\"city\",\"day\"],\"additionalProperties\":false}");
    }

    @Test
    void anInputThatDoesNotFitFailsWithTheNameAndCallsNothing() throws InterruptedException {
        assertThat(reason(input(Map.of("city", "Bern")))).contains("day");
        assertThat(reason(input(Map.of("city", "Bern", "day", "Monday", "hour", "9")))).contains("hour is unknown");
        assertThat(reason(JsonValue.of(Map.of("city", JsonValue.of(3), "day", JsonValue.of("Monday")))))
                .contains("city").contains("3");
        assertThat(reason(JsonValue.of("Bern"))).contains("the input of weather must be an object");
        assertThat(calls).isEmpty();
    }

    @Test
    void aRefusalOfTheFunctionIsAnOutcomeAndAnInterruptIsNot() throws InterruptedException {
        Tool refusing = Tool.of("refuse", "Refuses.", Map.of(), input -> {
            throw new IllegalArgumentException("there is no such city");
        });
        Tool speechless = Tool.of("refuse", "Refuses.", Map.of(), input -> {
            throw new IllegalArgumentException();
        });
        Tool stopped = Tool.of("stop", "Stops.", Map.of(), input -> {
            throw new InterruptedException();
        });

        assertThat(refusing.call(ADA, input(Map.of()))).isEqualTo(new ToolOutcome.Failed("there is no such city"));
        assertThat(speechless.call(ADA, input(Map.of()))).isEqualTo(new ToolOutcome.Failed("the input is not valid"));
        assertThatThrownBy(() -> stopped.call(ADA, input(Map.of()))).isInstanceOf(InterruptedException.class);
    }

    @Test
    @SuppressWarnings("NullAway") // Callers without a null checker.
    void aFunctionThatReturnsNothingIsAMistakeOfTheHostAndNoBadInput() {
        Tool tool = Tool.of("weather", "Tells the weather.", Map.of(), input -> null);

        assertThatIllegalStateException().isThrownBy(() -> tool.call(ADA, input(Map.of())))
                .withMessage("the function of the tool weather returned null");
    }

    @Test
    void refusesADefinitionThatAModelCannotRead() {
        assertThatIllegalArgumentException().isThrownBy(() -> Tool.of("a b", "Does it.", Map.of(), input -> ""));
        assertThatIllegalArgumentException().isThrownBy(() -> Tool.of("a", " ", Map.of(), input -> ""));
        assertThatIllegalArgumentException().isThrownBy(() -> Tool.of("a", "Does it.", Map.of("", "x"), input -> ""));
        assertThatIllegalArgumentException().isThrownBy(() -> Tool.of("a", "Does it.", Map.of("x", ""), input -> ""))
                .withMessageContaining("a parameter of the tool a needs a name and a description, got \"x\" and \"\"");
    }

    private String reason(JsonValue input) throws InterruptedException {
        return ((ToolOutcome.Failed) weather.call(ADA, input)).reason();
    }

    private static JsonValue input(Map<String, String> fields) {
        return JsonValue.of(fields.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, it -> JsonValue.of(it.getValue()))));
    }
}
