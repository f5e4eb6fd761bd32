package dev.waggle.connect.langchain4j;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.World;

/**
 * Encoder of texts to vectors with an embedding model of LangChain4j, for a judge of proposals:
 *
 * <pre>
 *   EmbeddingModelEncoder encoder = EmbeddingModelEncoder.of("openai:text-embedding-3-small", model);
 *   config.withProposalJudge(new EmbeddingProposalJudge(encoder::embed, 0.9));
 * </pre>
 *
 * The call runs on a thread of its own, so that the caller returns at its deadline even if the library hangs. It makes
 * one attempt, and its tokens are in no budget: the library counts them for itself. Thread-safe if the model is.
 */
public final class EmbeddingModelEncoder {

    /** Maximum number of characters sent; models of embeddings refuse or cut longer texts. */
    static final int MAX_TEXT = 8_000;

    private final ChatModelName name;
    private final EmbeddingModel model;

    private EmbeddingModelEncoder(ChatModelName name, EmbeddingModel model) {
        this.name = name;
        this.model = model;
    }

    /**
     * Encoder with that model.
     *
     * @param name provider and model, such as {@code openai:text-embedding-3-small}, for messages
     */
    public static EmbeddingModelEncoder of(String name, EmbeddingModel model) {
        return new EmbeddingModelEncoder(ChatModelName.of(name), model);
    }

    /**
     * Vector of a text.
     *
     * @throws HarnessException when the model fails, gives no finite vector, or is not done at the deadline
     */
    public double[] embed(String text, RunContext context) throws HarnessException, InterruptedException {
        if (context.deadline().isExpired()) {
            throw HarnessException.of(Kind.DEADLINE, "there was no time left for the embedding");
        }
        World world = context.world();
        CompletableFuture<double[]> outcome = new CompletableFuture<>();
        Thread thread = world.start("waggle-embedding-call", () -> call(excerpt(text), outcome));
        try {
            if (!world.awaitUntil(outcome, context.deadline().nanos())) {
                throw HarnessException.of(Kind.DEADLINE, "there was no time left for the embedding of " + name);
            }
            return outcome.join();
        } catch (CompletionException failed) {
            throw new ChatModelErrorMapper(name).of(failed.getCause() == null ? failed : failed.getCause(), false);
        } finally {
            if (!outcome.isDone()) {
                thread.interrupt();
            }
        }
    }

    private void call(String text, CompletableFuture<double[]> outcome) {
        try {
            outcome.complete(finite(model.embed(text).content().vector()));
        } catch (Throwable failure) {
            outcome.completeExceptionally(failure);
        }
    }

    private double[] finite(float[] vector) throws HarnessException {
        double[] values = new double[vector.length];
        for (int i = 0; i < vector.length; i++) {
            values[i] = vector[i];
            if (!Double.isFinite(values[i])) {
                throw HarnessException.of(Kind.FAILED, "the vector of " + name + " is not finite");
            }
        }
        if (values.length == 0) {
            throw HarnessException.of(Kind.FAILED, "the vector of " + name + " is empty");
        }
        return values;
    }

    private static String excerpt(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, text.offsetByCodePoints(0,
                text.codePointCount(0, MAX_TEXT - 1)));
    }
}
