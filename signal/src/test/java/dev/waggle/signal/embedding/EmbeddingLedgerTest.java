package dev.waggle.signal.embedding;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EmbeddingLedgerTest {

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 1);

    @Test
    void theLimitOfAnHourPermitsAgainLater() throws Exception {
        EmbeddingLedger ledger = new EmbeddingLedger(EmbeddingBudget.UNLIMITED.withTokensPerHour(100), world);
        ledger.reserve(1, 60).keep();
        world.advance(Duration.ofMinutes(30));
        ledger.reserve(1, 40).keep();
        assertThatThrownBy(() -> ledger.reserve(1, 1)).isInstanceOfSatisfying(EmbeddingBudgetException.class,
                refused -> {
                    assertThat(refused).hasMessageContaining("is 100 tokens, 100 are used and 1 are asked for");
                    assertThat(refused.retryAfter()).isEqualTo(Duration.ofMinutes(31));
                    assertThat(refused.remedy()).isEqualTo(EmbeddingException.Remedy.RETRY_LATER);
                });
        world.advance(Duration.ofMinutes(31));
        assertThatCode(() -> ledger.reserve(1, 60)).doesNotThrowAnyException();
        assertThatThrownBy(() -> ledger.reserve(1, 1)).isInstanceOf(EmbeddingBudgetException.class);
    }

    @Test
    void theLimitOfTheProcessIsFinal() throws Exception {
        EmbeddingLedger ledger = new EmbeddingLedger(EmbeddingBudget.UNLIMITED.withTexts(2), world);
        ledger.reserve(2, 5).keep();
        world.advance(Duration.ofDays(2));
        assertThatThrownBy(() -> ledger.reserve(1, 1)).isInstanceOfSatisfying(EmbeddingBudgetException.class,
                refused -> {
                    assertThat(refused.retryAfter()).isNull();
                    assertThat(refused.remedy()).isEqualTo(EmbeddingException.Remedy.CHANGE_SETTINGS);
                });
    }

    @Test
    void aCallThatNeverFitsIsToldSo() {
        EmbeddingLedger ledger = new EmbeddingLedger(EmbeddingBudget.UNLIMITED.withTextsPerHour(3), world);
        assertThatThrownBy(() -> ledger.reserve(4, 4)).isInstanceOfSatisfying(EmbeddingBudgetException.class,
                refused -> assertThat(refused.retryAfter()).isNull()).hasMessageContaining("Maybe raise it");
        assertThat(ledger.texts()).isZero();
    }

    @Test
    void aReservationIsSettledOnce() throws Exception {
        EmbeddingLedger ledger = new EmbeddingLedger(EmbeddingBudget.UNLIMITED.withTokens(100), world);
        EmbeddingLedger.Reservation first = ledger.reserve(2, 90);
        first.settle(30);
        first.settle(1);
        first.release();
        assertThat(ledger.tokens()).isEqualTo(30);
        assertThat(ledger.texts()).isEqualTo(2);
        ledger.reserve(1, 70).release();
        assertThat(ledger.tokens()).isEqualTo(30);
        assertThat(ledger.texts()).isEqualTo(2);
    }

    @Test
    void anEmbedderWithinABudgetSendsNothingBeyondIt() throws Exception {
        EmbeddingLedger ledger = new EmbeddingLedger(EmbeddingBudget.UNLIMITED.withTokens(4), world);
        BudgetedEmbedder embedder = new BudgetedEmbedder(HashingEmbedder.create(), ledger);
        assertThat(embedder.embed(List.of("abcdef", "ü"), EmbeddingPurpose.DOCUMENT)).hasSize(2);
        assertThat(ledger.tokens()).isEqualTo(3);
        assertThatThrownBy(() -> embedder.embed(List.of("abcd"), EmbeddingPurpose.QUERY))
                .isInstanceOf(EmbeddingBudgetException.class);
        assertThat(embedder.embed(List.of(), EmbeddingPurpose.QUERY)).isEmpty();
    }

    @Test
    void limitsBelowZeroAreRefused() {
        assertThatThrownBy(() -> EmbeddingBudget.UNLIMITED.withTexts(-1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("texts must be at least 0, got -1");
    }
}
