package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import dev.waggle.signal.harness.HarnessFailure.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HarnessFailureTest {

    @ParameterizedTest
    @EnumSource
    void itsWordNamesTheKind(Kind kind) {
        assertThat(kind.wireName()).matches("[a-z]+(-[a-z]+)*");
        assertThat(Kind.of(kind.wireName())).isEqualTo(kind);
    }

    @Test
    void aWordOfAnotherSystemIsAFailureLikeAnyOther() {
        assertThat(Kind.of("teapot")).isEqualTo(Kind.FAILED);
        assertThat(Kind.of("")).isEqualTo(Kind.FAILED);
    }

    @Test
    void onlyWhatMayPassIsTriedAgain() {
        Set<Kind> passing = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
            if (HarnessFailure.of(kind, "no").recoverable()) {
                passing.add(kind);
            }
        }

        assertThat(passing).containsExactlyInAnyOrder(Kind.RATE_LIMITED, Kind.OVERLOADED, Kind.UNREACHABLE,
                Kind.STALLED, Kind.TRUNCATED);
    }

    @Test
    void onlyWhatTheEndpointHadAcceptedIsChargedWithoutOutput() {
        Set<Kind> accepted = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
            if (HarnessFailure.of(kind, "no").charge(100, 0).totalTokens() > 0) {
                accepted.add(kind);
            }
        }

        assertThat(accepted).containsExactlyInAnyOrder(Kind.REFUSED, Kind.STALLED, Kind.TRUNCATED, Kind.TOO_LARGE);
    }

    @ParameterizedTest
    @EnumSource
    void outputThatArrivedIsChargedWithItsInputWhateverFailedThen(Kind kind) {
        assertThat(HarnessFailure.of(kind, "no").charge(100, 7)).isEqualTo(new TokenUsage(100, 7, 107));
    }

    @ParameterizedTest
    @EnumSource
    void whatTheProviderReportedGoesBeforeEveryEstimate(Kind kind) {
        TokenUsage reported = new TokenUsage(90, 3, 93, 40, 0, 2);

        assertThat(HarnessFailure.of(kind, "no").withUsage(reported).charge(100, 0)).isEqualTo(reported);
        assertThat(HarnessFailure.of(kind, "no").withUsage(reported).charge(100, 7)).isEqualTo(reported);
    }

    @Test
    void outputWithoutAReportIsEstimatedBesideTheReportedInput() {
        HarnessFailure failure = HarnessFailure.of(Kind.TRUNCATED, "gone")
                .withUsage(new TokenUsage(90, 0, 90, 40, 9, 0));

        assertThat(failure.charge(100, 7)).isEqualTo(new TokenUsage(90, 7, 97, 40, 9, 0));
        assertThat(failure.charge(100, 0)).isEqualTo(new TokenUsage(90, 0, 90, 40, 9, 0));
    }

    @Test
    void aUsageChangesNothingElse() {
        HarnessFailure failure = new HarnessFailure(Kind.RATE_LIMITED, "later", Duration.ofSeconds(1));

        assertThat(failure.usage()).isNull();
        assertThat(failure.withUsage(TokenUsage.NONE)).isEqualTo(
                new HarnessFailure(Kind.RATE_LIMITED, "later", Duration.ofSeconds(1), false, TokenUsage.NONE));
    }

    @Test
    void aWaitIsNeverNegative() {
        assertThat(new HarnessFailure(Kind.RATE_LIMITED, "later", Duration.ZERO).retryAfter())
                .isEqualTo(Duration.ZERO);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HarnessFailure(Kind.RATE_LIMITED, "later", Duration.ofMillis(-1)))
                .withMessageContaining("PT-0.001S");
    }

    @Test
    void anExceptionSaysWhatItsFailureSays() {
        RuntimeException cause = new IllegalStateException("boom");
        HarnessException failed = new HarnessException(HarnessFailure.of(Kind.STALLED, "nothing came"), cause);

        assertThat(failed).hasMessage("nothing came").hasCause(cause);
        assertThat(failed.failure().kind()).isEqualTo(Kind.STALLED);
    }
}
