package dev.waggle.swarm.testbed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.DebateContext;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;

/** An agent that publishes by round the drafts written for it, and records the turns that it was given. */
public final class ScriptedAgent implements Agent {

    private final AgentProfile profile;
    private final TreeMap<Integer, Participant> script = new TreeMap<>();
    private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();
    private final TreeMap<Integer, Participant> debates = new TreeMap<>();
    private boolean asks;

    private ScriptedAgent(AgentProfile profile) {
        this.profile = profile;
    }

    /** An agent that receives the signals of a deliberation and is silent until drafts are written for it. */
    public static ScriptedAgent agent(String id) {
        return new ScriptedAgent(AgentProfile.of(id));
    }

    /** The same script under a changed profile. */
    public ScriptedAgent as(UnaryOperator<AgentProfile> change) {
        ScriptedAgent changed = new ScriptedAgent(change.apply(profile));
        changed.script.putAll(script);
        changed.debates.putAll(debates);
        changed.asks = asks;
        return changed;
    }

    public ScriptedAgent listening(SignalType... types) {
        return as(old -> old.withListens(Arrays.asList(types)));
    }

    /** Limits the types that it may publish. */
    public ScriptedAgent speaking(SignalType... types) {
        return as(old -> old.withCanEmit(Arrays.asList(types)));
    }

    /** Sets the drafts that it publishes when it has a turn in that round. */
    public ScriptedAgent says(int round, Draft... drafts) {
        return does(round, turn -> List.of(drafts));
    }

    /** Sets the behaviour of its turn in that round. */
    public ScriptedAgent does(int round, Participant deed) {
        script.put(round, deed);
        return this;
    }

    /** Sets the drafts that it publishes in that round of any debate; else it listens to the debate in silence. */
    public ScriptedAgent debating(int round, Draft... drafts) {
        return debates(round, turn -> List.of(drafts));
    }

    /** Sets its behaviour in that round of any debate. */
    public ScriptedAgent debates(int round, Participant deed) {
        debates.put(round, deed);
        return this;
    }

    /** Makes the agent request its turns although no signal reached it. */
    public ScriptedAgent unasked() {
        asks = true;
        return this;
    }

    /** The turns that it was given so far, in all solves. */
    public List<Turn> turns() {
        return List.copyOf(turns);
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
                turns.add(turn);
                Optional<DebateContext> debate = turn.debate();
                Participant deed = debate.isPresent()
                        ? debates.get(debate.get().round())
                        : script.get(turn.round());
                return deed == null ? List.of() : deed.react(turn);
            }

            @Override
            public boolean wantsTurn(int round) {
                return asks && script.ceilingKey(round) != null;
            }
        };
    }

    public static Draft proposes(String id) {
        return proposes(id, "do " + id);
    }

    public static Draft proposes(String id, String content) {
        return Draft.of(new Payload.Proposal(id, content, "because"), 0.8);
    }

    public static Draft votes(Stance stance, String proposal) {
        return votes(stance, proposal, 1);
    }

    public static Draft votes(Stance stance, String proposal, double weight) {
        return Draft.of(new Payload.Vote(proposal, stance, null, weight), 0.6);
    }

    public static Draft finds(String finding) {
        return Draft.of(new Payload.Discovery(finding, null, 1), 0.7);
    }

    /** One proposer and two agreeing voters: the swarm of F1 and G1. */
    public static List<Agent> team() {
        return List.of(agent("proposer").listening(SignalType.TASK_NEW).says(1, proposes("p1")),
                agent("voter 1").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "p1")),
                agent("voter 2").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "p1")));
    }

    /** Four rounds: a proposal, a finding, a vote, and the vote that decides. No agent of it listens to challenges. */
    public static List<Agent> fourRounds() {
        return List.of(deaf("a").says(1, proposes("p1")).says(2, finds("more")).unasked()
                .says(4, votes(Stance.AGREE, "p1")), deaf("b").unasked().says(3, votes(Stance.AGREE, "p1")));
    }

    private static ScriptedAgent deaf(String id) {
        return agent(id).listening(SignalType.TASK_NEW, SignalType.DISCOVERY, SignalType.PROPOSAL, SignalType.VOTE);
    }

    /** An agent that makes that proposal in the first round. */
    public static ScriptedAgent author(String id, String proposal) {
        return author(id, proposal, 0.8);
    }

    /** An agent that makes that proposal in the first round, with that confidence. */
    public static ScriptedAgent author(String id, String proposal, double confidence) {
        return agent(id).says(1, Draft.of(new Payload.Proposal(proposal, "do " + proposal, "because"), confidence));
    }

    /** Two agents that each support their own proposal again and again. */
    public static List<Agent> quarrel() {
        List<Agent> agents = new ArrayList<>();
        for (String id : List.of("a", "b")) {
            ScriptedAgent agent = agent(id).says(1, proposes("p of " + id), votes(Stance.AGREE, "p of " + id));
            for (int round = 2; round <= 12; round++) {
                agent.says(round, votes(Stance.DISAGREE, id.equals("a") ? "p of b" : "p of a"));
            }
            agents.add(agent);
        }
        return agents;
    }

    /** An agent that publishes another finding in every round. */
    public static ScriptedAgent chatty(String id) {
        ScriptedAgent agent = agent(id).unasked();
        IntStream.rangeClosed(1, 6).forEach(round -> agent.says(round, finds(id + " in round " + round)));
        return agent;
    }
}
