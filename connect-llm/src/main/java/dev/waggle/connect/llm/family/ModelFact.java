package dev.waggle.connect.llm.family;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.Suggestions;

/**
 * Key of a fact: its name in the table, its scope and the reader of its value. One reader checks the files and
 * converts the stored values.
 *
 * @param <T> type of the value
 */
final class ModelFact<T> {

    /** Parts of the world for which a fact holds. */
    enum Scope {
        /** The model, wherever it runs. */
        MODEL,
        /** The model at every server with the request format of its vendor. */
        FORMAT,
        /** The model at its vendor's own server only. */
        SERVER
    }

    static final ModelFact<ModelApi> ENDPOINT = word("endpoint", Scope.SERVER, ModelApi.values());
    static final ModelFact<TemperatureRule> TEMPERATURE = word("temperature", Scope.MODEL, TemperatureRule.values());
    static final ModelFact<TokenLimitField> TOKEN_LIMIT = new ModelFact<>("tokenLimitField", Scope.MODEL,
            (row, field) -> row.oneOf(field, TokenLimitField.values(), TokenLimitField::fieldName));
    static final ModelFact<Set<ModelGap>> LACKS = new ModelFact<>("lacks", Scope.SERVER, ModelFact::gaps);
    static final ModelFact<Boolean> THINKS = new ModelFact<>("thinksByDefault", Scope.MODEL, JsonObjectReader::flag);
    static final ModelFact<Boolean> CAN_STOP_THINKING = new ModelFact<>("canStopThinking", Scope.MODEL,
            JsonObjectReader::flag);
    static final ModelFact<ThinkingSwitch> SWITCH = word("thinkingSwitch", Scope.FORMAT, ThinkingSwitch.values());
    static final ModelFact<List<String>> EFFORTS = new ModelFact<>("efforts", Scope.FORMAT, ModelFact::efforts);
    static final ModelFact<Integer> CONTEXT = new ModelFact<>("contextTokens", Scope.MODEL, ModelFact::positive);
    static final ModelFact<Integer> MAX_OUTPUT = new ModelFact<>("maxOutputTokens", Scope.MODEL, ModelFact::positive);
    static final ModelFact<Duration> SILENCE = new ModelFact<>("silenceSeconds", Scope.MODEL,
            (row, field) -> Duration.ofSeconds(positive(row, field)));

    /** All keys, in the order of display. */
    static final List<ModelFact<?>> ALL = List.of(ENDPOINT, TEMPERATURE, TOKEN_LIMIT, LACKS, THINKS, CAN_STOP_THINKING,
            SWITCH, EFFORTS, CONTEXT, MAX_OUTPUT, SILENCE);

    private final String name;
    private final Scope scope;
    private final BiFunction<JsonObjectReader, String, T> reader;

    private ModelFact(String name, Scope scope, BiFunction<JsonObjectReader, String, T> reader) {
        this.name = name;
        this.scope = scope;
        this.reader = reader;
    }

    String name() {
        return name;
    }

    Scope scope() {
        return scope;
    }

    /**
     * Reads the value.
     *
     * @throws IllegalArgumentException when it is none; the message names the place
     */
    T read(JsonObjectReader row, String field) {
        return reader.apply(row, field);
    }

    /** The value among facts that were checked when they were read. */
    Optional<T> in(Map<String, FamilyFact> facts) {
        FamilyFact fact = facts.get(name);
        return fact == null
                ? Optional.empty()
                : Optional.of(read(JsonObjectReader.root(name, JsonValue.of(Map.of(name, fact.value()))), name));
    }

    private static <E extends Enum<E> & WireConstant> ModelFact<E> word(String name, Scope scope, E[] constants) {
        return new ModelFact<>(name, scope, (row, field) -> row.oneOf(field, constants, WireConstant::wireName));
    }

    private static int positive(JsonObjectReader row, String field) {
        int value = row.int32(field);
        if (value < 1) {
            throw row.invalid(field, "a whole number above 0");
        }
        return value;
    }

    private static List<String> efforts(JsonObjectReader row, String field) {
        List<String> words = row.texts(field);
        if (words.isEmpty() || words.stream().anyMatch(String::isBlank)
                || new HashSet<>(words).size() != words.size()) {
            throw row.invalid(field, "a list of different words, the lowest effort first");
        }
        return List.copyOf(words);
    }

    private static Set<ModelGap> gaps(JsonObjectReader row, String field) {
        Set<ModelGap> gaps = EnumSet.noneOf(ModelGap.class);
        List<String> known = Arrays.stream(ModelGap.values()).map(ModelGap::wireName).toList();
        for (String word : row.texts(field)) {
            int at = known.indexOf(word);
            if (at < 0) {
                throw row.invalid(field, "a list of " + String.join(", ", known) + ", without \"" + word + "\"",
                        Suggestions.nearest(word, known).map(nearest -> "Maybe " + nearest + ".")
                                .orElse("Maybe leave it out."));
            }
            gaps.add(List.of(ModelGap.values()).get(at));
        }
        return gaps;
    }
}
