package dev.waggle.swarm.lens.inference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import org.jspecify.annotations.Nullable;

/**
 * Table of the claims for and against each proposal by rung of the ladder of causation. An agent counts once on each
 * rung and side of a proposal, however often it repeats itself; its latest vote counts. The claim that a signal
 * answers is looked up among earlier claims, one step at a time, so replies in a circle end nowhere.
 *
 * <p>Owned by the probe of the lens.
 */
@SuppressWarnings("EnumOrdinal") // Places in arrays that live as long as a solve.
final class CausalClaimTable {

    /** Number of claims stored for the lookup of replies; the oldest are removed first. */
    static final int MAX_REMEMBERED = 10_000;

    private static final int RUNGS = CausalLevel.values().length;
    private static final int CELLS = 2 * RUNGS;

    private final Map<Integer, int[]> tallies = new TreeMap<>();
    private final Map<Long, Integer> spoken = new HashMap<>();
    private final Map<Long, Integer> voted = new HashMap<>();
    private final Map<String, Claim> claimsById = new LinkedHashMap<>();
    private final Map<Integer, List<Claim>> objections = new HashMap<>();
    private final int[] levels = new int[RUNGS];

    /** Side of a claim. */
    enum Side {
        FOR, AGAINST;

        Side opposite() {
            return this == FOR ? AGAINST : FOR;
        }
    }

    /** A claim that may be answered. */
    record Claim(String signal, int agent, int proposal, Side side, CausalLevel level, int round) {

        /** True if it opposes its proposal from above mere correlation, by a challenge or a doubt. */
        boolean isObjection() {
            return side == Side.AGAINST && level != CausalLevel.CORRELATION;
        }
    }

    /** Records the statements of a round. */
    void accept(DeliberationData deliberation) {
        // Independent of the order of agents in the round: first the signals to answer, then the answers.
        deliberation.statements().forEach(statement -> record(deliberation, statement));
        if (!objections.isEmpty()) {
            deliberation.statements().forEach(this::answer);
        }
        if (!voted.isEmpty()) {
            for (BallotChange change : deliberation.changes()) {
                if (change.after() == null) {
                    set(change.agent(), change.proposal(), 0, voted);
                }
            }
        }
    }

    /** Number of signals on that rung so far. */
    int signals(CausalLevel level) {
        return levels[level.ordinal()];
    }

    boolean isEmpty() {
        return levels[0] + levels[1] + levels[2] == 0;
    }

    /** Numbers of the proposals with claims, ascending. */
    List<Integer> proposals() {
        return List.copyOf(tallies.keySet());
    }

    /** Number of agents for or against a proposal on that rung. */
    int agents(int proposal, Side side, CausalLevel level) {
        int[] tally = tallies.get(proposal);
        return tally == null ? 0 : tally[cell(side, level)];
    }

    /** Highest rung of the claims for or against a proposal. */
    Optional<CausalLevel> highest(int proposal, Side side) {
        CausalLevel highest = null;
        for (CausalLevel level : CausalLevel.values()) {
            highest = agents(proposal, side, level) > 0 ? level : highest;
        }
        return Optional.ofNullable(highest);
    }

    /** True if only correlations support it while a higher claim opposes it. */
    boolean isConfounded(int proposal) {
        return highest(proposal, Side.FOR).equals(Optional.of(CausalLevel.CORRELATION))
                && highest(proposal, Side.AGAINST).filter(level -> level != CausalLevel.CORRELATION).isPresent();
    }

    /** Oldest unanswered challenge or doubt from above correlation. */
    Optional<Claim> unanswered(int proposal) {
        List<Claim> open = objections.getOrDefault(proposal, List.of());
        return open.isEmpty() ? Optional.empty() : Optional.of(open.getFirst());
    }

    private void record(DeliberationData deliberation, AgentStatement statement) {
        Signal signal = statement.signal();
        CausalLevel level = signal.grading().causalLevel();
        if (signal.payload() instanceof Payload.Vote vote) { // The earlier vote no longer counts.
            OptionalInt proposal = deliberation.proposalNumber(vote.proposalId());
            if (proposal.isPresent() && !voted.isEmpty()) {
                set(statement.agent(), proposal.getAsInt(), 0, voted);
            }
        }
        if (level == null) {
            return;
        }
        levels[level.ordinal()]++;
        Claim claim = claim(deliberation, statement, level);
        if (claim == null) {
            return;
        }
        int bit = 1 << cell(claim.side(), level);
        if (signal.payload() instanceof Payload.Vote) {
            set(statement.agent(), claim.proposal(), bit, voted);
        } else {
            set(statement.agent(), claim.proposal(),
                    spoken.getOrDefault(key(statement.agent(), claim.proposal()), 0) | bit,
                    spoken);
        }
        remember(claim);
        if (claim.isObjection() && (signal.payload() instanceof Payload.Challenge
                || signal.payload() instanceof Payload.Doubt)) {
            objections.computeIfAbsent(claim.proposal(), _ -> new ArrayList<>()).add(claim);
        }
    }

