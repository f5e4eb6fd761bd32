package dev.waggle.signal.text;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Without a locale, numbers are written as in {@link Locale#ROOT}. */
class PlainLocaleTest {

    private static final long SEED = 27;

    @Test
    void numbersAreThoseOfTheRootLocaleWhateverTheDefaultIs() {
        Locale before = Locale.getDefault();
        SplittableRandom random = new SplittableRandom(SEED);
        try {
            for (Locale locale : List.of(Locale.GERMANY, Locale.forLanguageTag("ar-EG-u-nu-arab"), Locale.ENGLISH)) {
                Locale.setDefault(locale);
                for (int i = 0; i < 1_000; i++) {
                    double number = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-4, 9));
                    long whole = random.nextLong();
                    for (String form : List.of("%.1f %%", "%+.3f", "%8.2f", "%,.2f", "%.0f")) {
                        assertThat(String.format(PlainLocale.NONE, form, number))
                                .isEqualTo(String.format(Locale.ROOT, form, number));
                    }
                    for (String form : List.of("%d", "%,d", "%06d", "%-4d|", "%x")) {
                        assertThat(String.format(PlainLocale.NONE, form, whole))
                                .isEqualTo(String.format(Locale.ROOT, form, whole));
                    }
                }
                assertThat(String.format(PlainLocale.NONE, "%.1f %.1f", Double.NaN, -0.0)).isEqualTo("NaN -0.0");
            }
        } finally {
            Locale.setDefault(before);
        }
    }
}
