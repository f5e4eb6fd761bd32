package dev.waggle.swarm.lens.system;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

import dev.waggle.math.TieComparison;
import dev.waggle.math.system.EnergyLaw;
import dev.waggle.math.system.ProposalEnergy;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.PooledProposals;
import dev.waggle.swarm.lens.data.ProposalEntry;
import org.jspecify.annotations.Nullable;

/** Energy (accumulated support) of each proposal, and the one that rises fastest. */
public final class ProposalEnergyLens implements Lens<ProposalEnergyLens.EnergyReading> {

    private static final LensCard CARD = new LensCard("proposal-energy", "proposalEnergy",
            "Which proposal holds most support, and which one is coming up?",
            "ballots that changed in the round: what is added for a proposal flows in, what is taken from it flows out",
            "energy of all proposals", "full votes", "0 and above", "E' = max(0, E + in - out - 0.05), per proposal",
            "Forrester 1961, Brown 1959", Set.of(Finding.Kind.GAP),
            "misses a lateral-thinker when a proposal rises fastest that is neither the most probable nor the one with"
                    + " the most energy: somebody should look at it from another side before the group is done")
            .withNeeds("a vote");

    /** Consecutive rounds with votes before a rise counts: in one, the votes of one agent can make a rise. */
    static final int ROUNDS_TO_WAIT = 2;

    /** Minimum of voters: with fewer every vote is a trend. */
    static final int MIN_VOTERS = 3;

    /** Half-life of the energy per agent, in rounds with votes. */
    static final double HALF_LIFE = 5;

    static final double URGENCY = 0.6;

