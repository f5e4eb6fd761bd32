package dev.waggle.signal.embedding;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

import dev.waggle.signal.harness.TokenEstimator;

/**
 * Embedder within a budget, for embedders that do not count their tokens themselves. Tokens are
 * estimated by {@link TokenEstimator}. A failed call keeps its reservation, since it may have been paid for.
 * Thread-safe.
 */
public final class BudgetedEmbedder implements TextEmbedder {

    private final TextEmbedder embedder;
    private final EmbeddingLedger ledger;

    public BudgetedEmbedder(TextEmbedder embedder, EmbeddingLedger ledger) {
        this.embedder = Objects.requireNonNull(embedder, "embedder must not be null");
        this.ledger = Objects.requireNonNull(ledger, "ledger must not be null");
    }

    @Override
    public String model() {
        return embedder.model();
    }

    @Override
    public List<float[]> embed(List<String> texts, EmbeddingPurpose purpose) throws IOException, InterruptedException {
        if (texts.isEmpty()) {
            return List.of();
        }
        long tokens = texts.stream().mapToLong(text -> (long) TokenEstimator.of(text)).sum();
        EmbeddingLedger.Reservation reservation = ledger.reserve(texts.size(), tokens);
        try {
            return embedder.embed(texts, purpose);
        } finally {
            reservation.keep();
        }
    }
}
