package dev.waggle.signal.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JsonValueTest {

    @Test
    void aNumberIsFinite() {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonValue.of(Double.NaN))
                .withMessage("a JSON number must be finite, got NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> JsonValue.of(Double.POSITIVE_INFINITY))
                .withMessage("a JSON number must be finite, got Infinity");
    }

    @Test
    void aNumberKeepsItsDigits() {
        assertThat(JsonValue.of(Long.MAX_VALUE)).isEqualTo(new JsonValue.Num(new BigDecimal("9223372036854775807")));
        assertThat(JsonValue.of(0.1)).isEqualTo(new JsonValue.Num(new BigDecimal("0.1")));
        assertThat(new JsonValue.Num(new BigDecimal("1.50"))).isNotEqualTo(new JsonValue.Num(new BigDecimal("1.5")));
    }

    @Test
    void fieldsKeepTheirOrderAndNobodyChangesThem() {
        Map<String, JsonValue> given = new LinkedHashMap<>();
        for (String key : List.of("z", "m", "a", "q", "b")) {
            given.put(key, JsonValue.of(key));
        }

        JsonValue.Obj object = new JsonValue.Obj(given);
        given.clear();

        assertThat(object.fields().keySet()).containsExactly("z", "m", "a", "q", "b");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> object.fields().remove("z"));
    }

    @Test
    void itemsAreCopied() {
        List<JsonValue> given = new ArrayList<>(List.of(JsonValue.of(true)));

        JsonValue.Arr array = new JsonValue.Arr(given);
        given.add(JsonValue.of(false));

        assertThat(array.items()).containsExactly(JsonValue.of(true));
    }

    @Test
    void theValueNullIsAValue() {
        assertThat(JsonValue.ofNull()).isEqualTo(new JsonValue.Null());
        assertThat(Payload.Open.data(JsonValue.ofNull())).isNotEqualTo(new Payload.Open(null, null, null, null));
    }
}
