package dev.waggle.swarm.lens.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import org.jspecify.annotations.Nullable;

/**
 * Numeric data of a deliberation: the input of all lenses, updated signal by signal.
 *
 * <p>Agents and proposals have numbers from 0. A vote counts once: a later vote of the agent on the same proposal
 * replaces the earlier one. Under {@link BallotRule#EXCLUSIVE} an agreement elsewhere withdraws it, and agreements of
 * one answer share the weight of their agent. A late proposal joins on equal terms. No statement of an agent is invented.
 *
 * <p>Owned by the thread of its solve; lenses only read. A round begins with {@link #beginRound}, takes signals by
 * {@link #accept}, and its data is valid until the next begins.
 */
public final class DeliberationData {

    private final IdIndex agents = new IdIndex();
    private final JoinedAgents joined = new JoinedAgents();
    private final IdIndex proposals = new IdIndex();
    private final List<ProposalEntry> notes = new ArrayList<>();
    private final GroupPosterior group;
    private final VoteWeights weights;
    private final Map<String, List<Signal>> early = new HashMap<>();
    private final AgentBeliefs beliefs = new AgentBeliefs();
    private final SpeakerIndex conversation = new SpeakerIndex();
    private final BallotTable ballots;
    private final MergedBallots merged;
    private final int maxRounds;

    private final List<AgentStatement> statements = new ArrayList<>();
    private final List<ExternalChallenge> externalChallenges = new ArrayList<>();
    private int round;
    private double @Nullable [] distribution;
    private double @Nullable [] probabilities;
    private @Nullable PooledProposals options;

    /** Empty data of a solve in that context. */
    public DeliberationData(LensContext context, BallotRule rule) {
        weights = context.weights();
        double dependence = context.thresholds().dependence();
        group = switch (context.posterior()) {
            case BY_VOTER -> new BallotPosterior(dependence);
            case BY_PROPOSAL -> new ProposalPosteriors(dependence);
        };
        ballots = new BallotTable(rule, context.posterior(), group, beliefs);
        merged = new MergedBallots(rule, ballots);
        maxRounds = context.maxRounds();
        context.agents().forEach(this::agent);
    }

    /** Begins the next round and clears the changes of the last one. */
    public void beginRound(int number) {
        if (number <= round) {
            throw new IllegalArgumentException("round must be above " + round + ", got " + number);
        }
        round = number;
        statements.clear();
        ballots.beginRound();
        group.beginRound();
    }

    /** Records a signal. Votes on unknown proposals and signals from outside the agents change nothing. */
    public void accept(Signal signal) {
        distribution = null;
        probabilities = null;
        options = null;
        OptionalInt speaker = speaker(signal);
        Optional<String> split = merged.accept(signal);
        if (signal.payload() instanceof Payload.Proposal proposal) {
            propose(signal, proposal.proposalId(), speaker.orElse(ProposalEntry.NO_AGENT));
        }
        split.ifPresent(this::split);
        if (speaker.isEmpty()) {
            if (signal.payload() instanceof Payload.Challenge challenge) {
                externalChallenges.add(new ExternalChallenge(round, proposalOfSignal(challenge.targetSignalId())));
            }
            return;
        }
        int agentIndex = speaker.getAsInt();
        statements.add(new AgentStatement(agentIndex, signal, conversation.answeredAgent(signal, proposals, notes)));
        conversation.recordSpeaker(signal.id(), agentIndex);
        if (signal.payload() instanceof Payload.Vote vote) {
            vote(signal, vote, agentIndex);
        }
    }

    /** Adds an agent after the start, to play that role. */
    public void join(String agent, String role) {
        joined.join(agent(agent), role);
    }

    /** Removes an agent that joined later; its statements stand. */
    public void leave(String agent) {
        agents.of(agent).ifPresent(joined::leave);
    }

    /** A vote that arrives before its proposal waits for it. */
    private void vote(Signal signal, Payload.Vote vote, int agent) {
        OptionalInt proposal = proposals.of(merged.hostOf(vote.proposalId()));
        if (proposal.isEmpty()) {
            early.computeIfAbsent(vote.proposalId(), _ -> new ArrayList<>()).add(signal);
            return;
        }
        merged.cast(vote.proposalId(), new Ballot(agent, proposal.getAsInt(), vote.stance(),
                weights.of(agents.id(agent), vote.weight()), signal.confidence(),
                UnstatedConfidence.evidenceOf(signal), round), AgentAnswer.of(signal));
    }

