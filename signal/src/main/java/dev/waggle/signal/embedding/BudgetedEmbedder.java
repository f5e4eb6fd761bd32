package dev.waggle.signal.embedding;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Embedder within a budget, for embedders that do not count their tokens themselves. Three bytes of UTF-8 count as a
 * token, which exceeds the counts of usual tokenizers. A failed call keeps its reservation, since it may have been paid
 * for. Thread-safe.
 */
public final class BudgetedEmbedder implements TextEmbedder {

    private static final int BYTES_PER_TOKEN = 3;

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
        EmbeddingLedger.Reservation reservation = ledger.reserve(texts.size(),
                texts.stream().mapToLong(BudgetedEmbedder::tokens).sum());
        try {
            return embedder.embed(texts, purpose);
        } finally {
            reservation.keep();
        }
    }

    private static long tokens(String text) {
        return Math.ceilDiv(text.getBytes(StandardCharsets.UTF_8).length, BYTES_PER_TOKEN);
    }
}
