package dev.waggle.review.batch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TextIndexTest {

    @Test
    void numbersTextsAsAMapWould() {
        Random random = new Random(3);
        TextIndex texts = new TextIndex();
        Map<String, Integer> expected = new LinkedHashMap<>();
        for (int i = 0; i < 50_000; i++) {
            String text = Integer.toString(random.nextInt(20_000), 36);
            int number = expected.computeIfAbsent(text, first -> expected.size());
            assertThat(texts.number(text)).isEqualTo(number);
        }

        assertThat(texts.all()).isEqualTo(new ArrayList<>(expected.keySet()));
        expected.forEach((text, number) -> assertThat(texts.find(text)).isEqualTo(number));
        assertThat(texts.find("?")).isEqualTo(TextIndex.UNKNOWN);
    }

    @Test
    void textsWithOneHashAreStillDifferent() {
        TextIndex texts = new TextIndex();

        assertThat(List.of(texts.number("Aa"), texts.number("BB"), texts.number("Aa"))).containsExactly(0, 1, 0);
    }

    @Test
    void answersFoldCaseOfEveryScript() {
        assertThat(AnswerIndex.same(" Straße", "STRASSE ")).isTrue();
        assertThat(AnswerIndex.same("ΟΔΟΣ", "οδος")).isTrue();
        assertThat(AnswerIndex.same("a b", "ab")).isFalse();
    }
}
