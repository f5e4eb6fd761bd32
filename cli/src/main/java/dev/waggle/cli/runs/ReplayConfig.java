package dev.waggle.cli.runs;

import java.util.Optional;

import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmConfig;

/** Swarm configuration of a run with every answer in its log; it calls no agent. */
public final class ReplayConfig {

    private ReplayConfig() {}

    /**
     * The configuration of a run, without models.
     *
     * @throws IllegalArgumentException when the setup in the log is invalid
     */
    public static SwarmConfig of(LoggedRun logged) {
        Optional<RunSetup> setup = logged.setup().flatMap(RunSetup::find);
        if (setup.isEmpty()) {
            return logged.config();
        }
        RunSetup known = setup.get();
        SwarmConfig config = logged.config().withSpending(known.spending())
                .withSteering(known.steering().withEffort(logged.config().steering().effort()));
        config = config.withAgentFactory(vacancy -> {
            throw unanswered("who hires agents");
        });
        if (known.has(RunSetup.SYNTHESIZER)) {
            config = config.withSynthesizer((material, context) -> {
                throw unanswered("who writes the answer");
            });
        }
        if (known.has(RunSetup.META_AGENT)) {
            config = config.withMetaAgent((view, context) -> {
                throw unanswered("who looks from outside");
            });
        }
        if (known.has(RunSetup.PROPOSAL_JUDGE)) {
            config = config.withProposalJudge((question, context) -> {
                throw unanswered("who compares proposals");
            });
        }
        if (known.has(RunSetup.LOG_CONDENSER)) {
            config = config.withLogCondenser((block, context) -> {
                throw unanswered("who condenses the log");
            });
        }
        return config;
    }

    private static IllegalStateException unanswered(String agent) {
        return new IllegalStateException("the log has no answer of " + agent);
    }
}
