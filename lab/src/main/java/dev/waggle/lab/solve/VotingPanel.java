package dev.waggle.lab.solve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.SolveEnding.LoopStop;

/** Panel without thinking time: one agent proposes on receiving the question, all others vote for it. */
final class VotingPanel {

    static final Task QUESTION = Task.of("Shard the database or buy time?");

    private static final double SURE = 0.9;
    private static final double AGREES = 0.8;

    private VotingPanel() {}

    /** A swarm of that many agents with all defaults, all lenses among them, and room for what they say. */
    static SwarmConfig of(int agents) {
        List<Agent> panel = new ArrayList<>(agents);
        panel.add(Agent.of(AgentProfile.of("proposer").withListens(List.of(SignalType.TASK_NEW)),
                _ -> List.of(Draft.of(new Payload.Proposal("p1", "Buy time.", "It can be taken back."), SURE))));
        for (int i = 1; i < agents; i++) {
            panel.add(Agent.of(AgentProfile.of("voter-" + i).withListens(List.of(SignalType.PROPOSAL)),
                    VotingPanel::vote));
        }
        return SwarmConfig.of(panel).withLimits(
                Limits.defaults().withMaxSignals(agents + 100).withTimeout(Duration.ofMinutes(10)));
    }

    /** Solves once; throws when that did not end as it has to. */
    static SwarmResult solve(Swarm swarm) {
        SwarmResult result = swarm.solve(QUESTION);
        if (result.ending() != LoopStop.CONSENSUS || !result.failures().isEmpty()) {
            throw new IllegalStateException("ended by " + result.endingDetail());
        }
        return result;
    }

    private static List<Draft> vote(Turn turn) {
        Signal proposal = turn.stimuli().getFirst();
        return List.of(Draft.of(new Payload.Vote("p1", Payload.Stance.AGREE, "It can be taken back.", AGREES), AGREES)
                .inReplyTo(proposal.id()));
    }
}
