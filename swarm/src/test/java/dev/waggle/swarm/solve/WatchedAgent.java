package dev.waggle.swarm.solve;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.signal.Draft;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Briefing;
import dev.waggle.swarm.agent.Learner;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;

/** An agent whose turns an {@link IdleWorld} waits for. */
record WatchedAgent(Agent agent, Turnstile turnstile) implements Agent {

    /** Knows which of the turns that are announced bring an agent to think. */
    static final class Turnstile {

        private final IdleWorld world;
        private final Set<String> absent = ConcurrentHashMap.newKeySet();
        private final Set<String> failing = ConcurrentHashMap.newKeySet();

        Turnstile(IdleWorld world) {
            this.world = world;
        }

        /** Hears of a turn, on the thread of the solve. */
        void hear(Signal fact) {
            if (fact.type().equals(Lifecycle.AGENT_ACTIVATED) && fact.payload() instanceof Payload.Open open
                    && open.data() instanceof JsonValue.Obj data
                    && data.fields().get("agent") instanceof JsonValue.Str agent) {
                boolean fails = absent.contains(agent.value()) || failing.remove(agent.value());
                if (!fails) {
                    world.announced(agent.value());
                }
            }
        }
    }

    @Override
    public AgentProfile profile() {
        return agent.profile();
    }

    @Override
    public Participant join(Briefing briefing) {
        String id = profile().id();
        turnstile.absent.add(id);
        Participant participant = agent.join(briefing);
        double expected = participant.expectedReward();
        Optional<Learner> learner = participant.learner();
        turnstile.absent.remove(id);
        return new Participant() {
            @Override
            public List<Draft> react(Turn turn) throws Exception {
                turnstile.world.enter(id);
                try {
                    return participant.react(turn);
                } finally {
                    turnstile.world.leave();
                }
            }

            @Override
            public boolean wantsTurn(int round) {
                turnstile.failing.add(id);
                boolean wanted = participant.wantsTurn(round);
                turnstile.failing.remove(id);
                return wanted;
            }

            @Override
            public double expectedReward() {
                return expected;
            }

            @Override
            public Optional<Learner> learner() {
                return learner;
            }
        };
    }
}
