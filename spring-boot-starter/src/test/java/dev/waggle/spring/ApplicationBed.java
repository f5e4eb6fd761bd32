package dev.waggle.spring;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.agent.Agent;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Parts that tests of applications share. */
final class ApplicationBed {

    /** An application with all parts of the starter and no agent. */
    static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(WaggleAutoConfiguration.class,
                    WaggleActuatorAutoConfiguration.class, WaggleTracingAutoConfiguration.class,
                    WaggleDashboardAutoConfiguration.class, WaggleResumptionAutoConfiguration.class));

    private ApplicationBed() {}

    /** Proposes {@code shard} in the first round and agrees with it later. */
    static Agent voter(String id) {
        return Agent.of(id, turn -> turn.round() > 1
                ? List.of(Draft.vote("shard", Stance.AGREE, 0.9))
                : List.of(Draft.proposal("shard", "Shard by tenant", "writes double", 0.8)));
    }
}