    /** A split proposal joins as a late one, with the votes that were cast on it. */
    private void split(String id) {
        Signal signal = merged.signalOf(id);
        propose(signal, id, speaker(signal).orElse(ProposalEntry.NO_AGENT));
        OptionalInt host = proposals.of(merged.formerHostOf(id));
        if (host.isPresent()) {
            merged.move(id, host.getAsInt(), proposals.of(id).orElseThrow());
        }
    }

    // --- the round ---

    /** The current round, from 1; 0 before the first. */
    public int round() {
        return round;
    }

    /** The last possible round. */
    public int maxRounds() {
        return maxRounds;
    }

    /** Statements of agents in this round, in order. */
    public List<AgentStatement> statements() {
        return Collections.unmodifiableList(statements);
    }

    /**
     * Changes of ballots in this round, one entry for each agent and proposal. There is none for a repeated vote, and
     * none for an abstention without an earlier vote.
     */
    public List<BallotChange> changes() {
        return ballots.changes();
    }

    /** Challenges from outside the agents so far, oldest first. */
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

    /** Number of agents with a vote or still able to cast one: all except those that left without any. */
    public int electorate() {
        return agents.size() - joined.left(agent -> !ballots.isInforming(agent));
    }

    /** Agents that joined later, including departed ones. */
    public JoinedAgents newcomers() {
        return joined;
    }

    /** The ballots of an agent that count, by the number of the proposal, in the order of their first votes. */
    public Map<Integer, Ballot> ballotsOf(int agent) {
        return ballots.of(agent);
    }

    /** Number of ballots that count. */
    public int ballotCount() {
        return ballots.size();
    }

