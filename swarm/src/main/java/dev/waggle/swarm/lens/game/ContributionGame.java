package dev.waggle.swarm.lens.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import dev.waggle.math.game.CoalitionGame;
import dev.waggle.math.game.Shapley;
import dev.waggle.math.game.ShapleySampling;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.PooledProposals;
import dev.waggle.swarm.lens.data.ProposalEntry;

/**
 * Coalition game of the agents' contributions to the leading proposal: v(S) = log2(m p). Here p is the probability of
 * the leader if only S had taken part, and m is the number of possibilities. Without evidence v is 0. A proposal
 * without its author in S does not exist, and no vote on it counts. So a leader without its author is worth nothing.
 *
 * <p>Evidence is tempered by the exponents of the whole group, for every S, so that more agreement is never worth less.
 */
final class ContributionGame implements CoalitionGame {

    /** Limit in nats beyond which odds are computed anew from their logarithms, relative to the largest. */
    private static final double SAFE_NATS = 300;

    /** Number of players up to which every order counts, 4096 coalitions; above, orders are sampled. */
    static final int MAX_EXACT = 12;

    /** Maximum number of additions for sampling: some milliseconds. */
    private static final int MAX_WORK = 300_000;

    /** Cost of one more player beside the additions, in additions. */
    private static final int STEP = 8;
    private static final int MAX_BLOCKS = 32;
    private static final int MIN_BLOCKS = 2;

    private final int[] agents;
    private final int[][] spokenOn;
    private final double[][] nats;
    private final double[][] factors;
    private final int[][] ownOptions;
    private final boolean[] open;
    private final int leader;
    private final int silent;
    private final boolean safe;

