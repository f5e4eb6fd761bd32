package dev.waggle.swarm;

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

/** An agent that says by round what was written for it, and remembers the turns that it was given. */
final class ScriptedAgent implements Agent {

    private final AgentProfile profile;
    private final TreeMap<Integer, Participant> script = new TreeMap<>();
    private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();
    private final TreeMap<Integer, Participant> debates = new TreeMap<>();
    private boolean asks;

    private ScriptedAgent(AgentProfile profile) {
        this.profile = profile;
    }

    /** Hears what a deliberation says and is silent until something is written for it. */
    static ScriptedAgent agent(String id) {
        return new ScriptedAgent(AgentProfile.of(id));
    }

    /** The same words under a changed profile. */
    ScriptedAgent as(UnaryOperator<AgentProfile> change) {
        ScriptedAgent changed = new ScriptedAgent(change.apply(profile));
        changed.script.putAll(script);
        changed.debates.putAll(debates);
        changed.asks = asks;
        return changed;
    }

    ScriptedAgent listening(SignalType... types) {
        return as(old -> old.withListens(Arrays.asList(types)));
    }

    /** What it says when it has a turn in that round. */
    ScriptedAgent says(int round, Draft... drafts) {
        return does(round, turn -> List.of(drafts));
    }

    /** What it does when it has a turn in that round. */
    ScriptedAgent does(int round, Participant deed) {
        script.put(round, deed);
        return this;
    }

    /** What it says in that round of any debate; else it listens to it in silence. */
    ScriptedAgent debating(int round, Draft... drafts) {
        return debates(round, turn -> List.of(drafts));
    }

    /** What it does in that round of any debate. */
    ScriptedAgent debates(int round, Participant deed) {
        debates.put(round, deed);
        return this;
    }

    /** It wants its turns although nobody spoke to it. */
    ScriptedAgent unasked() {
        asks = true;
        return this;
    }

    /** The turns that it was given so far, in all solves. */
    List<Turn> turns() {
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

    static Draft proposes(String id) {
        return proposes(id, "do " + id);
    }

    static Draft proposes(String id, String content) {
        return Draft.of(new Payload.Proposal(id, content, "because"), 0.8);
    }

    static Draft votes(Stance stance, String proposal) {
        return votes(stance, proposal, 1);
    }

    static Draft votes(Stance stance, String proposal, double weight) {
        return Draft.of(new Payload.Vote(proposal, stance, null, weight), 0.6);
    }

    static Draft finds(String finding) {
        return Draft.of(new Payload.Discovery(finding, null, 1), 0.7);
    }

    /** One proposer and two agreeing voters: the swarm of F1 and G1. */
    static List<Agent> team() {
        return List.of(agent("proposer").listening(SignalType.TASK_NEW).says(1, proposes("p1")),
                agent("voter 1").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "p1")),
                agent("voter 2").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "p1")));
    }

    /** Four rounds: a proposal, a finding, a vote, and the vote that decides. */
    static List<Agent> fourRounds() {
        return List.of(agent("a").says(1, proposes("p1")).says(2, finds("more")).unasked()
                .says(4, votes(Stance.AGREE, "p1")), agent("b").unasked().says(3, votes(Stance.AGREE, "p1")));
    }

    /** Proposes that in the first round. */
    static ScriptedAgent author(String id, String proposal) {
        return author(id, proposal, 0.8);
    }

    /** Proposes that in the first round, with that confidence. */
    static ScriptedAgent author(String id, String proposal, double confidence) {
        return agent(id).says(1, Draft.of(new Payload.Proposal(proposal, "do " + proposal, "because"), confidence));
    }

    /** Two who each stand by their own proposal and say so again and again. */
    static List<Agent> quarrel() {
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

    /** Finds something else in every round. */
    static ScriptedAgent chatty(String id) {
        ScriptedAgent agent = agent(id).unasked();
        IntStream.rangeClosed(1, 6).forEach(round -> agent.says(round, finds(id + " in round " + round)));
        return agent;
    }
}
