package dev.waggle.cli.lens;

import dev.waggle.journal.JsonText;
import dev.waggle.review.lens.LoggedFinding;
import dev.waggle.signal.Payload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FigureTextTest {

    @ParameterizedTest
    @CsvSource({"0,0", "-0.0,0", "12,12", "0.5,0.5", "1.92456,1.925", "-0.35,-0.35", "0.00012345,1.23e-04",
        "123456789,1.23e+08", "NaN,·", "Infinity,infinite"})
    void roundsToThreeDecimals(double number, String text) {
        assertThat(FigureText.of(number, "·")).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"null|·", "[]|·", "[0.12345,null]|0.123, ·", "true|yes", "\"text\"|text",
        "{\"ann\":0.5,\"bob\":[1,2]}|ann 0.5, bob [1, 2]", "[{\"a\":{}}]|{a {}}", "1e99999|infinite"})
    void writesFiguresForPeople(String json, String text) {
        assertThat(FigureText.of(JsonText.read(json), "·")).isEqualTo(text);
    }

    @Test
    void writesWeightsAndUrgencyWithTwoDecimals() {
        LoggedFinding weigh = LoggedFinding.of(new Payload.Open("why", null,
                JsonText.read("{\"lens\":\"x\",\"finding\":\"weigh\",\"weights\":{\"ann\":1.05678}}"), null));
        LoggedFinding gap = LoggedFinding.of(new Payload.Open("why", null, JsonText.read(
                "{\"lens\":\"x\",\"finding\":\"gap\",\"role\":\"tie-breaker\",\"urgency\":0.33333}"), null));

        assertThat(FindingText.rounded(weigh)).isEqualTo("weigh ann 1.06: why");
        assertThat(FindingText.exact(weigh)).isEqualTo("weigh ann 1.05678: why");
        assertThat(FindingText.rounded(gap)).isEqualTo("gap tie-breaker, 0.33: why");
    }
}
