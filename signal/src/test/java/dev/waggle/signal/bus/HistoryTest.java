package dev.waggle.signal.bus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.proposal;
import static dev.waggle.signal.Samples.said;
import static dev.waggle.signal.Samples.vote;
import static dev.waggle.signal.SignalType.CHALLENGE;
import static dev.waggle.signal.SignalType.PROPOSAL;
import static dev.waggle.signal.SignalType.VOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The bounded history and its filters. */
class HistoryTest {

    private static final Draft FINDING = Draft.of(new Payload.Discovery("finding", null, 0.5), 0.7);

    private final BusFixture stage = new BusFixture();

    /** Scenario A6. */
    @Test
    void theOldestSignalsLeaveFirst() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(3));

        for (int i = 1; i <= 4; i++) {
            small.bus.publish(discovery("s" + i, "x"));
        }

        assertThat(small.historyIds()).containsExactly("s2", "s3", "s4");
        assertThat(small.bus.historySize()).isEqualTo(3);
        assertThat(small.journalIds()).as("the journal forgets nothing").hasSize(4);
    }

    /** A7, the part about replies. */
    @Test
    void repliesToASignalThatLeftAreStillFound() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(3));
        small.bus.publish(discovery("s1", "x"));
        small.bus.publish(said("s2", "y", FINDING.inReplyTo("s1")));
        small.bus.publish(discovery("s3", "x"));
        small.bus.publish(said("s4", "z", FINDING.inReplyTo("s1")));

        assertThat(small.historyIds()).doesNotContain("s1");
        assertThat(ids(small.bus.getHistory(SignalFilter.ALL.withReplyTo("s1")))).containsExactly("s2", "s4");
    }

    /** The specification of the bus: a list of types is exact. */
    @Test
    void anEmptySetOfTypesSelectsNothing() {
        stage.bus.publish(discovery("s1", "x"));

        assertThat(stage.bus.getHistory(SignalFilter.none())).isEmpty();
        assertThat(ids(stage.bus.getHistory(SignalFilter.any()))).containsExactly("s1");
        assertThat(SignalFilter.ofTypes()).isEqualTo(SignalFilter.none());
    }

    @Test
    void aHistoryOfOneKeepsTheLatest() {
        BusFixture tiny = new BusFixture(BusConfig.defaults().withMaxHistorySize(1));

        tiny.bus.publish(discovery("s1", "x"));
        tiny.bus.publish(discovery("s2", "x"));

        assertThat(tiny.historyIds()).containsExactly("s2");
    }

    /** Scenario A8. */
    @Test
    void theWholeHistoryIsACopyInTheOrderOfPublishing() {
        stage.bus.publish(said("later", "x", Samples.T.plusSeconds(9), FINDING));
        stage.bus.publish(said("earlier", "x", Samples.T, FINDING));
        List<Signal> copy = stage.bus.getHistory();

        stage.bus.publish(discovery("third", "x"));

        assertThat(ids(copy)).containsExactly("later", "earlier");
        assertThat(stage.historyIds()).containsExactly("later", "earlier", "third");
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(copy::removeFirst);
        List<Signal> filtered = stage.bus.getHistory(SignalFilter.ALL.withSource("x"));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(filtered::clear);
    }

    /** Scenario A9. */
    @Test
    void oneTypeOrSeveralAreShownInterleaved() {
        stage.bus.publish(vote("v1", "x", "p"));
        stage.bus.publish(proposal("p1", "x", "p"));
        stage.bus.publish(said("c1", "y", Draft.of(new Payload.Challenge("p1", "no", null), 0.5)));
        stage.bus.publish(discovery("d1", "x"));
        stage.bus.publish(vote("v2", "y", "p"));

        assertThat(ids(stage.bus.getHistory(SignalFilter.ofTypes(PROPOSAL)))).containsExactly("p1");
        assertThat(ids(stage.bus.getHistory(SignalFilter.ofTypes(CHALLENGE, VOTE))))
                .containsExactly("v1", "c1", "v2");
    }

    /** Scenario A10. */
    @Test
    void onlyThatSourceIsShown() {
        stage.bus.publish(discovery("d1", "analyst"));
        stage.bus.publish(discovery("d2", "analyst-2"));
        stage.bus.publish(vote("v1", "analyst", "p"));

        assertThat(ids(stage.bus.getHistory(SignalFilter.ALL.withSource("analyst")))).containsExactly("d1", "v1");
    }

    /** Scenario A11. */
    @Test
    void bothEndsOfASpanOfTimeAreIncluded() {
        for (int i = 0; i < 5; i++) {
            stage.bus.publish(said("s" + i, "x", Samples.T.plusMillis(i), FINDING));
        }

        SignalFilter since = SignalFilter.ALL.withSince(Samples.T.plusMillis(1));
        SignalFilter until = SignalFilter.ALL.withUntil(Samples.T.plusMillis(3));
        SignalFilter nothing = until.withSince(Samples.T.plusMillis(4));

        assertThat(ids(stage.bus.getHistory(since))).containsExactly("s1", "s2", "s3", "s4");
        assertThat(ids(stage.bus.getHistory(until))).containsExactly("s0", "s1", "s2", "s3");
        assertThat(ids(stage.bus.getHistory(since.withUntil(Samples.T.plusMillis(3)))))
                .containsExactly("s1", "s2", "s3");
        assertThat(stage.bus.getHistory(nothing)).isEmpty();
    }

    /** Scenario A12. */
    @Test
    void onlyDirectRepliesAreShown() {
        stage.bus.publish(discovery("sig-1", "x"));
        stage.bus.publish(said("sig-2", "y", FINDING.inReplyTo("sig-1")));
        stage.bus.publish(said("sig-3", "z", FINDING.inReplyTo("sig-2")));

        assertThat(ids(stage.bus.getHistory(SignalFilter.ALL.withReplyTo("sig-1")))).containsExactly("sig-2");
    }

    /** Scenario A13. */
    @Test
    void theLeastConfidenceIsIncluded() {
        stage.bus.publish(said("unsure", "x", Draft.of(new Payload.Task("task", null), Math.nextDown(0.7))));
        stage.bus.publish(said("exact", "x", Draft.of(new Payload.Task("task", null), 0.7)));
        stage.bus.publish(said("sure", "x", Draft.of(new Payload.Task("task", null), 1)));
        stage.bus.publish(said("silent", "x", Draft.custom("my:type", Payload.Open.text("states none"))));

        assertThat(ids(stage.bus.getHistory(SignalFilter.ALL.withMinConfidence(0.7))))
                .containsExactly("exact", "sure");
        assertThat(ids(stage.bus.getHistory(SignalFilter.ALL.withMinConfidence(0))))
                .containsExactly("unsure", "exact", "sure");
    }

    /** A14: every non-empty subset of the six fields, against an independent check of every field. */
    @Test
    void everyCombinationOfFieldsAnswersLikeBruteForce() {
        List<Signal> all = fourHundred();
        all.forEach(stage.bus::publish);
        Set<SignalType> types = Set.of(VOTE, CHALLENGE);
        String source = "agent-2";
        Instant since = Samples.T.plusMillis(1);
        Instant until = Samples.T.plusMillis(3);
        String replyTo = "root-1";
        double minConfidence = 0.7;

        for (int fields = 1; fields < 64; fields++) {
            int chosen = fields;
            SignalFilter filter = new SignalFilter((chosen & 1) == 0 ? null : types, (chosen & 2) == 0 ? null : source,
                    (chosen & 4) == 0 ? null : since, (chosen & 8) == 0 ? null : until,
                    (chosen & 16) == 0 ? null : replyTo, (chosen & 32) == 0 ? null : minConfidence, null);
            List<Signal> expected = all.stream()
                    .filter(signal -> (chosen & 1) == 0 || signal.type().text().equals("vote")
                            || signal.type().text().equals("challenge"))
                    .filter(signal -> (chosen & 2) == 0 || signal.source().label().equals(source))
                    .filter(signal -> (chosen & 4) == 0
                            || signal.time().toEpochMilli() >= Samples.T.toEpochMilli() + 1)
                    .filter(signal -> (chosen & 8) == 0
                            || signal.time().toEpochMilli() <= Samples.T.toEpochMilli() + 3)
                    .filter(signal -> (chosen & 16) == 0 || Objects.equals(signal.links().replyTo(), replyTo))
                    .filter(signal -> (chosen & 32) == 0 || signal.confidence() >= minConfidence).toList();

            assertThat(stage.bus.getHistory(filter)).as("fields %s", Integer.toBinaryString(chosen))
                    .isEqualTo(expected).isNotEmpty().hasSizeLessThan(400);
        }
    }

    /** Scenario A15. */
    @Test
    void anEmptyListOfTypesShowsNothing() {
        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.bus.getHistory(SignalFilter.ofTypes())).isEmpty();
        assertThat(stage.bus.getHistory(SignalFilter.ALL.withTypes(List.of()).withSource("x"))).isEmpty();
    }

    @Test
    void theLeastConfidenceOfAFilterLiesBetweenZeroAndOne() {
        for (double bad : new double[] {7, -0.1, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> SignalFilter.ALL.withMinConfidence(bad))
                    .withMessage("minConfidence must be between 0 and 1, got " + bad);
        }
    }

    /** Scenario A33. */
    @Test
    void aBusKeepsAtLeastOneSignalAndNoNegativeTime() {
        assertThatIllegalArgumentException().isThrownBy(() -> BusConfig.defaults().withMaxHistorySize(0))
                .withMessage("maxHistorySize must be at least 1, got 0");
        assertThatIllegalArgumentException().isThrownBy(() -> BusConfig.defaults().withMaxHistorySize(-3))
                .withMessage("maxHistorySize must be at least 1, got -3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BusConfig.defaults().withDefaultTtl(Duration.ofMillis(-1)))
                .withMessage("defaultTtl must not be negative, got PT-0.001S");
        assertThat(BusConfig.defaults())
                .isEqualTo(
                        new BusConfig(1000, 256L << 20, Duration.ofSeconds(60), BusConfig.defaults().conflictDetector(),
                                Duration.ofSeconds(10), 10_000, BusConfig.CallOrder.SUBSCRIPTION));
    }

    /** 3 types x 4 sources x 2 replies x 5 times, three confidences each and a fourth for the first forty. */
    private static List<Signal> fourHundred() {
        List<Signal> all = new ArrayList<>();
        for (double confidence : new double[] {0.2, 0.7, 0.95, 0.699}) {
            for (int combination = 0; combination < 120 && all.size() < 400; combination++) {
                Payload payload = switch (combination % 3) {
                    case 0 -> new Payload.Vote("p", Payload.Stance.AGREE, null, 1);
                    case 1 -> new Payload.Challenge("s", "counter", null);
                    default -> new Payload.Proposal("p", "content", "");
                };
                String agent = "agent-" + combination / 3 % 4;
                String replyTo = "root-" + combination / 12 % 2;
                Instant time = Samples.T.plusMillis(combination / 24);
                all.add(said("s" + all.size(), agent, time, Draft.of(payload, confidence).inReplyTo(replyTo)));
            }
        }
        return all;
    }

    private static List<String> ids(List<Signal> signals) {
        return signals.stream().map(Signal::id).toList();
    }
}
