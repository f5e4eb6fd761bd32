package dev.waggle.math.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.math.DomainCheck;

/**
 * Solver for all Nash equilibria of a two-player game with few strategies (Nash 1951). An equilibrium is a pair of
 * mixed strategies of which each is a best answer to the other.
 *
 * <p>Found by support enumeration over equal numbers of strategies of both players. A mix is a corner of the
 * best-answer polyhedron if it makes the other player indifferent among its answers and no other answer earns more.
 * Two corners are an equilibrium when every strategy is either not played or a best answer. These are the extreme
 * equilibria, and all equilibria are convex combinations of them (Mangasarian 1964; Avis, Rosenberg, Savani and von
 * Stengel 2010). A game is degenerate when some mix of k strategies has more than k best answers (von Stengel 2002).
 * Otherwise the equilibria are single points and their number is odd.
 *
 * <p>Payoffs that differ by less than 1e-10 of the range of all payoffs of a player count as equal.
 * Cost: about 2 C(m+n, m) linear systems of up to min(m, n) + 1 unknowns.
 */
public final class BimatrixGame {

    /** Maximum number of strategies of a player: 184,755 pairs of supports, about a second. */
    public static final int MAX_STRATEGIES = 10;

    private BimatrixGame() {}

    /**
     * A pair of mixes of which each is a best answer to the other.
     *
     * @param row the probability of each row, sums to 1
     * @param column the probability of each column, sums to 1
     */
    @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
    public record Equilibrium(double[] row, double[] column) {}

    /** Equilibria of a game. There is always one. */
    public sealed interface Equilibria {

        /** In ascending order of the row mixes, then of the column mixes, compared entry by entry. */
        List<Equilibrium> extreme();
    }

    /**
     * The game is not degenerate: these are all its equilibria, an odd number.
     *
     * @param extreme the equilibria
     */
    public record Isolated(List<Equilibrium> extreme) implements Equilibria {
        public Isolated {
            extreme = List.copyOf(extreme);
        }
    }

    /**
     * The game is degenerate: any number of equilibria, often infinitely many, among which these are the corners.
     *
     * @param extreme the extreme equilibria; all others lie between those that share a mix of one player
     * @param finite whether the extreme equilibria are all there are
     */
    public record Degenerate(List<Equilibrium> extreme, boolean finite) implements Equilibria {
        public Degenerate {
            extreme = List.copyOf(extreme);
        }
    }

    /**
     * The equilibria of the game in which the row player earns {@code row[i][j]} and the column player
     * {@code column[i][j]} when they play i and j.
     *
     * @param row any finite numbers, at least one row and column, at most {@value #MAX_STRATEGIES} of each
     * @param column of the same shape
     */
    public static Equilibria equilibria(double[][] row, double[][] column) {
        check(row, column);
        double[][] answersOfRow = PayoffMatrix.unit(row);
        double[][] answersOfColumn = PayoffMatrix.transposed(PayoffMatrix.unit(column));
        List<Corner> rowCorners = corners(answersOfColumn);
        List<Corner> columnCorners = corners(answersOfRow);
        List<Corner[]> pairs = new ArrayList<>();
        for (Corner mine : rowCorners) {
            for (Corner other : columnCorners) {
                if ((mine.played & ~other.best) == 0 && (other.played & ~mine.best) == 0) {
                    pairs.add(new Corner[] {mine, other});
                }
            }
        }
        List<Equilibrium> extreme = new ArrayList<>();
        for (Corner[] pair : pairs) {
            extreme.add(new Equilibrium(pair[0].mix.clone(), pair[1].mix.clone()));
        }
        extreme.sort(Comparator.comparing(Equilibrium::row, BimatrixGame::compare)
                .thenComparing(Equilibrium::column, BimatrixGame::compare));
        boolean degenerate = rowCorners.stream().anyMatch(Corner::degenerate)
                || columnCorners.stream().anyMatch(Corner::degenerate);
        return degenerate ? new Degenerate(extreme, finite(pairs)) : new Isolated(extreme);
    }

