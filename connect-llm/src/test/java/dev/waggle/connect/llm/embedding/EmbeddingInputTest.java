package dev.waggle.connect.llm.embedding;

import java.util.SplittableRandom;

import dev.waggle.signal.harness.TokenEstimator;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EmbeddingInputTest {

    @Test
    void aShortTextStaysAsItIs() {
        EmbeddingInput input = EmbeddingInput.of("Shard it,\n\tnow.", "query: ", 100);
        assertThat(input.text()).isEqualTo("query: Shard it,\n\tnow.");
        assertThat(input.tokens()).isEqualTo(8);
    }

    @Test
    void aLongTextIsCutAtACodePoint() {
        assertThat(EmbeddingInput.of("a".repeat(1_000), "", 100).body()).hasSize(300);
        assertThat(EmbeddingInput.of("東".repeat(1_000), "", 100).body()).hasSize(100);
        assertThat(EmbeddingInput.of("🚀".repeat(1_000), "", 100).body()).isEqualTo("🚀".repeat(75));
        assertThat(EmbeddingInput.of("a".repeat(1_000), "p".repeat(30), 100).body()).hasSize(270);
    }

    @Test
    void blankTextsGetAWord() {
        assertThat(EmbeddingInput.of("", "", 100).text()).isEqualTo("(empty)");
        assertThat(EmbeddingInput.of(" \n\t", "query: ", 100).text()).isEqualTo("query: (empty)");
        assertThat(EmbeddingInput.of(" ".repeat(1_000_000) + "a", "", 100).text()).isEqualTo("a");
    }

    @Test
    void controlCharactersAndHalfPairsAreReplaced() {
        assertThat(EmbeddingInput.of("a\0b\u0007\u009Fc", "", 100).text()).isEqualTo("a b  c");
        assertThat(EmbeddingInput.of("a\uD83Db\uDE80", "", 100).text()).isEqualTo("a\uFFFDb\uFFFD");
    }

    @Test
    void aShrunkTextIsShorterUntilItIsTooShort() {
        EmbeddingInput input = EmbeddingInput.of("🚀".repeat(1_000), "", 1_000);
        int steps = 0;
        while (input.canShrink()) {
            EmbeddingInput shorter = input.shrunk();
            assertThat(shorter.body().length()).isLessThan(input.body().length());
            assertThat(shorter.body()).matches("(🚀)+");
            input = shorter;
            steps++;
        }
        assertThat(steps).isLessThan(20);
    }

    @Test
    void randomTextsFitTheirLimit() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 500; i++) {
            int[] points = random.ints(random.nextInt(400), 0, random.nextBoolean() ? 0x250 : 0x1_F700).toArray();
            String text = new String(points, 0, points.length);
            int limit = 16 + random.nextInt(60);
            EmbeddingInput input = EmbeddingInput.of(text, "query: ", limit);
            assertThat(TokenEstimator.of(input.text())).as("case %s", i).isLessThanOrEqualTo(limit);
            assertThat(input.body()).as("case %s", i).isNotBlank();
        }
    }
}
