package dev.waggle.lab.soak.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RecordedAgent;
import dev.waggle.swarm.agent.Turn;

/**
 * Agents without models: a proposer, a recorded agent that finds something in each round, and voters that vote in the
 * round after the last finding. Their words depend on the turn alone.
 */
final class SoakPanel {

    private static final double SURE = 0.8;

    private SoakPanel() {}

    static List<Agent> of(int voters, int rounds) {
        List<Agent> panel = new ArrayList<>();
        panel.add(Agent.of(AgentProfile.of("proposer").withListens(List.of(SignalType.TASK_NEW)),
                _ -> List.of(Draft.proposal("p1", "Buy time for " + rounds + " weeks.", "It can be undone.", SURE))));
        panel.add(recorded("recorder", rounds));
        for (int i = 1; i <= voters; i++) {
            panel.add(Agent.of(
                    AgentProfile.of("voter-" + i).withListens(List.of(SignalType.PROPOSAL, SignalType.DISCOVERY)),
                    turn -> vote(turn, rounds)));
        }
        return panel;
    }

    /** An agent that finds something in each of so many rounds. */
    static Agent recorded(String id, int rounds) {
        Map<Integer, List<RecordedAgent.RecordedLine>> lines = new TreeMap<>();
        for (int round = 1; round <= rounds; round++) {
            String finding = "A replica of part " + round + " takes " + (round + 1) + " days.";
            lines.put(round, List.of(_ -> List.of(Draft.discovery(finding, SURE))));
        }
        return new RecordedAgent(AgentProfile.of(id), lines);
    }

    private static List<Draft> vote(Turn turn, int rounds) {
        return turn.round() == rounds + 1 && turn.debate().isEmpty()
                ? List.of(Draft.vote("p1", Payload.Stance.AGREE, SURE))
                : List.of();
    }
}