    /**
     * A mix at which the best answers change.
     *
     * @param played the strategies of positive probability, as a bit set
     * @param best the best answers of the other player, as a bit set
     */
    @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
    private record Corner(double[] mix, int played, int best) {

        boolean degenerate() {
            return Integer.bitCount(best) > Integer.bitCount(played);
        }
    }

    private static void check(double[][] row, double[][] column) {
        PayoffMatrix.notEmpty("row", row);
        PayoffMatrix.notEmpty("column", column);
        if (row.length != column.length || row[0].length != column[0].length) {
            throw new IllegalArgumentException("row and column must have one shape, got " + row.length + " x "
                    + row[0].length + " and " + column.length + " x " + column[0].length);
        }
        if (row.length > MAX_STRATEGIES || row[0].length > MAX_STRATEGIES) {
            throw new IllegalArgumentException("row must have at most " + MAX_STRATEGIES + " strategies a player, got "
                    + row.length + " x " + row[0].length
                    + "\nMaybe the game is zero-sum: ZeroSumGame has no such limit.");
        }
        DomainCheck.matrix("column", column);
    }

    /** The corners of the mixes against which these answers (rows) are given. */
    private static List<Corner> corners(double[][] payoffs) {
        int answers = payoffs.length;
        int strategies = payoffs[0].length;
        Map<Long, Corner> corners = new LinkedHashMap<>();
        IndifferenceSolver solver = new IndifferenceSolver();
        double[] mix = new double[strategies];
        int[][] sets = new int[1 << Math.max(answers, strategies)][];
        Arrays.setAll(sets, IndifferenceSolver::members);
        for (int support = 1; support < 1 << strategies; support++) {
            for (int set = 1; set < 1 << answers; set++) {
                if (sets[set].length == sets[support].length
                        && solver.solve(payoffs, sets[set], sets[support], mix)) {
                    addIfCorner(payoffs, set, mix, corners);
                }
            }
        }
        return List.copyOf(corners.values());
    }

    private static void addIfCorner(double[][] payoffs, int indifferent, double[] mix, Map<Long, Corner> corners) {
        int played = 0;
        for (int i = 0; i < mix.length; i++) {
            if (!(mix[i] >= -PayoffMatrix.TOLERANCE)) {
                return;
            }
            if (mix[i] > PayoffMatrix.TOLERANCE) {
                played |= 1 << i;
            }
        }
        double[] clean = new double[mix.length];
        for (int i = 0; i < mix.length; i++) {
            clean[i] = (played >> i & 1) == 1 ? mix[i] : 0;
        }
        clean = DomainCheck.distribution("mix", clean);
        double[] earned = PayoffMatrix.against(payoffs, clean);
        double max = Double.NEGATIVE_INFINITY;
        for (double payoff : earned) {
            max = Math.max(max, payoff);
        }
        int best = 0;
        for (int answer = 0; answer < earned.length; answer++) {
            if (earned[answer] >= max - PayoffMatrix.TOLERANCE) {
                best |= 1 << answer;
            }
        }
        if ((indifferent & ~best) == 0) {
            // A corner is the only point with its support and best answers.
            corners.putIfAbsent((long) played << 32 | best, new Corner(clean, played, best));
        }
    }

    /** True if no two extreme equilibria share a mix; between two that do, all are equilibria. */
    private static boolean finite(List<Corner[]> pairs) {
        Map<Corner, Integer> uses = new HashMap<>();
        for (Corner[] pair : pairs) {
            uses.merge(pair[0], 1, Integer::sum);
            uses.merge(pair[1], 1, Integer::sum);
        }
        return uses.values().stream().allMatch(times -> times == 1);
    }

    private static int compare(double[] left, double[] right) {
        for (int i = 0; i < left.length; i++) {
            if (Math.abs(left[i] - right[i]) > PayoffMatrix.TOLERANCE) {
                return Double.compare(left[i], right[i]);
            }
        }
        return 0;
    }
}
