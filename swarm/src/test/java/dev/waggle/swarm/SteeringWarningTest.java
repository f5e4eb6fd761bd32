package dev.waggle.swarm;

import java.util.Optional;

import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SteeringWarningTest {

    private static final AdvisorConfig QUIET = AdvisorConfig.defaults().withGroupthinkCorrection(false);
    private static final AdvisorConfig ALL = AdvisorConfig.defaults().withAgentPruning(true)
            .withTopology(TopologyConfig.defaults().withEnabled(true));

    @Test
    void namesEverySettingThatDoesNothingOrLessWhileMathematicsOnlyWatches() {
        assertThat(warning(ALL, MathConfig.watching())).hasValue("mathematics only watches: advisor.agentPruning does"
                + " nothing, advisor.topology does nothing, advisor.groupthinkCorrection acts on severe groupthink"
                + " only; with mathematics that steers (--math steering, MathRole.STEERING) they act");
        assertThat(warning(QUIET.withAgentPruning(true), MathConfig.watching()).orElseThrow())
                .contains("advisor.agentPruning does nothing; ").doesNotContain("topology", "groupthink");
        assertThat(warning(ALL, MathConfig.off()).orElseThrow()).startsWith("mathematics is off: ");
    }

    @Test
    void isSilentWhereEverySettingHasItsEffect() {
        assertThat(warning(ALL, MathConfig.defaults())).isEmpty();
        assertThat(warning(QUIET, MathConfig.watching())).isEmpty();
        assertThat(SteeringConfig.defaults().warning(MathConfig.watching())).isEmpty();
    }

    private static Optional<String> warning(AdvisorConfig advisor, MathConfig math) {
        return SteeringConfig.defaults().withAdvisor(advisor).warning(math);
    }
}
