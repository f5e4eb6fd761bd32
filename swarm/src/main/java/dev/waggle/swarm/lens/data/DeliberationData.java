package dev.waggle.swarm.lens.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.VoteWeights;
import org.jspecify.annotations.Nullable;

/**
 * A deliberation as numbers: the one thing that all lenses look at, kept up to date signal by signal.
 *
 * <p>Agents and proposals have numbers from 0. A vote counts once: a later vote of the agent on the same proposal
 * replaces the earlier one, and under {@link BallotRule#EXCLUSIVE} an agreement elsewhere withdraws it. A late proposal
 * joins on equal terms. Nothing that an agent did not say is made up.
 *
 * <p>Owned by the thread of its solve; lenses only read. A round begins with {@link #beginRound}, takes signals by
 * {@link #accept}, and what a lens sees of it holds until the next begins.
 */
public final class DeliberationData {

    private final IdIndex agents = new IdIndex();
    private final JoinedAgents newcomers = new JoinedAgents();
    private final IdIndex proposals = new IdIndex();
    private final List<ProposalEntry> notes = new ArrayList<>();
    private final List<Map<Integer, Ballot>> ballots = new ArrayList<>();
    private final GroupPosterior group;
    private final VoteWeights weights;
    private final Map<String, List<Signal>> early = new HashMap<>();
    private final AgentBeliefs beliefs = new AgentBeliefs();
    private final SpeakerIndex conversation = new SpeakerIndex();
    private final BallotRule rule;
    private final int maxRounds;

    private final List<AgentStatement> statements = new ArrayList<>();
    private final List<ExternalChallenge> externalChallenges = new ArrayList<>();
    private final Map<Long, BallotChange> changes = new LinkedHashMap<>();
    private int round;
    private final Map<Integer, Integer> informing = new HashMap<>();
    private int ballotCount;
    private int voters;
    private double @Nullable [] distribution;
    private @Nullable PooledProposals options;

    /** An empty chronicle of a solve under that setting. */
    public DeliberationData(LensContext setting, BallotRule rule) {
        this.rule = rule;
        weights = setting.weights();
        group = new GroupPosterior(setting.thresholds().dependence());
        maxRounds = setting.maxRounds();
        setting.agents().forEach(this::agent);
    }

    /** Begins the next round; what was new in the last one no longer is. */
    public void beginRound(int number) {
        if (number <= round) {
            throw new IllegalArgumentException("round must be above " + round + ", got " + number);
        }
        round = number;
        statements.clear();
        changes.clear();
        group.beginRound();
    }

    /** Takes note of what was said. Votes on unknown proposals and words of others than agents change nothing. */
    public void accept(Signal signal) {
        distribution = null;
        options = null;
        OptionalInt speaker = signal.source() instanceof Source.Agent agent
                ? OptionalInt.of(agent(agent.id()))
                : agents.of(signal.source().label());
        if (signal.payload() instanceof Payload.Proposal proposal) {
            propose(signal, proposal.proposalId(), speaker.orElse(ProposalEntry.NO_AGENT));
        }
        if (speaker.isEmpty()) {
            if (signal.payload() instanceof Payload.Challenge challenge) {
                externalChallenges.add(new ExternalChallenge(round, proposalOfSignal(challenge.targetSignalId())));
            }
            return;
        }
        int who = speaker.getAsInt();
        statements.add(new AgentStatement(who, signal, conversation.answeredAgent(signal, proposals, notes)));
        conversation.recordSpeaker(signal.id(), who);
        if (signal.payload() instanceof Payload.Vote vote) {
            vote(signal, vote, who);
        }
    }

    /** An agent that was not there from the start takes part from now on, to play that role. */
    public void join(String agent, String role) {
        newcomers.join(agent(agent), role);
    }

    /** An agent that joined later is gone; what it said stands. */
    public void leave(String agent) {
        agents.of(agent).ifPresent(newcomers::leave);
    }

    /** A vote that comes before its proposal waits for it. */
    private void vote(Signal signal, Payload.Vote vote, int who) {
        OptionalInt proposal = proposals.of(vote.proposalId());
        if (proposal.isEmpty()) {
            early.computeIfAbsent(vote.proposalId(), _ -> new ArrayList<>()).add(signal);
            return;
        }
        cast(new Ballot(who, proposal.getAsInt(), vote.stance(), weights.of(agents.id(who), vote.weight()),
                signal.confidence(), round));
    }

