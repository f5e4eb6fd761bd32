package dev.waggle.swarm.review.batch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TextsTest {

    @Test
    void numbersTextsAsAMapWould() {
        Random random = new Random(3);
        Texts texts = new Texts();
        Map<String, Integer> expected = new LinkedHashMap<>();
        for (int i = 0; i < 50_000; i++) {
            String text = Integer.toString(random.nextInt(20_000), 36);
            int number = expected.computeIfAbsent(text, first -> expected.size());
            assertThat(texts.number(text)).isEqualTo(number);
        }

        assertThat(texts.all()).isEqualTo(new ArrayList<>(expected.keySet()));
        expected.forEach((text, number) -> assertThat(texts.find(text)).isEqualTo(number));
        assertThat(texts.find("?")).isEqualTo(Texts.UNKNOWN);
    }

    @Test
    void textsWithOneHashAreStillDifferent() {
        Texts texts = new Texts();

        assertThat(List.of(texts.number("Aa"), texts.number("BB"), texts.number("Aa"))).containsExactly(0, 1, 0);
    }

    @Test
    void answersFoldCaseOfEveryScript() {
        assertThat(Answers.same(" Straße", "STRASSE ")).isTrue();
        assertThat(Answers.same("ΟΔΟΣ", "οδος")).isTrue();
        assertThat(Answers.same("a b", "ab")).isFalse();
    }
}
