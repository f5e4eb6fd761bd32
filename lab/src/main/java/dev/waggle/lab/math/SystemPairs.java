package dev.waggle.lab.math;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.lab.math.KernelPair.Sides;
import dev.waggle.math.system.ArchetypeDetector;
import dev.waggle.math.system.EnergyLaw;
import dev.waggle.math.system.LeveragePoint;
import dev.waggle.math.system.ProposalEnergy;
import dev.waggle.math.system.ProposalEnergy.Stance;
import dev.waggle.math.system.ProposalEnergy.Vote;
import dev.waggle.math.system.RoundMetrics;

/** Energies of proposals, leverage, archetypes. */
final class SystemPairs {

    private static final int PROPOSALS = 20;
    private static final int VOTES = 100;

    private static final List<String> ACTIONS = List.of("adjust-threshold", "adjust-weight", "add-agent",
            "remove-agent", "add-cooldown", "inject-doubt", "inject-challenge", "inject-discovery", "prune-redundant",
            "evolve-agent", "reframe-problem");

    static final List<KernelPair> ALL = List.of(
            new KernelPair("proposal-energy", "one round more / all rounds anew; 20 proposals, 100 votes a round",
                    "rounds", List.of(5, 50, 500), SystemPairs::energy),
            new KernelPair("leverage-points", "sorted by a table / sorted, each comparison a search in a list",
                    "actions", List.of(5, 50, 500), SystemPairs::leverage),
            new KernelPair("system-archetypes", "one round more, three kept / the whole history read again", "rounds",
                    List.of(5, 50, 500), SystemPairs::archetypes));

    private SystemPairs() {}

    private static Sides energy(int size) {
        RandomGenerator random = KernelInputs.chance();
        List<List<Vote>> rounds = new ArrayList<>();
        for (int round = 0; round < size; round++) {
            List<Vote> votes = new ArrayList<>();
            for (int i = 0; i < VOTES; i++) {
                Stance stance = random.nextInt(10) < 6 ? Stance.AGREE : Stance.DISAGREE;
                votes.add(new Vote(random.nextInt(PROPOSALS), stance, random.nextDouble()));
            }
            rounds.add(votes);
        }
        ProposalEnergy table = ProposalEnergy.under(EnergyLaw.STANDARD);
        for (List<Vote> votes : rounds.subList(0, size - 1)) {
            table = table.after(PROPOSALS, votes);
        }
        ProposalEnergy before = table;
        return Sides.equal(() -> before.after(PROPOSALS, rounds.getLast()).total(), () -> {
            double[] energy = new double[PROPOSALS];
            for (List<Vote> votes : rounds) {
                double[] flow = new double[PROPOSALS];
                for (Vote vote : votes) {
                    flow[vote.proposal()] += vote.stance() == Stance.AGREE ? vote.strength() : -vote.strength();
                }
                for (int i = 0; i < PROPOSALS; i++) {
                    energy[i] = Math.max(0, energy[i] + flow[i] - EnergyLaw.ConstantLoss.DECAY);
                }
            }
            double total = 0;
            for (double one : energy) {
                total += one;
            }
            return total;
        });
    }

    private record Known(String action, int level) {}

    private static Sides leverage(int size) {
        RandomGenerator random = KernelInputs.chance();
        List<String> actions = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            actions.add(ACTIONS.get(random.nextInt(ACTIONS.size())));
        }
        List<Known> table = ACTIONS.stream().map(action -> new Known(action, LeveragePoint.of(action).level()))
                .toList();
        return Sides.equal(() -> LeveragePoint.rank(actions), () -> {
            List<String> ranked = new ArrayList<>(actions);
            ranked.sort(Comparator.comparingInt(action -> table.stream()
                    .filter(known -> known.action().equals(action)).findFirst().orElseThrow().level()));
            return ranked;
        });
    }

    /** A swarm that learns less each round, says more, and leaves the work to few. */
    private static Sides archetypes(int size) {
        List<RoundMetrics> rounds = new ArrayList<>();
        RandomGenerator random = KernelInputs.chance();
        for (int round = 0; round < size; round++) {
            rounds.add(new RoundMetrics(new RoundMetrics.Growth(-0.1 * random.nextDouble(), 11 + round, 10 + round),
                    new RoundMetrics.Repair(round, round / 2, true),
                    new RoundMetrics.Commons(0.7, 1 + random.nextDouble())));
        }
        ArchetypeDetector before = ArchetypeDetector.of(rounds.subList(0, size - 1));
        return Sides.equal(() -> confidences(before.after(rounds.getLast())), () -> {
            ArchetypeDetector history = ArchetypeDetector.none();
            for (RoundMetrics round : rounds) {
                history = history.after(round);
            }
            return confidences(history);
        });
    }

    private static double[] confidences(ArchetypeDetector history) {
        return history.matches().stream().mapToDouble(ArchetypeDetector.Match::confidence).toArray();
    }
}