    // --- the round ---

    /** The round that is looked at, from 1; 0 before the first. */
    public int round() {
        return round;
    }

    /** The last round that may be. */
    public int maxRounds() {
        return maxRounds;
    }

    /** What agents said in this round, in order. */
    public List<AgentStatement> statements() {
        return Collections.unmodifiableList(statements);
    }

    /**
     * What happened in this round to ballots: one entry for each agent and proposal; none for a vote said again, and none
     * for an abstention where nothing was said before.
     */
    public List<BallotChange> changes() {
        return List.copyOf(changes.values());
    }

    /** The challenges of others than agents so far, oldest first: what was done to the deliberation from outside. */
    public List<ExternalChallenge> externalChallenges() {
        return Collections.unmodifiableList(externalChallenges);
    }

    // --- agents ---

    public int agentCount() {
        return agents.size();
    }

    public String agentId(int agent) {
        return agents.id(agent);
    }

    /** How many agents have a voice or can still get one: all but those who left without any. */
    public int electorate() {
        return agents.size() - newcomers.left(agent -> informing.getOrDefault(agent, 0) == 0);
    }

    /** Who joined later, and who of them is gone. */
    public JoinedAgents newcomers() {
        return newcomers;
    }

    /** The number of an agent that takes part or has spoken. */
    public OptionalInt agentNumber(String id) {
        return agents.of(id);
    }

    /** The agent that said the signal of that id, if an agent did. */
    public OptionalInt speakerOf(String signalId) {
        return conversation.speakerOf(signalId);
    }

    /** The ballots of an agent that count, by the number of the proposal, in the order of their first votes. */
    public Map<Integer, Ballot> ballotsOf(int agent) {
        return Collections.unmodifiableMap(ballots.get(agent));
    }

    /** How many ballots count. */
    public int ballotCount() {
        return ballotCount;
    }

    /** How many different agents have a ballot that says something; an abstention says nothing. */
    public int voters() {
        return voters;
    }

    // --- proposals ---

    public int proposalCount() {
        return notes.size();
    }

    public ProposalEntry proposal(int number) {
        return notes.get(number);
    }

    public OptionalInt proposalNumber(String id) {
        return proposals.of(id);
    }

    /** The proposal that the signal of that id put on the table, if it did. */
    public OptionalInt proposalOfSignal(String signalId) {
        return conversation.proposalOf(signalId);
    }

    // --- what the votes say ---

    /** The logarithm of the odds that all ballots together give to a proposal, in nats, taken as independent. */
    public double logOdds(int proposal) {
        return group.nats(proposal);
    }

    /** The part of it that came in this round. */
    public double logOddsOfRound(int proposal) {
        return group.natsOfRound(proposal);
    }

    /**
     * What the evidence on a proposal is raised to because its voters depend on each other: 1 / (1 + (n - 1) rho) for n
     * voters who said something of it, of mean correlation rho (Kish 1965); 1 for none or one.
     */
    public double temper(int proposal) {
        return group.exponent(proposal);
    }

    /** The probabilities of the proposals, with evidence tempered; a new array. */
    public double[] distribution() {
        return shared().clone();
    }

    /** The same with all evidence taken as independent. */
    public double[] independentDistribution() {
        return group.independent();
    }

    /** The probabilities of the same proposals without the evidence of this round, tempered as now. */
    public double[] distributionBefore() {
        return group.temperedBefore();
    }

    /** The probability of a proposal, tempered. */
    public double probability(int proposal) {
        return shared()[proposal];
    }

    /** The most probable proposal; empty when there is none or several are. */
    public OptionalInt leader() {
        double[] probabilities = shared();
        int best = -1;
        boolean tied = false;
        for (int i = 0; i < probabilities.length; i++) {
            if (best < 0 || probabilities[i] > probabilities[best]) {
                best = i;
                tied = false;
            } else if (probabilities[i] == probabilities[best]) {
                tied = true;
            }
        }
        return best < 0 || tied ? OptionalInt.empty() : OptionalInt.of(best);
    }

    /** Whether the evidence for that proposal is above even. */
    public boolean isSupported(int proposal) {
        return group.nats(proposal) > 0;
    }

    // --- what agents say of themselves ---

    /** The proposals that are looked at one by one. */
    public PooledProposals options() {
        if (options == null) {
            options = PooledProposals.of(shared());
        }
        return options;
    }

