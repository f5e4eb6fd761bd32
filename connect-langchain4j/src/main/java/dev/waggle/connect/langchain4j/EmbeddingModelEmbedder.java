package dev.waggle.connect.langchain4j;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.waggle.signal.embedding.CheckedEmbedder;
import dev.waggle.signal.embedding.EmbeddingException;
import dev.waggle.signal.embedding.EmbeddingException.Remedy;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.world.World;

/**
 * Embedder with an embedding model of LangChain4j, for a memory:
 *
 * <pre>
 *   TextEmbedder embedder = EmbeddingModelEmbedder.of("bedrock:titan-embed-text-v2", model);
 * </pre>
 *
 * The library batches, retries and counts its tokens itself. A call runs on a thread of its own, so that the caller
 * returns at the timeout even if the library hangs. The purpose of a text is not passed on, because the interface of the
 * library has none. Thread-safe if the model is.
 */
public final class EmbeddingModelEmbedder implements TextEmbedder {

    /** Longest time of a call: a local model may embed a hundred texts in it. */
    public static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** Largest number of UTF-16 units that are sent; models of embeddings refuse or cut longer texts. */
    static final int MAX_TEXT = EmbeddingModelEncoder.MAX_TEXT;

    /** Stands for a blank text, which the library refuses. */
    static final String BLANK = "(empty)";

    private final ChatModelName name;
    private final EmbeddingModel model;
    private final World world;
    private final Duration timeout;

    private EmbeddingModelEmbedder(ChatModelName name, EmbeddingModel model, World world, Duration timeout) {
        this.name = name;
        this.model = model;
        this.world = world;
        this.timeout = timeout;
    }

    /**
     * Embedder with that model. Its vectors are checked, and their length must not change.
     *
     * @param name provider and model, such as {@code bedrock:titan-embed-text-v2}; vectors of other names are not
     *        compared with these
     */
    public static TextEmbedder of(String name, EmbeddingModel model) {
        return of(name, model, World.system(), TIMEOUT);
    }

    /** Embedder with that model in that world, for tests. */
    static TextEmbedder of(String name, EmbeddingModel model, World world, Duration timeout) {
        return CheckedEmbedder.of(new EmbeddingModelEmbedder(ChatModelName.of(name), model, world, timeout));
    }

    @Override
    public String model() {
        return name.toString();
    }

    @Override
    public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose)
            throws EmbeddingException, InterruptedException {
        List<TextSegment> segments = texts.stream().map(EmbeddingModelEmbedder::segment).toList();
        CompletableFuture<List<float[]>> outcome = new CompletableFuture<>();
        Thread thread = world.start("waggle-embedding-call", () -> call(segments, outcome));
        try {
            if (!world.await(outcome, timeout)) {
                throw new EmbeddingException(name + " gave no vectors within " + timeout,
                        Remedy.RETRY_LATER);
            }
            return outcome.join();
        } catch (CompletionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw EmbeddingException.of(new ChatModelErrorMapper(name).of(cause, false));
        } finally {
            if (!outcome.isDone()) {
                thread.interrupt();
            }
        }
    }

    private void call(List<TextSegment> segments, CompletableFuture<List<float[]>> outcome) {
        try {
            List<float[]> vectors = new ArrayList<>();
            for (Embedding embedding : model.embedAll(segments).content()) {
                vectors.add(embedding.vector());
            }
            outcome.complete(vectors);
        } catch (Throwable failure) {
            outcome.completeExceptionally(failure);
        }
    }

    private static TextSegment segment(String text) {
        if (text.isBlank()) {
            return TextSegment.from(BLANK);
        }
        if (text.length() <= MAX_TEXT) {
            return TextSegment.from(text);
        }
        boolean isInPair = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1));
        String beginning = text.substring(0, isInPair ? MAX_TEXT - 1 : MAX_TEXT);
        return TextSegment.from(beginning.isBlank() ? BLANK : beginning);
    }
}
