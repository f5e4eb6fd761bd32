package dev.waggle.swarm.lens.runner;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

/** Algedonic alarms, two of which stop a debate that only gets worse; one of the three alone does not. */
class AlgedonicEmergencyTest {

    static final List<Lens<?>> ALARMS = List.of(LensCatalog.LYAPUNOV_STABILITY, LensCatalog.CHAOS_DETECTOR,
            LensCatalog.DAMPING_CLASSIFIER);

    /** Two camps that grow surer of themselves, and one agent that moves from one camp to the other and back. */
    static LensSwarm tornSwarm() {
        LensSwarm swarm = new LensSwarm("a", "b", "c", "d", "e");
        for (int round = 0; round < 8; round++) {
            double sure = 0.2 + 0.1 * round;
            String with = round % 2 == 0 ? "A" : "B";
            String against = round % 2 == 0 ? "B" : "A";
            List<LensSwarm.Line> lines = new ArrayList<>(List.of(agrees("a", "A", sure), agrees("c", "A", sure),
                    disagrees("a", "B", sure), agrees("b", "B", sure), agrees("d", "B", sure),
                    disagrees("b", "A", sure), agrees("e", with, 0.5), disagrees("e", against, 0.5)));
            if (round == 0) {
                lines.addAll(0, List.of(proposes("a", "A", 0.2), proposes("b", "B", 0.2)));
            }
            swarm.round(lines.toArray(LensSwarm.Line[]::new));
        }
        return swarm;
    }

    @Test
    void twoAlarmsInOneRoundEndADebate() {
        LensSwarm.Outcome outcome = tornSwarm().solve(MathConfig.defaults().withLenses(ALARMS));

        assertThat(outcome.events()).contains("ending algedonic-emergency");
        assertThat(outcome.result().timing().roundsUsed()).isEqualTo(6);
        assertThat(outcome.findingsOf(LensCatalog.LYAPUNOV_STABILITY)).isNotEmpty();
        assertThat(outcome.findingsOf(LensCatalog.CHAOS_DETECTOR)).isNotEmpty();
    }

    @Test
    void oneAlarmAloneIsNoEmergency() {
        for (Lens<?> alarm : ALARMS) {
            assertThat(tornSwarm().solveOnlyWith(alarm).events()).doesNotContain("ending algedonic-emergency");
        }
    }
}