    /**
     * What an agent believes by its own words alone, a distribution over the {@link #options}; {@code null} when it
     * stated nothing. Shared: not to be changed.
     */
    public double @Nullable [] belief(int agent) {
        return beliefs.beliefOf(agent, options(), proposalCount());
    }

    /** The proposal that an agent believes in most; empty when it said nothing, or favours none alone. */
    public OptionalInt favourite(int agent) {
        return beliefs.favourite(agent);
    }

    /** The numbers of the agents that stated a belief, in order. */
    public int[] believers() {
        int[] numbers = new int[agents.size()];
        int count = 0;
        for (int agent = 0; agent < numbers.length; agent++) {
            if (beliefs.hasStated(agent)) {
                numbers[count++] = agent;
            }
        }
        return java.util.Arrays.copyOf(numbers, count);
    }

    private double[] shared() {
        if (distribution == null) {
            distribution = group.tempered();
        }
        return distribution;
    }

    private int agent(String id) {
        int number = agents.add(id);
        if (number == ballots.size()) {
            ballots.add(new LinkedHashMap<>());
            beliefs.addAgent();
        }
        return number;
    }

    private void propose(Signal signal, String id, int author) {
        if (proposals.of(id).isPresent()) {
            conversation.recordProposal(signal.id(), proposals.of(id).getAsInt());
            return;
        }
        int number = proposals.add(id);
        notes.add(new ProposalEntry(number, id, author, signal.id(), signal.confidence(), round));
        conversation.recordProposal(signal.id(), number);
        group.addProposal();
        if (author != ProposalEntry.NO_AGENT) {
            beliefs.state(author, number, signal.confidence());
        }
        for (Signal vote : Objects.requireNonNullElse(early.remove(id), List.<Signal>of())) {
            vote(vote, (Payload.Vote) vote.payload(), agent(vote.source().label()));
        }
    }

    private void cast(Ballot ballot) {
        if (rule == BallotRule.EXCLUSIVE && ballot.stance() == Stance.AGREE) {
            List<Ballot> left = ballots.get(ballot.agent()).values().stream()
                    .filter(other -> other.stance() == Stance.AGREE && other.proposal() != ballot.proposal()).toList();
            left.forEach(this::withdraw);
        }
        Map<Integer, Ballot> own = ballots.get(ballot.agent());
        count(ballot, 1);
        Ballot before = own.put(ballot.proposal(), ballot);
        ballotCount += before == null ? 1 : 0;
        group.add(ballot);
        if (before != null) {
            group.withdraw(before);
            count(before, -1);
        }
        beliefs.state(ballot.agent(), ballot.proposal(), ballot.strength());
        recordChange(ballot.agent(), ballot.proposal(), before, ballot);
    }

    private void withdraw(Ballot ballot) {
        Map<Integer, Ballot> own = ballots.get(ballot.agent());
        own.remove(ballot.proposal());
        ballotCount--;
        count(ballot, -1);
        group.withdraw(ballot);
        beliefs.state(ballot.agent(), ballot.proposal(), 0);
        recordChange(ballot.agent(), ballot.proposal(), ballot, null);
    }

    /** Who abstains everywhere, or votes without weight or confidence, has no voice. */
    private void count(Ballot ballot, int more) {
        if (ballot.evidence() != 0) {
            int spoke = informing.merge(ballot.agent(), more, Integer::sum);
            voters += spoke == 1 && more > 0 ? 1 : spoke == 0 ? -1 : 0;
        }
    }

    /** Several votes of a round on one proposal are one change. */
    private void recordChange(int agent, int proposal, @Nullable Ballot before, @Nullable Ballot after) {
        long key = ((long) agent << Integer.SIZE) | proposal;
        BallotChange known = changes.get(key);
        BallotChange change = new BallotChange(agent, proposal, known == null ? before : known.before(), after);
        if (isEvidenceChange(change.before(), change.after())) {
            changes.put(key, change);
        } else {
            changes.remove(key);
        }
    }

    /** Whether the evidence is another one now. */
    private static boolean isEvidenceChange(@Nullable Ballot before, @Nullable Ballot after) {
        double evidenceBefore = before == null ? 0 : before.evidence();
        double evidenceAfter = after == null ? 0 : after.evidence();
        return evidenceBefore != evidenceAfter;
    }
}
