package dev.waggle.swarm.engine.loop;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** Solves whose decision waits until the votes have settled, and the rounds in which it waited. */
final class SettlingSolves {

    private SettlingSolves() {}

    /** Two rivals in the first round, so that nothing is provoked; in the second all agree with one of them. */
    static List<ScriptedAgent> agreeing() {
        return List.of(agent("a").says(1, proposes("A")).says(2, votes(Stance.AGREE, "A")),
                agent("b").says(1, proposes("B")).says(2, votes(Stance.AGREE, "A")),
                agent("c").says(2, votes(Stance.AGREE, "A")));
    }

    static SwarmConfig config(SolveTestBed table, int settleRounds, List<? extends Agent> agents) {
        return table.config(agents).withMath(MathConfig.off())
                .withConsensus(ConsensusConfig.defaults().withSettleRounds(settleRounds));
    }

    /** The result of a solve that replays as it ran. */
    static SwarmResult solve(SwarmConfig config) {
        try (Swarm swarm = new Swarm(config)) {
            SwarmResult result = swarm.solve(SolveTestBed.TASK);
            assertThat(swarm.replay(result.solveId())).matches(ReplayResult::isEqual);
            return result;
        }
    }

    static int rounds(SwarmResult result) {
        return result.timing().roundsUsed();
    }

    static Optional<String> leader(SwarmResult result) {
        return result.consensus().leader().map(Proposal::id);
    }

    /** Rounds at whose end the decision waited. */
    static List<Integer> waits(SolveTestBed table) {
        return rounds(table, LifecycleFacts.changed(LifecycleFacts.SETTLING));
    }

    /** Rounds of the logged signals of that type. */
    static List<Integer> rounds(SolveTestBed table, SignalType type) {
        return table.logged().stream().map(LogEntry::signal).filter(signal -> signal.type().equals(type))
                .map(signal -> signal.scope().round()).toList();
    }
}