    private @Nullable Claim claim(DeliberationData deliberation, AgentStatement statement, CausalLevel level) {
        Signal signal = statement.signal();
        String target = target(signal);
        return switch (signal.payload()) {
            case Payload.Proposal proposal ->
                ofProposal(statement, deliberation.proposalNumber(proposal.proposalId()), Side.FOR,
                        level, deliberation);
            case Payload.Vote vote -> vote.stance() == Stance.ABSTAIN ? null
                    : ofProposal(statement, deliberation.proposalNumber(vote.proposalId()),
                            vote.stance() == Stance.AGREE ? Side.FOR : Side.AGAINST,
                            level, deliberation);
            case Payload.Challenge _, Payload.Doubt _ -> answering(statement, target, Side.AGAINST, level, deliberation);
            case Payload.Discovery _, Payload.ToolResult _, Payload.SharedMemory _ ->
                answering(statement, target, Side.FOR, level, deliberation);
            case Payload.Task _, Payload.Conflict _, Payload.ConsensusReached _, Payload.Escalate _ -> null;
            case Payload.Open _ -> null;
        };
    }

    /** Claim of an answer to a claim: it takes the same side, or the other one. */
    private @Nullable Claim answering(AgentStatement statement, @Nullable String target, Side side, CausalLevel level,
            DeliberationData deliberation) {
        if (target == null) {
            return null;
        }
        Claim answered = claimsById.get(target);
        if (answered != null) {
            return new Claim(statement.signal().id(), statement.agent(), answered.proposal(),
                    side == Side.FOR ? answered.side() : answered.side().opposite(), level,
                    deliberation.round());
        }
        return ofProposal(statement, deliberation.proposalOfSignal(target), side, level, deliberation);
    }

    private static @Nullable Claim ofProposal(AgentStatement statement, OptionalInt proposal, Side side,
            CausalLevel level,
            DeliberationData deliberation) {
        return proposal.isEmpty() ? null
                : new Claim(statement.signal().id(), statement.agent(), proposal.getAsInt(), side, level,
                        deliberation.round());
    }

    private void remember(Claim claim) {
        claimsById.put(claim.signal(), claim);
        if (claimsById.size() > MAX_REMEMBERED) {
            Claim oldest = claimsById.values().iterator().next();
            claimsById.remove(oldest.signal());
            close(oldest);
        }
    }

    /** Marks an objection as answered by any statement of another agent; a count cannot judge its quality. */
    private void answer(AgentStatement statement) {
        String target = target(statement.signal());
        Claim claim = target == null ? null : claimsById.get(target);
        if (claim != null && claim.agent() != statement.agent()) {
            close(claim);
        }
    }

    private void close(Claim claim) {
        List<Claim> open = objections.get(claim.proposal());
        if (open != null && open.remove(claim) && open.isEmpty()) {
            objections.remove(claim.proposal());
        }
    }

    /** Target of a signal: the signal that it challenges or doubts, else the one that it replies to. */
    private static @Nullable String target(Signal signal) {
        return switch (signal.payload()) {
            case Payload.Challenge challenge -> challenge.targetSignalId();
            case Payload.Doubt doubt -> doubt.targetSignalId();
            case Payload.Task _, Payload.Discovery _, Payload.Proposal _, Payload.Vote _, Payload.Conflict _ ->
                signal.links().replyTo();
            case Payload.ConsensusReached _, Payload.Escalate _, Payload.SharedMemory _, Payload.ToolResult _ ->
                signal.links().replyTo();
            case Payload.Open _ -> signal.links().replyTo();
        };
    }

    private void set(int agent, int proposal, int bits, Map<Long, Integer> map) {
        long key = key(agent, proposal);
        int before = bits(key);
        if (bits == 0) {
            map.remove(key);
        } else {
            map.put(key, bits);
        }
        int after = bits(key);
        if (before != after) {
            int[] tally = tallies.computeIfAbsent(proposal, _ -> new int[CELLS]);
            for (int cell = 0; cell < CELLS; cell++) {
                tally[cell] += (after >> cell & 1) - (before >> cell & 1);
            }
        }
    }

    private int bits(long key) {
        return spoken.getOrDefault(key, 0) | voted.getOrDefault(key, 0);
    }

    private static long key(int agent, int proposal) {
        return ((long) agent << Integer.SIZE) | proposal;
    }

    private static int cell(Side side, CausalLevel level) {
        return level.ordinal() + (side == Side.FOR ? 0 : RUNGS);
    }
}
