package dev.waggle.cli.text;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TimeZone;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@link LocalTimeText} says what java.time says. */
class LocalTimeTextTest {

    private static final long SEED = 27;
    private static final DateTimeFormatter FULL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    @Test
    void theTimeIsThatOfTheZoneInSummerAndWinter() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (String zone : List.of("UTC", "Europe/Vienna", "Asia/Kolkata", "America/St_Johns", "Pacific/Apia")) {
            for (int i = 0; i < 2_000; i++) {
                Instant time = Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
                assertThat(LocalTimeText.of(time, TimeZone.getTimeZone(zone), true)).as(zone + ' ' + time)
                        .isEqualTo(FULL.withZone(ZoneId.of(zone)).format(time));
            }
        }
    }

    @Test
    void theTimeOfDayStandsAlone() {
        Instant time = Instant.parse("2026-03-04T05:06:07.9Z");

        assertThat(LocalTimeText.of(time, TimeZone.getTimeZone("GMT-13:00"), false)).isEqualTo("16:06:07");
        assertThat(LocalTimeText.of(time, TimeZone.getTimeZone("GMT-13:00"), true)).isEqualTo("2026-03-03 16:06:07");
    }

    @Test
    void yearsOutsideOfFourDigitsAreShown() {
        TimeZone utc = TimeZone.getTimeZone("UTC");

        assertThat(LocalTimeText.of(Instant.parse("+12026-01-01T00:00:00Z"), utc, true))
                .isEqualTo("12026-01-01 00:00:00");
        assertThat(LocalTimeText.of(Instant.parse("-0001-01-01T00:00:00Z"), utc, true))
                .isEqualTo("-0001-01-01 00:00:00");
        assertThat(LocalTimeText.of(Instant.MAX, utc, true)).startsWith("999999999-12-");
        assertThat(LocalTimeText.of(Instant.MIN, utc, true)).startsWith("-999999999-01-");
    }
}
