package dev.waggle.swarm.testbed;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.LifecycleFacts;

/** An agent whose turns an {@link IdleWorld} waits for. */
public record WatchedAgent(Agent agent, Turnstile turnstile) implements Agent {

    /** Filter of announced turns that reports to the world the turns in which an agent thinks. */
    public static final class Turnstile {

        private final IdleWorld world;
        private final Predicate<Emission> isKnown;
        private final Set<String> absent = ConcurrentHashMap.newKeySet();
        private final Set<String> failing = ConcurrentHashMap.newKeySet();

        /** @param isKnown true if the outcome of a turn is known from before, so that no agent thinks */
        public Turnstile(IdleWorld world, Predicate<Emission> isKnown) {
            this.world = world;
            this.isKnown = isKnown;
        }

        /** Receives the fact of a turn, on the thread of the solve. */
        public void hear(Signal fact) {
            if (fact.type().equals(LifecycleFacts.AGENT_ACTIVATED)) {
                JsonObjectReader turn = FactBody.of(fact);
                String agent = turn.text("agent");
                boolean fails = absent.contains(agent) || failing.remove(agent);
                if (!fails && !isKnown.test(new Emission(agent, (int) turn.integer("invocation")))) {
                    world.announced(agent);
                }
            }
        }
    }

    @Override
    public AgentProfile profile() {
        return agent.profile();
    }

    @Override
    public Participant join(JoinContext briefing) {
        String id = profile().id();
        turnstile.absent.add(id);
        Participant participant = agent.join(briefing);
        Optional<ParticipantLearner> learner = participant.learner();
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
            public void replay(Turn turn, List<Draft> drafts) throws Exception {
                participant.replay(turn, drafts);
            }

            @Override
            public Optional<ParticipantLearner> learner() {
                return learner;
            }
        };
    }
}
