package dev.waggle.math.inference.causal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import dev.waggle.math.inference.causal.CausalGraph.Edge;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * PC algorithm (Spirtes, Glymour and Scheines 2000, 5.4.2): finds the equivalence class of causal graphs from the
 * conditional independences in data. It is right when no common cause is hidden, every independence follows from the
 * graph, and the tests do not err. The tests need jointly normal data.
 *
 * <p>Edges are removed level by level as in PC-stable (Colombo and Maathuis 2014). If several sets separate a pair,
 * the one with the largest p-value counts (Ramsey 2016). So neither the order of the variables nor their unit
 * matters. Directions come from colliders and the rules of Meek (1995), never from variances, so a chain or a single
 * edge stays undirected.
 *
 * @param pattern the edges that remain and the directions that follow; contested edges are not in it
 * @param contested edges that colliders, or their consequences, direct in opposite ways, by their first variable;
 *        tests contradict one another
 * @param limits limits that cut the search short; with any of them the pattern may have too many edges
 * @param consistent whether the pattern is the class of some causal graph; when not, tests contradict one another
 * @param tests number of independence tests
 */
public record PcDiscovery(Cpdag pattern, List<Edge> contested, Set<SearchLimit> limits, boolean consistent, int tests) {

    /** Maximum number of variables. */
    public static final int MAX_VARIABLES = 100;

    /** Maximum number of variables given in a test; each more needs more data and multiplies the tests. */
    public static final int MAX_GIVEN = 5;

    public PcDiscovery {
        contested = List.copyOf(contested);
        limits = Set.copyOf(limits);
    }

    /**
     * The class behind samples.
     *
     * @param samples rows of one value for each variable; 2 rows and 1 variable at least, no variable constant
     * @param alpha the level of each test, 0..1; larger keeps more edges
     * @param mostGiven maximum number of given variables in a test, 0 to {@value #MAX_GIVEN}
     */
    public static PcDiscovery ofSamples(double[][] samples, double alpha, int mostGiven) {
        DomainCheck.matrix("samples", samples);
        if (samples.length < 2 || samples[0].length == 0) {
            throw new IllegalArgumentException("samples must have two rows and one variable at least, got "
                    + samples.length + " rows of " + (samples.length == 0 ? 0 : samples[0].length));
        }
        atMostMaxVariables(samples[0].length);
        return of(covariance(samples), samples.length, alpha, mostGiven);
    }

    /**
     * The class behind the covariances of a sample. Exponential only in mostGiven: O(n^2) tests for each level, times
     * the sets of that size among the neighbours.
     *
     * @param covariance square, symmetric, positive semidefinite, variances above 0; at most {@value #MAX_VARIABLES}
     * @param samples number of samples, 0 or more
     * @param alpha the level of each test, 0..1; larger keeps more edges
     * @param mostGiven maximum number of given variables in a test, 0 to {@value #MAX_GIVEN}
     */
    public static PcDiscovery of(double[][] covariance, long samples, double alpha, int mostGiven) {
        DomainCheck.square("covariance", covariance);
        atMostMaxVariables(covariance.length);
        if (samples < 0) {
            throw new IllegalArgumentException("samples must be at least 0, got " + samples);
        }
        for (int i = 0; i < covariance.length; i++) {
            DomainCheck.positive("covariance[" + i + "][" + i + "]", covariance[i][i]);
        }
        PartialCorrelation correlations = PartialCorrelation.in(covariance);
        return of(covariance.length, alpha, mostGiven, new SkeletonSearch.IndependenceTest() {
            @Override
            public double pValue(int i, int j, int[] given) {
                return FisherZ.pValue(correlations.correlation(i, j, given), samples, given.length);
            }

            @Override
            public boolean possible(int given) {
                return FisherZ.enough(samples, given);
            }
        });
    }

    /** The class behind the answers of a test. */
    static PcDiscovery of(int variables, double alpha, int mostGiven, SkeletonSearch.IndependenceTest test) {
        DomainCheck.share("alpha", alpha);
        DomainCheck.between("mostGiven", mostGiven, 0, MAX_GIVEN);
        SkeletonSearch skeleton = new SkeletonSearch(variables, test, alpha);
        Set<SearchLimit> limits = skeleton.search(mostGiven);
        PartiallyDirectedGraph graph = new PartiallyDirectedGraph(variables);
        skeleton.edges().forEach(edge -> graph.join(edge.from(), edge.to()));
        List<Edge> contested = directColliders(graph, skeleton);
        contested.addAll(graph.orientImpliedEdges());
        contested.sort(Edge.ORDER);
        Cpdag pattern = Cpdag.of(graph);
        boolean consistent = contested.isEmpty()
                && graph.extension().map(member -> Cpdag.of(member).equals(pattern)).orElse(false);
        return new PcDiscovery(pattern, contested, limits, consistent, skeleton.tests());
    }

    /**
     * Directs colliders. Let a and b be joined with c but not with each other. If c is not in the set that separates
     * them, it is their effect.
     */
    private static List<Edge> directColliders(PartiallyDirectedGraph graph, SkeletonSearch skeleton) {
        int n = graph.size();
        boolean[][] arrow = new boolean[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                for (int c = 0; c < n && !graph.adjacent(a, b); c++) {
                    if (graph.adjacent(a, c) && graph.adjacent(b, c) && !skeleton.separates(c, a, b)) {
                        arrow[a][c] = true;
                        arrow[b][c] = true;
                    }
                }
            }
        }
        List<Edge> contested = new ArrayList<>();
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                if (arrow[a][b] && !arrow[b][a]) {
                    graph.direct(a, b);
                } else if (arrow[a][b] && a < b) {
                    graph.contest(a, b);
                    contested.add(new Edge(a, b));
                }
            }
        }
        return contested;
    }

    private static double[][] covariance(double[][] samples) {
        DMatrixRMaj centred = new DMatrixRMaj(samples);
        for (int i = 0; i < centred.getNumCols(); i++) {
            CompensatedSum sums = new CompensatedSum();
            boolean constant = true;
            for (double[] row : samples) {
                sums.add(row[i] / samples.length);
                constant &= row[i] == samples[0][i];
            }
            if (constant) {
                throw new IllegalArgumentException("samples must vary in each variable, got only " + samples[0][i]
                        + " for variable " + i + "\nMaybe leave it out: nothing can depend on a constant");
            }
            for (int row = 0; row < samples.length; row++) {
                centred.add(row, i, -sums.get());
            }
        }
        DMatrixRMaj products = new DMatrixRMaj(centred.getNumCols(), centred.getNumCols());
        CommonOps_DDRM.multInner(centred, products);
        CommonOps_DDRM.divide(products, samples.length - 1.0);
        return products.get2DData();
    }

    private static void atMostMaxVariables(int variables) {
        if (variables > MAX_VARIABLES) {
            throw new IllegalArgumentException(
                    "variables must be at most " + MAX_VARIABLES + ", got " + variables
                            + "\nMaybe ask about the variables of interest and their neighbours only");
        }
    }
}
