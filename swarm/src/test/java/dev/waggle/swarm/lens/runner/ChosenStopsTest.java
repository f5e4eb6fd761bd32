package dev.waggle.swarm.lens.runner;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.MathConfig.MathRole;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.information.EntropyLensTest;
import dev.waggle.swarm.runlog.LoopVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The reasons that may stop a solve, and those that are only recorded. */
class ChosenStopsTest {

    private final LensSwarm converging = new EntropyLensTest().converging;

    private LensSwarm.Outcome solve(Set<MathStopReason> stops) {
        return converging.solve(MathConfig.defaults().withLenses(List.of(LensCatalog.ENTROPY)).withStops(stops));
    }

    @Test
    void aReasonThatMayNotStopIsRecordedAndNotActedOn() {
        LensSwarm.Outcome stopped = solve(EnumSet.of(MathStopReason.ENTROPY_CONVERGED));
        LensSwarm.Outcome free = solve(EnumSet.complementOf(EnumSet.of(MathStopReason.ENTROPY_CONVERGED)));

        assertThat(stopped.result().ending().wireName()).isEqualTo("entropy-converged");
        assertThat(stopped.result().mathAnalysis().withheldStop()).isEmpty();
        assertThat(free.result().ending().wireName()).isNotEqualTo("entropy-converged");
        MathAnalysis analysis = free.result().mathAnalysis();
        assertThat(analysis.stoppingReason()).isEmpty();
        assertThat(analysis.withheldStop()).contains(MathStopReason.ENTROPY_CONVERGED);
        assertThat(free.findingsOf(LensCatalog.ENTROPY)).as("the finding stands").isNotEmpty();
        assertThat(JsonLine.of(analysis.toJson())).contains("\"stoppingReason\":null",
                "\"withheldStop\":\"entropy-converged\"");
    }

    @Test
    void nothingStopsWhenNoReasonMay() {
        assertThat(solve(Set.of()).result().mathAnalysis().stoppingReason()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(MathStopReason.class)
    void everyReasonStopsUnlessItIsOffByDefault(MathStopReason reason) {
        assertThat(MathConfig.defaults().stops().contains(reason))
                .isEqualTo(!MathConfig.OFF_BY_DEFAULT.contains(reason));
        assertThat(MathConfig.defaults().withAllStops().stops()).contains(reason);
        assertThat(MathStopReason.of(List.of(reason.wireName()))).containsExactly(reason);
    }

    @Test
    void unknownReasonsAreNamedWithTheKnownOnes() {
        assertThatIllegalArgumentException().isThrownBy(() -> MathStopReason.of(List.of("bored", "tired")))
                .withMessageContaining("\"bored\", \"tired\"").withMessageContaining("chaos-critical");
    }

    @Test
    void theReasonsOfARunAreInItsLog() {
        Set<MathStopReason> stops = EnumSet.of(MathStopReason.CYCLE_DETECTED, MathStopReason.CHAOS_CRITICAL);
        LensSwarm.Outcome outcome = solve(stops);

        LoggedRun logged = LoggedRun.of(outcome.result().solveId(), outcome.log());

        assertThat(logged.config().math().stops()).containsExactlyElementsOf(stops);
    }

    @ParameterizedTest
    @EnumSource(LoopVersion.class)
    void loopsBeforeTheFourthStopForEveryReason(LoopVersion loop) {
        MathConfig none = MathConfig.defaults().withLenses(List.of(LensCatalog.ENTROPY)).withStops(Set.of());
        if (loop.isAtLeast(LoopVersion.FOURTH)) {
            assertThat(converging.solve(none).result().mathAnalysis().stoppingReason()).isEmpty();
            return;
        }
        LensSwarm.Outcome outcome = converging.solveWithLoop(loop, none);

        assertThat(outcome.result().ending().wireName()).isEqualTo("entropy-converged");
        assertThat(LoggedRun.of(outcome.result().solveId(), outcome.log()).config().math().stops())
                .containsExactly(MathStopReason.values());
    }

    @Test
    void theyCannotBeChangedFromOutside() {
        Set<MathStopReason> mine = EnumSet.of(MathStopReason.CYCLE_DETECTED);
        MathConfig config = MathConfig.defaults().withStops(mine);
        mine.clear();

        assertThat(config.stops()).containsExactly(MathStopReason.CYCLE_DETECTED);
        assertThatThrownBy(() -> config.stops().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(Stream.of(config.withRole(MathRole.WATCHING), config.withThresholds(LensThresholds.defaults()),
                config.without(LensCatalog.ENTROPY))).allMatch(copy -> copy.stops().equals(config.stops()));
    }
}