    /** Number of different agents with an informative ballot; an abstention is not informative. */
    public int voters() {
        return ballots.voters();
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

    /** The proposal that the signal with that id made, if it did. */
    public OptionalInt proposalOfSignal(String signalId) {
        return conversation.proposalOf(signalId);
    }

    // --- votes ---

    /** Logarithm of the odds that all ballots together give to a proposal, in nats, taken as independent. */
    public double logOdds(int proposal) {
        return group.nats(proposal);
    }

    /** Part of {@link #logOdds} that this round added. */
    public double logOddsOfRound(int proposal) {
        return group.natsOfRound(proposal);
    }

    /**
     * Exponent of the evidence, because voters depend on each other: 1 / (1 + (m - 1) rho). Here m is the weight of
     * all voters together, at least 1, and rho their mean correlation (Kish 1965). It is the same for all proposals but
     * under {@link PosteriorKind#BY_PROPOSAL}, where m is the number of voters on the proposal.
     */
    public double temper(int proposal) {
        return group.exponent(proposal);
    }

    /** Equivalent number of independent voters of weight 1. */
    public double effectiveVoters() {
        return group.effectiveVoters(voters());
    }

    /** Evidence of an agreement of weight 1 with that confidence, in nats before the exponent. */
    public double evidenceOfAgreement(double confidence) {
        return group.natsOfAgreement(confidence);
    }

    /**
     * Changes of the evidence in this round, in a fixed order; they add up to {@link #logOddsOfRound}. It is empty when
     * no evidence moved. A ballot may change without: an objection beside an agreement of the same agent adds nothing.
     */
    public List<EvidenceChange> evidenceOfRound() {
        return group.changes(ballots.changes());
    }

    /** Evidence of an agent by proposal, in nats before the exponent; over the agents it adds up to {@link #logOdds}. */
    public Map<Integer, Double> evidenceOf(int agent) {
        return group.natsOf(agent, ballots.of(agent));
    }

    /** Probabilities of the proposals given that one of them is right, with the sum 1 unless there is none; a new array. */
    public double[] distribution() {
        return shared().clone();
    }

    /** The same without the evidence of this round, with the exponent of now; a new array. */
    public double[] distributionBefore() {
        return group.sharesBefore();
    }

    /** Element of the {@link #distribution} for that proposal. */
    public double share(int proposal) {
        return shared()[proposal];
    }

    /**
     * Probability that a proposal is right. Together they leave room for one more answer, that none is right, except
     * under {@link PosteriorKind#BY_PROPOSAL}.
     */
    public double probability(int proposal) {
        if (probabilities == null) {
            probabilities = group.probabilities();
        }
        return probabilities[proposal];
    }

    /** {@link #probability} of each proposal if the voters were independent; a new array. */
    public double[] independentProbabilities() {
        return group.independent();
    }

    /**
     * The most probable proposal; empty when several are, or none has support. Under {@link PosteriorKind#BY_PROPOSAL}
     * it may have less than none.
     */
    public OptionalInt leader() {
        return group.leader(shared());
    }

    /** True if the evidence for that proposal is above even. */
    public boolean isSupported(int proposal) {
        return group.nats(proposal) > 0;
    }

    // --- statements of agents ---

    /** The proposals as options, pooled if there are many. */
    public PooledProposals options() {
        if (options == null) {
            options = PooledProposals.of(shared());
        }
        return options;
    }

    /**
     * Belief of an agent by its own statements alone, a distribution over the {@link #options}; {@code null} when it
     * stated nothing. Shared: not to be changed.
     */
    public double @Nullable [] belief(int agent) {
        return beliefs.beliefOf(agent, options(), proposalCount());
    }

    /** The proposal that an agent believes in most; empty when it stated nothing, or favours none alone. */
    public OptionalInt favourite(int agent) {
        return beliefs.favourite(agent);
    }

    /** Numbers of the agents that stated a belief, in order. */
    public int[] believers() {
        int[] numbers = new int[agents.size()];
        int count = 0;
        for (int agent = 0; agent < numbers.length; agent++) {
            if (beliefs.hasStated(agent)) {
                numbers[count++] = agent;
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    private double[] shared() {
        if (distribution == null) {
            distribution = group.shares();
        }
        return distribution;
    }

    /** Number of the agent that is the source of a signal; empty for another source, whatever its label. */
    private OptionalInt speaker(Signal signal) {
        return signal.source() instanceof Source.Agent(String id) ? OptionalInt.of(agent(id)) : OptionalInt.empty();
    }

    private int agent(String id) {
        int number = agents.add(id);
        if (number == ballots.agents()) {
            ballots.addAgent();
            beliefs.addAgent();
        }
        return number;
    }

    /** A proposal that was merged is its author's agreement with the earlier one. */
    private void propose(Signal signal, String id, int author) {
        OptionalInt host = merged.isMerged(id) ? proposals.of(merged.hostOf(id)) : OptionalInt.empty();
        if (host.isPresent()) {
            conversation.recordProposal(signal.id(), host.getAsInt());
            if (author != ProposalEntry.NO_AGENT && !ballots.of(author).containsKey(host.getAsInt())) {
                merged.imply(id, new Ballot(author, host.getAsInt(), Payload.Stance.AGREE,
                        weights.of(agents.id(author), signal.confidence()), signal.confidence(),
                        UnstatedConfidence.evidenceOf(signal), round), AgentAnswer.of(signal));
            }
            castEarly(id);
            return;
        }
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
        castEarly(id);
    }

    private void castEarly(String id) {
        for (Signal vote : Objects.requireNonNullElse(early.remove(id), List.<Signal>of())) {
            speaker(vote).ifPresent(agent -> vote(vote, (Payload.Vote) vote.payload(), agent));
        }
    }

    /**
     * A signal of an agent in a round.
     *
     * @param agent the number of the speaker
     * @param signal the signal
     * @param answers the number of the agent that it answers, by its reply or by the target of its challenge, doubt or
     *        vote; {@link ProposalEntry#NO_AGENT} when it answers none
     */
    public record AgentStatement(int agent, Signal signal, int answers) {}

    /**
     * A challenge by the runtime or an outside party: an intervention in the deliberation.
     *
     * @param round the round at the end of which it was published; agents receive it in the next
     * @param proposal the number of the proposal that it challenges, if it challenges one
     */
    public record ExternalChallenge(int round, OptionalInt proposal) {}
}
