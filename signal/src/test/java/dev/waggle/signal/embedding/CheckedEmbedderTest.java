package dev.waggle.signal.embedding;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CheckedEmbedderTest {

    private final List<List<float[]>> answers = new ArrayList<>();
    private final CheckedEmbedder checked = CheckedEmbedder.of(new ScriptedEmbedder(answers));

    @Test
    void vectorsOfAGoodAnswerPass() throws Exception {
        answers.add(List.of(new float[] {1, 0}, new float[] {0, -1}));
        assertThat(checked.dimensions()).isEmpty();
        assertThat(checked.embed(List.of("a", "b"), EmbeddingPurpose.DOCUMENT)).hasSize(2);
        assertThat(checked.dimensions()).isEqualTo(OptionalInt.of(2));
    }

    @Test
    void noTextsMakeNoCall() throws Exception {
        assertThat(checked.embed(List.of(), EmbeddingPurpose.QUERY)).isEmpty();
    }

    @Test
    void fewerVectorsThanTextsAreRefused() {
        assertRefused("test:m gave 1 vectors for 2 texts", List.of(new float[] {1}));
    }

    @Test
    void unequalLengthsInOneAnswerAreRefused() {
        assertRefused("test:m gave vectors of 1 and 2 dimensions", List.of(new float[] {1}, new float[] {1, 2}));
    }

    @Test
    void numbersThatAreNotFiniteAreRefused() {
        assertRefused("test:m gave NaN at place 1 of the vector for text 1",
                List.of(new float[] {1, 1}, new float[] {1, Float.NaN}));
        assertRefused("test:m gave Infinity at place 0 of the vector for text 0",
                List.of(new float[] {Float.POSITIVE_INFINITY}, new float[] {1}));
    }

    @Test
    void vectorsOfZerosAndEmptyOnesAreRefused() {
        assertRefused("test:m gave a vector of zeros for text 1", List.of(new float[] {1}, new float[] {-0.0f}));
        assertRefused("test:m gave an empty vector for text 0", List.of(new float[0], new float[0]));
    }

    @Test
    void aChangedDimensionIsAFailureOfItsOwn() throws Exception {
        answers.add(List.of(new float[] {1, 0}));
        answers.add(List.of(new float[] {1, 0, 0}));
        assertThat(checked.embed(List.of("a"), EmbeddingPurpose.DOCUMENT)).hasSize(1);
        assertThatThrownBy(() -> checked.embed(List.of("a"), EmbeddingPurpose.DOCUMENT)).isInstanceOfSatisfying(
                EmbeddingDimensionException.class, refused -> {
                    assertThat(refused.expected()).isEqualTo(2);
                    assertThat(refused.actual()).isEqualTo(3);
                    assertThat(refused).hasMessageContaining("test:m gave vectors of 3 dimensions, expected 2");
                });
    }

    @Test
    void aKnownDimensionBindsTheFirstAnswer() {
        answers.add(List.of(new float[] {1, 0}));
        CheckedEmbedder stored = CheckedEmbedder.of(new ScriptedEmbedder(answers), 3);
        assertThatThrownBy(() -> stored.embed(List.of("a"), EmbeddingPurpose.QUERY))
                .isInstanceOf(EmbeddingDimensionException.class);
        assertThatThrownBy(() -> CheckedEmbedder.of(new ScriptedEmbedder(answers), 0))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("got 0");
    }

    private void assertRefused(String message, List<float[]> vectors) {
        answers.add(vectors);
        assertThatThrownBy(() -> checked.embed(List.of("a", "b"), EmbeddingPurpose.DOCUMENT))
                .isInstanceOf(EmbeddingException.class).hasMessageContaining(message);
        assertThat(checked.dimensions()).isEmpty();
    }

    private static final class ScriptedEmbedder implements TextEmbedder {

        private final List<List<float[]>> answers;

        ScriptedEmbedder(List<List<float[]>> answers) {
            this.answers = answers;
        }

        @Override
        public String model() {
            return "test:m";
        }

        @Override
        public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose) {
            return answers.removeFirst();
        }
    }
}
