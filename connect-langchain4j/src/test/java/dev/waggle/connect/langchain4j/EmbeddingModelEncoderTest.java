package dev.waggle.connect.langchain4j;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Encoder with models in memory. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class EmbeddingModelEncoderTest {

    private static final String NAME = "test:vectors";

    private final List<String> asked = new ArrayList<>();
    private final RunContext context = RunContext.of(RunContext.Caller.of("ann", 0), World.system(), _ -> {});

    @Test
    void givesTheVectorOfTheModel() throws Exception {
        EmbeddingModelEncoder encoder = encoder(text -> Embedding.from(new float[] {text.length(), -0.5f}));

        assertThat(encoder.embed("four", context)).containsExactly(4, -0.5);
        assertThat(asked).containsExactly("four");
    }

    @Test
    void sendsAnExcerptOfALongTextAndCutsNoCharacter() throws Exception {
        EmbeddingModelEncoder encoder = encoder(_ -> Embedding.from(new float[] {1}));
        double[] _ = encoder.embed("\uD83D\uDC1D".repeat(1_000_000), context);

        assertThat(asked.getFirst().length()).isBetween(EmbeddingModelEncoder.MAX_TEXT - 2,
                EmbeddingModelEncoder.MAX_TEXT);
        assertThat(Character.isHighSurrogate(asked.getFirst().charAt(asked.getFirst().length() - 1))).isFalse();
    }

    @Test
    void aFailureOfTheLibraryIsAFailureOfTheCall() {
        EmbeddingModelEncoder encoder = encoder(_ -> {
            throw new RateLimitException("too many");
        });

        assertThatThrownBy(() -> encoder.embed("x", context)).isInstanceOfSatisfying(HarnessException.class,
                failed -> assertThat(failed.failure().kind()).isEqualTo(Kind.RATE_LIMITED));
    }

    @Test
    void refusesAVectorThatIsEmptyOrNotFinite() {
        assertThatThrownBy(() -> encoder(_ -> Embedding.from(new float[0])).embed("x", context))
                .hasMessageContaining("empty");
        assertThatThrownBy(() -> encoder(_ -> Embedding.from(new float[] {Float.NaN})).embed("x", context))
                .hasMessageContaining("not finite");
    }

    @Test
    void returnsAtTheDeadlineWhenTheLibraryHangs() {
        CountDownLatch never = new CountDownLatch(1);
        EmbeddingModelEncoder encoder = encoder(_ -> {
            try {
                never.await();
            } catch (InterruptedException given) {
                Thread.currentThread().interrupt();
            }
            return Embedding.from(new float[] {1});
        });

        assertThatThrownBy(() -> encoder.embed("x", context.within(Duration.ofMillis(50))))
                .isInstanceOfSatisfying(HarnessException.class,
                        failed -> assertThat(failed.failure().kind()).isEqualTo(Kind.DEADLINE));
        assertThatThrownBy(() -> encoder.embed("x", context.within(Duration.ZERO)))
                .isInstanceOf(HarnessException.class);
    }

    /** A function from a text to its embedding. */
    private interface Vectors {
        Embedding of(String text);
    }

    private EmbeddingModelEncoder encoder(Vectors vectors) {
        return EmbeddingModelEncoder.of(NAME, new EmbeddingModel() {
            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                segments.forEach(segment -> asked.add(segment.text()));
                return Response.from(segments.stream().map(segment -> vectors.of(segment.text())).toList());
            }
        });
    }
}