    /**
     * Reading of the lens. Ties go to the proposal from the earlier round, then to the first id.
     *
     * @param leader the proposal with the most energy; empty when there is no energy at all
     * @param risingFastest the proposal with the fastest growing energy; empty when none grows
     * @param totalEnergy the energy of all, in full votes
     * @param clearLeader whether the leader has more than twice the energy of the second, and more than half a vote
     * @param trends the trend of each one
     * @param energies of each one, in full votes
     * @param perAgent the same per agent, with a loss of half in {@value #HALF_LIFE} rounds instead of 0.05 a round:
     *        these compare between swarms of different size
     * @param proposals the number of proposals; of more, trends and energies cover the {@value
     *        PooledProposals#MAX_SINGLE} with the most energy
     */
    public record EnergyReading(Optional<String> leader, Optional<String> risingFastest, double totalEnergy,
            boolean clearLeader, Map<String, ProposalEnergy.Trend> trends, Map<String, Double> energies,
            Map<String, Double> perAgent, int proposals) implements LensReading {
        public EnergyReading {
            trends = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(trends));
            energies = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(energies));
            perAgent = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(perAgent));
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(totalEnergy);
        }

        @Override
        public Map<String, JsonValue> figures() {
            JsonObjectBuilder words = new JsonObjectBuilder();
            trends.forEach((id, trend) -> words.with(id, trend.name().toLowerCase(Locale.ROOT)));
            return new ReadingFields().with("leader", leader).with("risingFastest", risingFastest)
                    .with("totalEnergy", totalEnergy).with("clearLeader", clearLeader)
                    .with("trends", words.json()).withNumbers("energies", energies)
                    .withNumbers("perAgent", perAgent).with("proposals", proposals).all();
        }
    }

    public ProposalEnergyLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<EnergyReading> open(LensContext context) {
        return new ProposalEnergyProbe();
    }

    private static final class ProposalEnergyProbe implements Probe<EnergyReading> {

        /** Order that breaks ties. */
        private static final Comparator<
                ProposalEntry> EARLIER = Comparator.comparingInt(ProposalEntry::round).thenComparing(ProposalEntry::id);

        private final List<ProposalEntry> notes = new ArrayList<>();
        private ProposalEnergy table = ProposalEnergy.under(EnergyLaw.STANDARD);
        private ProposalEnergy perAgent = ProposalEnergy.under(EnergyLaw.STANDARD);
        private boolean voted;
        private @Nullable ProposalEntry outsider;
        private int rounds;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            while (notes.size() < deliberation.proposalCount()) {
                notes.add(deliberation.proposal(notes.size()));
            }
            List<BallotChange> changes = deliberation.changes();
            voted |= !changes.isEmpty();
            if (!voted || deliberation.statements().isEmpty()) {
                return List.of();
            }
            List<ProposalEnergy.Vote> flows = flows(changes);
            table = table.after(notes.size(), flows);
            perAgent = perAgent.withLaw(EnergyLaw.ProportionalLoss.withHalfLife(HALF_LIFE, deliberation.agentCount()))
                    .after(notes.size(), flows);
            return changes.isEmpty() ? List.of() : lateral(deliberation);
        }

        /**
         * Difference that each change makes. A repeated vote moves nothing, and an abstention moves no more than it
         * takes back. In a fixed order, so that sums do not depend on the first speaker.
         */
        private static List<ProposalEnergy.Vote> flows(List<BallotChange> changes) {
            List<ProposalEnergy.Vote> flows = new ArrayList<>(changes.size());
            for (BallotChange change : changes) {
                double more = strength(change.after()) - strength(change.before());
                if (more != 0) {
                    flows.add(new ProposalEnergy.Vote(change.proposal(),
                            more > 0 ? ProposalEnergy.Stance.AGREE : ProposalEnergy.Stance.DISAGREE, Math.abs(more)));
                }
            }
            flows.sort(Comparator.comparingDouble(ProposalEnergy.Vote::strength));
            return flows;
        }

        private List<Finding> lateral(DeliberationData deliberation) {
            Optional<ProposalEntry> rising = rising();
            OptionalInt probable = deliberation.leader();
            boolean holds = rising.isPresent() && probable.isPresent() && deliberation.voters() >= MIN_VOTERS
                    && table.delta(rising.get().number()) > 0 && rising.get().number() != probable.getAsInt()
                    && !leader().equals(rising);
            if (!holds) {
                outsider = null;
                rounds = 0;
                return List.of();
            }
            ProposalEntry now = rising.get();
            rounds = now.equals(outsider) ? rounds + 1 : 1;
            outsider = now;
            if (rounds < ROUNDS_TO_WAIT) {
                return List.of();
            }
            return List.of(new Finding.Gap(CARD.name(), "lateral-thinker", URGENCY, String.format(PlainLocale.NONE,
                    "proposal %s rises fastest for %d rounds with votes, by %.2f a round, and does not lead", now.id(),
                    rounds, table.momentum(now.number()))));
        }

        /** The proposal with the most energy, if there is any. */
        private Optional<ProposalEntry> leader() {
            double max = IntStream.range(0, table.proposals()).mapToDouble(table::energy).max().orElse(0);
            return max <= 0 ? Optional.empty() : first(i -> table.energy(i), max);
        }

        /** The proposal with the largest momentum, if it rises. */
        private Optional<ProposalEntry> rising() {
            OptionalInt fastest = table.risingFastest();
            return fastest.isEmpty() || table.trend(fastest.getAsInt()) != ProposalEnergy.Trend.RISING
                    ? Optional.empty()
                    : first(i -> table.momentum(i), table.momentum(fastest.getAsInt()));
        }

        private Optional<ProposalEntry> first(java.util.function.IntToDoubleFunction value, double max) {
            return notes.stream().limit(table.proposals())
                    .filter(note -> TieComparison.equal(value.applyAsDouble(note.number()), max)).min(EARLIER);
        }

        @Override
        public Optional<EnergyReading> reading() {
            if (!voted) {
                return Optional.empty();
            }
            Map<String, ProposalEnergy.Trend> trends = new LinkedHashMap<>();
            Map<String, Double> energies = new LinkedHashMap<>();
            Map<String, Double> shares = new LinkedHashMap<>();
            notes.stream().limit(table.proposals())
                    .sorted(Comparator.comparingDouble((ProposalEntry note) -> -table.energy(note.number()))
                            .thenComparing(EARLIER))
                    .limit(PooledProposals.MAX_SINGLE).forEach(note -> {
                        trends.put(note.id(), table.trend(note.number()));
                        energies.put(note.id(), table.energy(note.number()));
                        shares.put(note.id(), perAgent.energy(note.number()));
                    });
            return Optional.of(new EnergyReading(leader().map(ProposalEntry::id), rising().map(ProposalEntry::id),
                    table.total(), table.clearLeader(), trends, energies, shares, table.proposals()));
        }

        private static double strength(@Nullable Ballot ballot) {
            return ballot == null ? 0 : ballot.strength();
        }
    }
}
