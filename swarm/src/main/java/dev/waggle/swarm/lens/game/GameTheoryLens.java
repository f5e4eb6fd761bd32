package dev.waggle.swarm.lens.game;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.math.game.ChallengeGame;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import dev.waggle.swarm.lens.data.LensContext;
import org.jspecify.annotations.Nullable;

/**
 * Volunteer's dilemma of challenging the leader: one challenger is enough, and every agent prefers that another
 * challenges. It compares the actual number of challengers with the equilibrium. Untested agreement is groupthink;
 * rejection is not.
 */
public final class GameTheoryLens implements Lens<GameTheoryLens.GameTheoryReading> {

    private static final LensCard CARD = new LensCard("game-theory", "gameTheory",
            "Do enough agents speak against what leads?",
            "how many agents have spoken, the probability of the leader, who challenged or doubted it, who agrees",
            "challengers that are missing", "agents", "0..number of speakers",
            "max(0, n (1 - (cost / benefit)^(1 / (n - 1))) - challengers)", "Diekmann 1985", Set.of(Finding.Kind.GAP),
            "a critical challenger is missing when nearly all voters agree on a likely leader that they had the time to"
                    + " test, and nobody has challenged or doubted it")
            .withNeeds("a proposal and contributions of two agents");

    /** The missing role. */
    static final String ROLE = "critical-challenger";

    /** Minimum of voters: two that agree are a coincidence. */
    private static final int MIN_VOTERS = 3;

    /** Agreement of nine in ten, at which few agents take up the one dissent. */
    private static final double NEARLY_ALL = 0.9;

    /**
     * Least probability of the leader: an agent that approves of everything agrees on nothing. So the leader has to be
     * more probable than all others together.
     */
    private static final double MAJORITY = 0.5;

    private static final double TWO_THIRDS = 2.0 / 3;

    /** Least number of missing challengers: half an agent, below which it is rounding. */
    private static final double MISSED = 0.5;

    private static final double URGENCY = 0.9;

    /** Stake of a needless challenge: one point of reputation. */
    private static final double STAKE = 1;

    /** Risk that agreement hides an error. */
    public enum Risk implements WireConstant {
        LOW, MEDIUM, HIGH;
    }

    /**
     * Reading of the lens.
     *
     * @param players the number of agents that have emitted a signal
     * @param consensus the agreement of the group: the probability of the leading proposal, or of a lone one to be
     *        right
     * @param expectedChallengers the number of challengers in the equilibrium, below the number of players
     * @param challengeProbability the probability that a player challenges
     * @param silenceProbability the probability that no player does
     * @param leader the leading proposal
     * @param actualChallengers the number of agents that have challenged or doubted the leader; 0 when none leads
     * @param agreement share of the voters that agree with the leader
     * @param groupthinkRisk absent while there are too few voters
     */
    public record GameTheoryReading(int players, double consensus, double expectedChallengers,
            double challengeProbability, double silenceProbability, Optional<String> leader, int actualChallengers,
            OptionalDouble agreement, Optional<Risk> groupthinkRisk) implements LensReading {

        /** Number of missing challengers. */
        public double missing() {
            return Math.max(0, expectedChallengers - actualChallengers);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(missing());
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("expectedChallengers", expectedChallengers)
                    .with("actualChallengers", actualChallengers)
                    .with("groupthinkRisk", groupthinkRisk.map(Risk::wireName)).with("agreement", agreement)
                    .with("consensus", consensus).with("leader", leader).with("players", players)
                    .with("challengeProbability", challengeProbability)
                    .with("silenceProbability", silenceProbability).all();
        }
    }

    public GameTheoryLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<GameTheoryReading> open(LensContext context) {
        return new GameTheoryProbe();
    }

    private static final class GameTheoryProbe implements Probe<GameTheoryReading> {

        private final BitSet speakers = new BitSet();
        private final Map<Integer, Set<Integer>> challengers = new HashMap<>();
        private int[] supporters = new int[0];
        private int[] opinions = new int[0];
        private int voters;
        private @Nullable GameTheoryReading reading;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            if (deliberation.statements().isEmpty()) {
                return List.of();
            }
            recordVotes(deliberation);
            count(deliberation);
            if (speakers.cardinality() < 2 || deliberation.proposalCount() == 0) {
                return List.of();
            }
            GameTheoryReading now = read(deliberation);
            reading = now;
            OptionalInt leader = deliberation.leader();
            if (!now.groupthinkRisk().equals(Optional.of(Risk.HIGH)) || leader.isEmpty()
                    || isChallenged(deliberation, leader)
                    || deliberation.proposal(leader.getAsInt()).round() == deliberation.round()) {
                return List.of(); // In the round of a proposal no agent has received it yet.
            }
            return List.of(new Finding.Gap(CARD.name(), ROLE, URGENCY, String.format(PlainLocale.NONE,
                    "%.0f %% of %d voters agree on \"%s\" and nobody challenged it, expected %.1f challengers",
                    100 * now.agreement().orElse(0), voters, now.leader().orElse(""), now.expectedChallengers())));
        }

