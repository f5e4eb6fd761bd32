package dev.waggle.connect.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.connect.llm.embedding.EmbeddingFamily;
import dev.waggle.connect.llm.embedding.EmbeddingInput;
import dev.waggle.connect.llm.embedding.EmbeddingReply;
import dev.waggle.connect.llm.embedding.EmbeddingResult;
import dev.waggle.connect.llm.provider.EmbeddingEndpoint;
import dev.waggle.signal.embedding.CheckedEmbedder;
import dev.waggle.signal.embedding.EmbeddingDimensionException;
import dev.waggle.signal.embedding.EmbeddingException;
import dev.waggle.signal.embedding.EmbeddingLedger;
import dev.waggle.signal.embedding.EmbeddingPurpose;
import dev.waggle.signal.embedding.TextEmbedder;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import org.jspecify.annotations.Nullable;

/**
 * Embedder of one model of a provider. It adds the prefixes of the model's family, divides the texts into requests, and
 * cuts long texts.
 *
 * <pre>
 *   texts -> prefix, cut by estimate -> reserve in the budget -> requests -> vectors, checked -> settle
 *                                          too many, or too long: halves, then a shorter text
 * </pre>
 *
 * The limit that a refusal teaches holds for later texts too. A failure loses the vectors of earlier requests of the
 * same call, so a caller that keeps them passes few texts at once. Thread-safe.
 */
final class ProviderEmbedder implements TextEmbedder {

    /** Smallest limit that refusals may teach, in tokens. */
    private static final int MIN_TOKENS = 32;

    private final EmbeddingEndpoint endpoint;
    private final EmbeddingCaller caller;
    private final EmbeddingFamily family;
    private final EmbeddingLedger ledger;
    private final @Nullable Integer dimensions;
    private final AtomicInteger maxTokens;

    /** @param dimensions length of the vectors; null for the usual one of the model */
    ProviderEmbedder(EmbeddingEndpoint endpoint, EmbeddingCaller caller, EmbeddingLedger ledger,
            @Nullable Integer dimensions) {
        this.endpoint = endpoint;
        this.caller = caller;
        this.ledger = ledger;
        this.dimensions = dimensions;
        family = EmbeddingFamily.of(endpoint.name().model());
        maxTokens = new AtomicInteger(family.maxTokens());
    }

    @Override
    public String model() {
        return dimensions == null ? endpoint.name().toString() : endpoint.name() + "@" + dimensions;
    }

    @Override
    public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose)
            throws EmbeddingException, InterruptedException {
        if (texts.isEmpty()) {
            return List.of();
        }
        String prefix = family.prefix(purpose);
        int limit = maxTokens.get();
        List<EmbeddingInput> inputs = texts.stream().map(text -> EmbeddingInput.of(text, prefix, limit)).toList();
        EmbeddingLedger.Reservation reservation = ledger.reserve(inputs.size(),
                inputs.stream().mapToLong(EmbeddingInput::tokens).sum());
        Embedding embedding = new Embedding(purpose);
        try {
            for (List<EmbeddingInput> batch : batches(inputs)) {
                embedding.add(batch);
            }
            return List.copyOf(embedding.vectors);
        } finally {
            if (embedding.tokens > 0) {
                reservation.settle(embedding.tokens);
            } else {
                reservation.release();
            }
        }
    }

    private List<List<EmbeddingInput>> batches(List<EmbeddingInput> inputs) {
        List<List<EmbeddingInput>> batches = new ArrayList<>();
        List<EmbeddingInput> batch = new ArrayList<>();
        long tokens = 0;
        for (EmbeddingInput input : inputs) {
            boolean isFull = batch.size() == endpoint.maxTexts() || tokens + input.tokens() > endpoint.maxTokens();
            if (isFull && !batch.isEmpty()) {
                batches.add(batch);
                batch = new ArrayList<>();
                tokens = 0;
            }
            batch.add(input);
            tokens += input.tokens();
        }
        batches.add(batch);
        return batches;
    }

    /** Vectors of one call so far. One call, one thread. */
    private final class Embedding {

        private final EmbeddingPurpose purpose;
        private final List<float[]> vectors = new ArrayList<>();
        private long tokens;

        Embedding(EmbeddingPurpose purpose) {
            this.purpose = purpose;
        }

        /** Adds the vectors of these texts, by several requests if one is refused for its size. */
        void add(List<EmbeddingInput> batch) throws EmbeddingException, InterruptedException {
            switch (ask(batch)) {
                case EmbeddingResult.Vectors found -> add(batch, found.reply());
                case EmbeddingResult.SizeRefusal refused -> {
                    if (batch.size() > 1) {
                        add(batch.subList(0, batch.size() / 2));
                        add(batch.subList(batch.size() / 2, batch.size()));
                    } else {
                        addShrunk(batch.getFirst(), refused.failure());
                    }
                }
            }
        }

        private void addShrunk(EmbeddingInput input, HarnessFailure refusal)
                throws EmbeddingException, InterruptedException {
            if (!input.canShrink()) {
                throw EmbeddingException.of(new HarnessException(refusal));
            }
            EmbeddingInput shorter = input.shrunk();
            maxTokens.accumulateAndGet(Math.max(MIN_TOKENS, shorter.tokens()), Math::min);
            add(List.of(shorter));
        }

        private void add(List<EmbeddingInput> batch, EmbeddingReply reply) throws EmbeddingException {
            Long counted = reply.tokens();
            tokens += counted == null ? estimate(batch) : counted;
            CheckedEmbedder.check(model(), batch.size(), reply.vectors());
            int length = reply.vectors().getFirst().length;
            if (!vectors.isEmpty() && vectors.getFirst().length != length) {
                throw new EmbeddingDimensionException(model(), vectors.getFirst().length, length);
            }
            vectors.addAll(reply.vectors());
        }

        /** A request whose provider may have accepted it is paid for by its estimate, even if no vector came. */
        private EmbeddingResult ask(List<EmbeddingInput> batch) throws EmbeddingException, InterruptedException {
            try {
                return caller.embed(batch, purpose, dimensions);
            } catch (HarnessException failed) {
                tokens += failed.failure().chargeable() ? estimate(batch) : 0;
                throw EmbeddingException.of(failed);
            } catch (InterruptedException ended) {
                tokens += estimate(batch);
                throw ended;
            }
        }

        private static long estimate(List<EmbeddingInput> batch) {
            return batch.stream().mapToLong(EmbeddingInput::tokens).sum();
        }
    }
}
