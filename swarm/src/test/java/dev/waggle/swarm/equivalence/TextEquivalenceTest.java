package dev.waggle.swarm.equivalence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule on 200 pairs of texts, half of them traps. Odd pairs tuned the rule, even pairs measure it. */
class TextEquivalenceTest {

    private static final List<String[]> SAME = pairs("same-pairs.txt");
    private static final List<String[]> TRAPS = pairs("trap-pairs.txt");

    @Test
    void neverMergesTextsThatDifferInMeaning() {
        assertThat(TRAPS).hasSize(100);
        assertThat(TRAPS.stream().filter(pair -> isSame(pair)).map(pair -> String.join(" || ", pair))).isEmpty();
    }

    @Test
    void mergesFourOfFiveParaphrasesInBothHalves() {
        assertThat(SAME).hasSize(100);
        List<String[]> tuned = half(SAME, 0);
        List<String[]> held = half(SAME, 1);
        long ofTuned = tuned.stream().filter(pair -> isSame(pair)).count();
        long ofHeld = held.stream().filter(pair -> isSame(pair)).count();
        System.out.println("equal by rule: " + ofTuned + " of 50 tuned pairs, " + ofHeld + " of 50 other pairs");
        assertThat(ofTuned).isGreaterThanOrEqualTo(40);
        assertThat(ofHeld).isGreaterThanOrEqualTo(40);
    }

    static boolean isSame(String[] pair) {
        return TextEquivalence.isSame(pair[pair.length - 2], pair[pair.length - 1]);
    }

    private static List<String[]> half(List<String[]> pairs, int rest) {
        List<String[]> half = new ArrayList<>();
        for (int i = rest; i < pairs.size(); i += 2) {
            half.add(pairs.get(i));
        }
        return half;
    }

    private static List<String[]> pairs(String file) {
        try (InputStream text = Objects.requireNonNull(TextEquivalenceTest.class.getResourceAsStream(file))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#")).map(line -> line.split(" \\|\\| ", -1)).toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
