package dev.waggle.swarm.runlog;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** First difference of two values, by path and value. */
class FirstDifferenceTest {

    @Test
    void namesThePathThroughRecordsObjectsAndArrays() {
        Payload was = Payload.Open.data(opened("task:new", "discovery", "vote"));
        Payload is = Payload.Open.data(opened("task:new", "discovery"));

        assertThat(FirstDifference.of("payload", was, is)).isEqualTo(
                new FirstDifference("payload.data.agents[0].listens[2]", "\"vote\"", "nothing"));
        assertThat(FirstDifference.of("payload", is, was)).isEqualTo(
                new FirstDifference("payload.data.agents[0].listens[2]", "nothing", "\"vote\""));
    }

    @Test
    void namesTheFirstOfSeveral() {
        assertThat(FirstDifference.of("scope", new Scope("t", null, "run-1", 1, null),
                new Scope("t", null, "run-2", null, null)))
                .isEqualTo(new FirstDifference("scope.run", "\"run-1\"", "\"run-2\""));
    }

    @Test
    void anotherKindOfValueIsShownAsJson() {
        assertThat(FirstDifference.of("setup", JsonValue.of(Map.of("a", JsonValue.of(1))), JsonValue.of(List.of())))
                .isEqualTo(new FirstDifference("setup", "{\"a\":1}", "[]"));
        assertThat(FirstDifference.of("x", JsonValue.ofNull(), null))
                .isEqualTo(new FirstDifference("x", "null", "nothing"));
        assertThat(FirstDifference.of("x", 1.5, true)).isEqualTo(new FirstDifference("x", "1.5", "true"));
    }

    @Test
    void longTextsAreCutAroundTheDifferenceAndStayOnOneLine() {
        String same = "\uD83D\uDE80\n".repeat(500);
        FirstDifference found = FirstDifference.of("text", same + "HERE" + same, same + "THERE" + same);

        assertThat(found.was()).startsWith("...").endsWith("...").contains("HERE").doesNotContain("\n")
                .hasSizeLessThanOrEqualTo(FirstDifference.MAX_QUOTED + 7);
        assertThat(found.is()).contains("THERE");
        assertThat(Character.isLowSurrogate(found.was().charAt(3))).isFalse();
    }

    private static JsonValue opened(String... listens) {
        JsonValue agent = JsonValue.of(Map.of("listens",
                JsonValue.of(List.of(listens).stream().map(JsonValue::of).toList())));
        return JsonValue.of(Map.of("agents", JsonValue.of(List.of(agent))));
    }
}
