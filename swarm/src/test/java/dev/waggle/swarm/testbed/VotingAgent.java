package dev.waggle.swarm.testbed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import org.jspecify.annotations.Nullable;

/** A scripted agent that takes closing turns, as models and people do. */
public final class VotingAgent implements Agent {

    private final AgentProfile profile;
    private final Map<Integer, Participant> script = new HashMap<>();
    private final List<Turn> closings = new ArrayList<>();
    private @Nullable Participant closing;

    public VotingAgent(String id) {
        this(AgentProfile.of(id));
    }

    public VotingAgent(AgentProfile profile) {
        this.profile = profile;
    }

    /** Sets the drafts that it publishes when it has a turn in that round. */
    public VotingAgent says(int round, Draft... drafts) {
        return does(round, _ -> List.of(drafts));
    }

    /** Sets its behaviour when it has a turn in that round, other than a closing turn. */
    public VotingAgent does(int round, Participant deed) {
        script.put(round, deed);
        return this;
    }

    /** Sets its behaviour in the closing turn. */
    public VotingAgent closes(Participant deed) {
        closing = deed;
        return this;
    }

    /** Makes it vote so on every proposal of its ballot. */
    public VotingAgent closesWith(Stance stance) {
        return closes(turn -> turn.closing().orElseThrow().proposals().stream()
                .map(proposal -> ScriptedAgent.votes(stance, nameOf(proposal))).toList());
    }

    /** Its closing turns, in all solves. */
    public List<Turn> closings() {
        return List.copyOf(closings);
    }

    private static String nameOf(Signal proposal) {
        return ((Payload.Proposal) proposal.payload()).proposalId();
    }

    @Override
    public AgentProfile profile() {
        return profile;
    }

    @Override
    public Participant join(JoinContext briefing) {
        return new Participant() {
            @Override
            public List<Draft> react(Turn turn) throws Exception {
                if (turn.closing().isEmpty()) {
                    return script.getOrDefault(turn.round(), _ -> List.of()).react(turn);
                }
                closings.add(turn);
                Participant deed = closing;
                return deed == null ? List.of() : deed.react(turn);
            }

            @Override
            public boolean takesClosingTurn() {
                return true;
            }
        };
    }
}