        /** True if an outside party has asked already. */
        private static boolean isChallenged(DeliberationData deliberation, OptionalInt leader) {
            return deliberation.externalChallenges().stream()
                    .anyMatch(challenge -> challenge.proposal().equals(leader));
        }

        private void recordVotes(DeliberationData deliberation) {
            for (AgentStatement statement : deliberation.statements()) {
                speakers.set(statement.agent());
                String target = switch (statement.signal().payload()) {
                    case Payload.Challenge challenge -> challenge.targetSignalId();
                    case Payload.Doubt doubt -> doubt.targetSignalId();
                    default -> null;
                };
                if (target != null) {
                    deliberation.proposalOfSignal(target).ifPresent(proposal -> challengers
                            .computeIfAbsent(proposal, _ -> new HashSet<>()).add(statement.agent()));
                }
            }
        }

        /** Counts the agreements and the agents with any opinion. */
        private void count(DeliberationData deliberation) {
            supporters = atLeast(supporters, deliberation.proposalCount());
            opinions = atLeast(opinions, deliberation.agentCount());
            for (BallotChange change : deliberation.changes()) {
                supporters[change.proposal()] += supports(change.after()) - supports(change.before());
                int before = opinions[change.agent()];
                opinions[change.agent()] += informs(change.after()) - informs(change.before());
                voters += Integer.signum(opinions[change.agent()]) - Integer.signum(before);
            }
        }

        private GameTheoryReading read(DeliberationData deliberation) {
            int players = speakers.cardinality();
            double consensus = consensus(deliberation);
            ChallengeGame.Volunteers volunteers = ChallengeGame.volunteers(players, consensus, STAKE,
                    ChallengeGame.Payoffs.defaults());
            OptionalInt leader = deliberation.leader();
            int actual = leader.isEmpty() ? 0 : challengers.getOrDefault(leader.getAsInt(), Set.of()).size();
            OptionalDouble agreement = leader.isEmpty() || voters == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of((double) supporters[leader.getAsInt()] / voters);
            Optional<Risk> risk = Optional.empty();
            if (voters >= MIN_VOTERS) {
                boolean agreed = leader.isPresent() && deliberation.isSupported(leader.getAsInt())
                        && consensus > MAJORITY;
                risk = Optional.of(agreed
                        ? risk(agreement.orElse(0), actual, volunteers.expectedChallengers())
                        : Risk.LOW);
            }
            Optional<String> id = leader.isEmpty()
                    ? Optional.empty()
                    : Optional.of(deliberation.proposal(leader.getAsInt()).id());
            return new GameTheoryReading(players, consensus, volunteers.expectedChallengers(),
                    volunteers.challengeProbability(), volunteers.silenceProbability(), id, actual, agreement, risk);
        }

        private static Risk risk(double agreement, int actual, double expected) {
            if (agreement >= NEARLY_ALL && actual == 0) {
                return Risk.HIGH;
            }
            return agreement >= TWO_THIRDS && expected - actual > MISSED ? Risk.MEDIUM : Risk.LOW;
        }

        @Override
        public Optional<GameTheoryReading> reading() {
            return Optional.ofNullable(reading);
        }

        private static double consensus(DeliberationData deliberation) {
            if (deliberation.proposalCount() == 1) { // Under the rule by proposal its share is 1, though all reject it.
                return 1 / (1 + Math.exp(-deliberation.temper(0) * deliberation.logOdds(0)));
            }
            return IntStream.range(0, deliberation.proposalCount()).mapToDouble(deliberation::probability).max()
                    .orElse(0);
        }

        private static int supports(@Nullable Ballot ballot) {
            return ballot != null && ballot.stance() == Stance.AGREE ? informs(ballot) : 0;
        }

        private static int informs(@Nullable Ballot ballot) {
            return ballot != null && ballot.stance() != Stance.ABSTAIN && ballot.weight() > 0
                    && ballot.confidence() > 0 ? 1 : 0;
        }

        private static int[] atLeast(int[] counts, int size) {
            return size <= counts.length ? counts : Arrays.copyOf(counts, Math.max(size, 2 * counts.length));
        }
    }
}
