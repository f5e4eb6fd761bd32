package dev.waggle.signal.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonObjectReaderTest {

    private enum Colour {
        RED, GREEN
    }

    /** One value of each kind of JSON. */
    private static final List<JsonValue> KINDS = List.of(JsonValue.of("x"), JsonValue.of(1.5), JsonValue.of(true),
            JsonValue.ofNull(), JsonValue.of(List.of(JsonValue.ofNull())), JsonValue.of(Map.of()));

    static Stream<Consumer<JsonObjectReader>> readersOfAField() {
        return Stream.of(in -> in.text("a"), in -> in.visibleText("a"), in -> in.number("a"), in -> in.integer("a"),
                in -> in.flag("a"), in -> in.texts("a"), in -> in.numbers("a"), in -> in.objects("a"),
                in -> in.object("a"), in -> in.constant("a", Colour.values()), in -> in.fraction("a"));
    }

    static Stream<Consumer<JsonObjectReader>> readersOfAnOptionalField() {
        return Stream.of(in -> in.optionalText("a"), in -> in.optionalVisibleText("a"), in -> in.optionalNumber("a"),
                in -> in.optionalInteger("a"), in -> in.optionalInt("a"), in -> in.optionalFlag("a"),
                in -> in.optionalTexts("a"), in -> in.optionalObjects("a"), in -> in.optionalObject("a"),
                in -> in.optionalConstant("a", Colour.values()), in -> in.optionalFraction("a"));
    }

    @ParameterizedTest
    @MethodSource("readersOfAField")
    void aFieldIsReadFromAtMostOneKindAndOtherwiseRefusedWithItsPath(Consumer<JsonObjectReader> read) {
        int accepted = 0;
        for (JsonValue value : KINDS) {
            try {
                read.accept(reader(Map.of("a", value)));
                accepted++;
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageStartingWith("in.a");
            }
        }

        assertThat(accepted).isLessThanOrEqualTo(1);
        assertThatThrownBy(() -> read.accept(reader(Map.of()))).hasMessage("in.a is missing");
    }

    @ParameterizedTest
    @MethodSource("readersOfAnOptionalField")
    void anOptionalFieldMayBeAbsentButNotNull(Consumer<JsonObjectReader> read) {
        read.accept(reader(Map.of()));

        assertThatThrownBy(() -> read.accept(reader(Map.of("a", JsonValue.ofNull()))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("in.a must be ")
                .hasMessageEndingWith("Maybe leave it out.");
    }

    @Test
    void blankTextIsNotVisible() {
        assertThat(reader(Map.of("a", JsonValue.of(" x "))).visibleText("a")).isEqualTo(" x ");
        assertThatThrownBy(() -> reader(Map.of("a", JsonValue.of(" \t"))).optionalVisibleText("a"))
                .hasMessage("in.a must be a text that is not blank, got \" \\t\"");
    }

    @Test
    void numbersKeepTheirOrderAndNameTheWrongItem() {
        JsonObjectReader in = reader(Map.of("a", JsonValue.of(List.of(JsonValue.of(2), JsonValue.of(0.5))), "b",
                JsonValue.of(List.of(JsonValue.of(2), JsonValue.of("3")))));

        assertThat(in.numbers("a")).containsExactly(2.0, 0.5);
        assertThatThrownBy(() -> in.numbers("b")).hasMessage("in.b[1] must be a finite number, got \"3\"");
    }

    @Test
    void namesAreThoseOfTheWriterInTheirOrder() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("z", JsonValue.of(1));
        fields.put("a", JsonValue.of(2));

        assertThat(reader(fields).names()).containsExactly("z", "a");
        assertThat(reader(Map.of()).names()).isEmpty();
    }

    @Test
    void aMisspelledFieldOffersTheNearestName() {
        JsonObjectReader in = reader(Map.of("colour", JsonValue.of("red"), "wieght", JsonValue.of(1)));
        in.text("colour");
        in.optionalNumber("weight");

        assertThatThrownBy(in::rejectUnknownFields).hasMessage("in.wieght is unknown\nMaybe weight.");
        assertThatThrownBy(() -> in.rejectUnknownFields(List.of("colour", "size")))
                .hasMessage("in.wieght is unknown\nMaybe one of colour, size.");
        in.rejectUnknownFields(List.of("wieght", "colour"));
    }

    @Test
    void aMisspelledConstantOffersTheNearestOne() {
        assertThatThrownBy(() -> reader(Map.of("a", JsonValue.of("gren"))).constant("a", Colour.values()))
                .hasMessage("in.a must be one of red, green, got \"gren\"\nMaybe green.");
        assertThatThrownBy(() -> reader(Map.of("a", JsonValue.of("purple"))).constant("a", Colour.values()))
                .hasMessage("in.a must be one of red, green, got \"purple\"");
    }

    @Test
    void noNameOfAFieldCanForgeALineOfAMessage() {
        String name = "a\nb\u001b[2J\u202e" + "x".repeat(1000);
        Map<String, JsonValue> fields = Map.of(name, JsonValue.of(Map.of(name, JsonValue.of(1))));
        List<Consumer<JsonObjectReader>> refusals = List.of(reader -> reader.text(name),
                reader -> reader.object(name).text(name), reader -> reader.object(name).text("missing"),
                reader -> reader.objects(name), JsonObjectReader::rejectUnknownFields,
                reader -> reader.object(name).build(() -> {
                    throw new IllegalArgumentException("no");
                }));

        for (Consumer<JsonObjectReader> refusal : refusals) {
            assertThatThrownBy(() -> refusal.accept(reader(fields))).isInstanceOf(IllegalArgumentException.class)
                    .message().startsWith("in.a\\nb\\u001b[2J\\u202e")
                    .hasSizeLessThan(300).doesNotContain("\u001b", "\u202e", "a\nb");
        }
    }

    private static JsonObjectReader reader(Map<String, JsonValue> fields) {
        return JsonObjectReader.root("it", JsonValue.of(Map.of("in", JsonValue.of(fields)))).object("in");
    }
}
