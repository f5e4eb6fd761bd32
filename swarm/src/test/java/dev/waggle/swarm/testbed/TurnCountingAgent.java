package dev.waggle.swarm.testbed;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.signal.Draft;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;

/** An agent that receives nothing, and the rounds in which it had a turn. */
public record TurnCountingAgent(Wanting wanting, List<Integer> turns) {

    public TurnCountingAgent(Wanting wanting) {
        this(wanting, new CopyOnWriteArrayList<>());
    }

    public Agent agent() {
        return Agent.of(AgentProfile.of("asked").withListens(List.of()), new Participant() {
            @Override
            public List<Draft> react(Turn turn) {
                turns.add(turn.round());
                return List.of();
            }

            @Override
            public boolean wantsTurn(int round) {
                try {
                    return wanting.wants(round);
                } catch (InterruptedException stopped) {
                    return false;
                }
            }
        });
    }

    public interface Wanting {
        boolean wants(int round) throws InterruptedException;
    }
}
