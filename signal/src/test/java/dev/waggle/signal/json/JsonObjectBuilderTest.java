package dev.waggle.signal.json;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JsonObjectBuilderTest {

    private static final @Nullable String NO_TEXT = null;
    private static final @Nullable Double NO_NUMBER = null;

    @Test
    void keepsFieldsInTheOrderInWhichTheyAreAdded() {
        JsonValue.Obj object = new JsonObjectBuilder().with("text", "a").with("flag", true).with("count", 2)
                .with("share", 0.5).with("items", List.of(JsonValue.of(1)))
                .with("object", Map.of("x", JsonValue.of(1))).withTexts("texts", List.of("b", "c")).json();

        assertThat(JsonLine.of(object)).isEqualTo("{\"text\":\"a\",\"flag\":true,\"count\":2,\"share\":0.5,"
                + "\"items\":[1],\"object\":{\"x\":1},\"texts\":[\"b\",\"c\"]}");
    }

    @Test
    void writesNullForAnAbsentValueUnlessTheFieldIsOptional() {
        JsonValue.Obj object = new JsonObjectBuilder().with("text", NO_TEXT).with("number", NO_NUMBER)
                .with("value", Optional.<JsonValue>empty()).withPresent("name", NO_TEXT)
                .withPresent("size", NO_NUMBER).withPresent("share", 0.5).json();

        assertThat(JsonLine.of(object)).isEqualTo("{\"text\":null,\"number\":null,\"value\":null,\"share\":0.5}");
    }

    @Test
    void replacesAnEarlierFieldOfTheSameName() {
        JsonValue.Obj later = new JsonObjectBuilder().with("b", 3).json();

        assertThat(JsonLine.of(new JsonObjectBuilder().with("a", 1).with("b", 2).withAll(later).json()))
                .isEqualTo("{\"a\":1,\"b\":3}");
    }
}
