package dev.waggle.connect.langchain4j;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.waggle.signal.embedding.EmbeddingDimensionException;
import dev.waggle.signal.embedding.EmbeddingException;
import dev.waggle.signal.embedding.EmbeddingException.Remedy;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Embedder with models in memory. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class EmbeddingModelEmbedderTest {

    private static final String NAME = "test:vectors";

    private final List<String> asked = new ArrayList<>();

    @Test
    void givesTheVectorsOfTheModelInOrder() throws Exception {
        TextEmbedder embedder = embedder(text -> new float[] {text.length(), 1});
        assertThat(embedder.model()).isEqualTo(NAME);
        assertThat(embedder.embed(List.of("a", "four"), EmbeddingPurpose.DOCUMENT))
                .containsExactly(new float[] {1, 1}, new float[] {4, 1});
        assertThat(embedder.embed(List.of(), EmbeddingPurpose.DOCUMENT)).isEmpty();
        assertThat(asked).containsExactly("a", "four");
    }

    @Test
    void blankAndLongTextsAreSentInAFormThatModelsTake() throws Exception {
        TextEmbedder embedder = embedder(_ -> new float[] {1});
        assertThat(embedder.embed(List.of("", " ", "🐝".repeat(500_000)), EmbeddingPurpose.QUERY)).hasSize(3);
        assertThat(asked.subList(0, 2)).containsOnly(EmbeddingModelEmbedder.BLANK);
        assertThat(asked.getLast().length()).isEqualTo(EmbeddingModelEmbedder.MAX_TEXT);
        assertThat(asked.getLast()).matches("(🐝)+");
    }

    @Test
    void failuresOfTheLibraryHaveARemedy() {
        assertFailure(new RateLimitException("too many"), Remedy.RETRY_LATER);
        assertFailure(new InvalidRequestException("too long"), Remedy.CHANGE_TEXTS);
        assertFailure(new AuthenticationException("no"), Remedy.CHANGE_SETTINGS);
        assertFailure(new IllegalStateException("broken"), Remedy.CHANGE_SETTINGS);
    }

    @Test
    void unusableVectorsAndAChangedDimensionAreRefused() throws Exception {
        assertThatThrownBy(() -> embed(embedder(_ -> new float[] {Float.NaN}), "a"))
                .hasMessageContaining("test:vectors gave NaN");
        TextEmbedder growing = embedder(EmbeddingModelEmbedderTest::asLongAs);
        assertThat(embed(growing, "a")).hasSize(1);
        assertThatThrownBy(() -> embed(growing, "ab")).isInstanceOf(EmbeddingDimensionException.class);
    }

    @Test
    void aHangingModelEndsAtTheTimeout() {
        CountDownLatch never = new CountDownLatch(1);
        TextEmbedder embedder = EmbeddingModelEmbedder.of(NAME, model(_ -> {
            try {
                never.await();
            } catch (InterruptedException given) {
                Thread.currentThread().interrupt();
            }
            return new float[] {1};
        }), World.system(), Duration.ofMillis(100));
        assertThatThrownBy(() -> embed(embedder, "a")).hasMessageContaining("gave no vectors within PT0.1S");
    }

    private static float[] asLongAs(String text) {
        float[] vector = new float[text.length()];
        vector[0] = 1;
        return vector;
    }

    private void assertFailure(RuntimeException failure, Remedy remedy) {
        assertThatThrownBy(() -> embed(embedder(_ -> {
            throw failure;
        }), "a")).isInstanceOfSatisfying(EmbeddingException.class,
                failed -> assertThat(failed.remedy()).isEqualTo(remedy));
    }

    private static List<float[]> embed(TextEmbedder embedder, String text) throws Exception {
        return embedder.embed(List.of(text), EmbeddingPurpose.DOCUMENT);
    }

    private TextEmbedder embedder(Function<String, float[]> vector) {
        return EmbeddingModelEmbedder.of(NAME, model(vector));
    }

    private EmbeddingModel model(Function<String, float[]> vector) {
        return new EmbeddingModel() {

            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                return Response.from(segments.stream().map(segment -> {
                    asked.add(segment.text());
                    return Embedding.from(vector.apply(segment.text()));
                }).toList());
            }
        };
    }
}
