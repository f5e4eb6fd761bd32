package dev.waggle.connect.llm.wire;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            retry-after-ms | 1500                          | 1500
            retry-after    | 7                             | 7000
            Retry-After    | 0.25                          | 250
            Retry-After    | Sun, 22 Nov 2026 10:00:30 GMT | 30000
            Retry-After    | Sun, 22 Nov 2026 09:00:00 GMT | 0
            Retry-After    | 999999999                     | 86400000
            """)
    void readsHowLongToWait(String header, String value, long millis) {
        assertThat(wait(Map.of(header, List.of(value)), "")).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-3", "NaN", "1e9", "", "99999999999999999999"})
    void takesNoOtherWordForAWait(String value) {
        assertThat(wait(Map.of("retry-after", List.of(value)), "")).isNull();
    }

    @Test
    void readsTheWaitThatGoogleWritesIntoTheBody() {
        assertThat(wait(Map.of(), "{\"details\":[{\"retryDelay\": \"34.5s\"}]}")).isEqualTo(Duration.ofMillis(34_500));
    }

    private static @Nullable Duration wait(Map<String, List<String>> headers, String body) {
        return RetryAfter.of(HttpHeaders.of(headers, (_, _) -> true), body, NOW);
    }
}