    /**
     * Game of the agents that contribute to an option; all others are worth nothing in any order.
     *
     * @param evidence the evidence of each agent on each proposal, in nats, by agent and proposal
     */
    ContributionGame(List<Map<Integer, Double>> evidence, GameState stand) {
        leader = stand.leader();
        silent = stand.silent();
        open = new boolean[stand.size()];
        boolean[] discussed = new boolean[stand.size()];
        double[] most = new double[stand.size()];
        for (Map<Integer, Double> words : evidence) {
            words.forEach((proposal, value) -> {
                int option = stand.option(proposal);
                if (option >= 0 && value != 0) {
                    discussed[option] = true;
                    most[option] += Math.abs(value) * stand.temper(option);
                }
            });
        }
        safe = Arrays.stream(most).allMatch(sum -> sum <= SAFE_NATS);
        List<List<Integer>> own = new ArrayList<>();
        evidence.forEach(_ -> own.add(new ArrayList<>()));
        for (int option = 0; option < open.length; option++) {
            int author = stand.author(option);
            open[option] = author == ProposalEntry.NO_AGENT;
            if (!open[option] && discussed[option]) {
                own.get(author).add(option);
            }
        }
        List<Integer> players = new ArrayList<>();
        List<int[]> spoken = new ArrayList<>();
        List<double[]> values = new ArrayList<>();
        for (int agent = 0; agent < evidence.size(); agent++) {
            Map<Integer, Double> words = evidence.get(agent);
            int[] options = words.keySet().stream().filter(proposal -> words.getOrDefault(proposal, 0.0) != 0)
                    .mapToInt(stand::option).filter(option -> option >= 0).sorted().toArray();
            if (options.length > 0 || !own.get(agent).isEmpty()) {
                players.add(agent);
                spoken.add(options);
                values.add(Arrays.stream(options).mapToDouble(option -> stand.temper(option)
                        * words.getOrDefault(stand.proposal(option), 0.0)).toArray());
            }
        }
        agents = players.stream().mapToInt(Integer::intValue).toArray();
        spokenOn = spoken.toArray(int[][]::new);
        nats = values.toArray(double[][]::new);
        factors = values.stream().map(row -> Arrays.stream(row).map(Math::exp).toArray()).toArray(double[][]::new);
        ownOptions = players.stream().map(agent -> own.get(agent).stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /** State of the deliberation: the options, their authors, and the leader among them. */
    record GameState(PooledProposals options, int leader, List<Integer> authors, List<Double> tempers, int silent) {

        GameState {
            authors = List.copyOf(authors);
            tempers = List.copyOf(tempers);
        }

        /** State of that deliberation, in which that proposal leads. */
        static GameState of(DeliberationData deliberation, int leader) {
            PooledProposals options = deliberation.options();
            int size = options.isPooled() ? options.size() - 1 : options.size();
            List<Integer> authors = new ArrayList<>();
            List<Double> tempers = new ArrayList<>();
            for (int option = 0; option < size; option++) {
                authors.add(deliberation.proposal(options.proposal(option)).author());
                tempers.add(deliberation.temper(options.proposal(option)));
            }
            // The pooled rest; beside a lone proposal, the possibility that it is wrong.
            int silent = size == 1 ? 1 : deliberation.proposalCount() - size;
            return new GameState(options, options.of(leader), authors, tempers, silent);
        }

        int size() {
            return authors.size();
        }

        int author(int option) {
            return authors.get(option);
        }

        double temper(int option) {
            return tempers.get(option);
        }

        int proposal(int option) {
            return options.proposal(option);
        }

        /** Option of that proposal; -1 when it is pooled. */
        int option(int proposal) {
            int option = options.of(proposal);
            return option < size() ? option : -1;
        }

        /** log2(m p) of the leader for these tempered logarithms of odds of the options. */
        double bits(double[] nats) {
            return ContributionGame.bits(nats, leader, silent);
        }
    }

    @Override
    public int players() {
        return agents.length;
    }

    /** Number of the agent that is this player. */
    int agent(int player) {
        return agents[player];
    }

    @Override
    public double emptyWorth() {
        return 0;
    }

    @Override
    public Coalition walk() {
        return new Coalition();
    }

    /** Worth of the players with these bits. */
    double worth(long members) {
        Coalition coalition = walk();
        for (long left = members; left != 0; left &= left - 1) {
            coalition.join(Long.numberOfTrailingZeros(left));
        }
        return coalition.worth();
    }

    /** Value of each player. The generator is used only when there are too many players to count all orders. */
    Values values(RandomGenerator random) {
        if (agents.length <= MAX_EXACT) {
            return new Values(Shapley.exact(agents.length, this::worth), new double[agents.length], 0);
        }
        double block = 2.0 * ShapleySampling.STRATA * agents.length * (open.length + STEP);
        int blocks = Math.clamp((int) (MAX_WORK / block), MIN_BLOCKS, MAX_BLOCKS);
        ShapleySampling.Estimate estimate = ShapleySampling.estimate(this, blocks, random);
        return new Values(estimate.values(), estimate.standardErrors(), estimate.walks());
    }

    /**
     * Values of the players.
     *
     * @param bits by player; they sum to the worth of all
     * @param errors the standard error of each, in bits; 0 when exact
     * @param walks the number of sampled orders; 0 when all were counted
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Values(double[] bits, double[] errors, int walks) {}

    /** Coalition of agents that join one after the other. */
    final class Coalition implements CoalitionGame.Walk {

        private final boolean[] onTable = open.clone();
        private final double[] sums = new double[open.length];
        private final double[] odds = new double[open.length];

        private Coalition() {
            Arrays.fill(odds, 1);
        }

        @Override
        public double add(int player) {
            join(player);
            return worth();
        }

        private void join(int player) {
            for (int option : ownOptions[player]) {
                onTable[option] = true;
            }
            int[] options = spokenOn[player];
            for (int i = 0; i < options.length; i++) {
                if (safe) {
                    odds[options[i]] *= factors[player][i];
                } else {
                    sums[options[i]] += nats[player][i];
                }
            }
        }

        private double worth() {
            if (!onTable[leader]) {
                return 0;
            }
            if (!safe) {
                double[] sumsOnTable = new double[sums.length];
                Arrays.setAll(sumsOnTable, option -> onTable[option] ? sums[option] : 0);
                return bits(sumsOnTable, leader, silent);
            }
            double all = silent;
            for (int option = 0; option < odds.length; option++) {
                all += onTable[option] ? odds[option] : 1;
            }
            return Math.log(odds[leader] / all * (odds.length + silent)) / Math.log(2);
        }
    }

    private static double bits(double[] nats, int leader, int silent) {
        double largest = 0;
        for (double value : nats) {
            largest = Math.max(largest, value);
        }
        double all = silent * Math.exp(-largest);
        for (double value : nats) {
            all += Math.exp(value - largest);
        }
        return (nats[leader] - largest - Math.log(all / (nats.length + silent))) / Math.log(2);
    }
}
