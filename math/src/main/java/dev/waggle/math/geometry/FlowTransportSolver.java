package dev.waggle.math.geometry;

import java.util.Map;

import org.jgrapht.Graph;
import org.jgrapht.alg.flow.mincost.CapacityScalingMinimumCostFlow;
import org.jgrapht.alg.flow.mincost.MinimumCostFlowProblem.MinimumCostFlowProblemImpl;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;

/**
 * Transport solver by minimum-cost flow. Owned by the call that made it.
 *
 * <p>The flow algorithm needs masses as 32-bit integers and costs whose sums are exact; otherwise it takes rounding
 * for a negative cycle. So:
 * <ol>
 * <li>Costs are scaled by a power of two and rounded to multiples of 2^-20 below 2^24. Potentials are sums of at most
 * one cost per node and a few of the algorithm's infinite cost of 1e9. They fit into 53 bits. The optimum moves by at
 * most 2^-44 of the largest cost.
 * <li>Masses are rounded to multiples of 2^-27 and the flow is found. Then the rounding error is scaled up to the same
 * sum and sent through the residual network. This is iterative refinement of a linear programme (Gleixner, Steffy and
 * Wolter 2016). There reduced costs take the place of costs: none is negative, and along the first flow they are 0.
 * </ol>
 * The remaining error is rounding of doubles: below 1e-15 for ten labels, 1e-12 for hundreds. O(m log(U) (m + n)
 * log n) for n nodes, m costs and masses up to U.
 */
final class FlowTransportSolver {

    /** Largest sum of masses, below the algorithm's infinite capacity of 1e9. */
    private static final double MASS_SCALE = 0x1p28;
    private static final int COST_EXPONENT = 24;
    private static final double COST_UNIT = 0x1p-20;

    private final double[] p;
    private final double[] q;
    private final double[][] cost;
    /** Scaled and rounded; later reduced. */
    private final double[][] arcCost;
    private final double[][] plan;
    private final double[] rowPotentials;

    private FlowTransportSolver(double[] p, double[] q, double[][] cost) {
        this.p = p;
        this.q = q;
        this.cost = cost;
        arcCost = new double[p.length][q.length];
        plan = new double[p.length][q.length];
        rowPotentials = new double[p.length];
    }

    /** The cheapest plan for distributions without zeros. */
    static TransportPlan solve(double[] p, double[] q, double[][] cost) {
        FlowTransportSolver transport = new FlowTransportSolver(p, q, cost);
        int shift = transport.scaleCosts();
        transport.send();
        transport.send();
        transport.clip();
        for (int i = 0; i < p.length; i++) {
            transport.rowPotentials[i] = Math.scalb(transport.rowPotentials[i], -shift);
        }
        return TransportPlan.certified(p, q, cost, transport.plan, transport.rowPotentials,
                TransportPlan.Method.MINIMUM_COST_FLOW);
    }

    /** Answers the power of two by which costs were scaled. */
    private int scaleCosts() {
        double largest = 0;
        for (double[] row : cost) {
            for (double value : row) {
                largest = Math.max(largest, value);
            }
        }
        int shift = largest == 0 ? 0 : COST_EXPONENT - 1 - Math.getExponent(largest);
        for (int i = 0; i < p.length; i++) {
            for (int j = 0; j < q.length; j++) {
                arcCost[i][j] = Math.rint(Math.scalb(cost[i][j], shift) / COST_UNIT) * COST_UNIT;
            }
        }
        return shift;
    }

    /** Sends the missing margins of the plan and reduces the costs. */
    private void send() {
        double[] rows = p.clone();
        double[] columns = q.clone();
        double missing = missing(rows, columns);
        if (missing == 0) {
            return;
        }
        double scale = Math.scalb(MASS_SCALE, -Math.getExponent(missing) - 1);
        int[] supply = supply(rows, columns, scale);
        Graph<Integer, DefaultWeightedEdge> network = new SimpleDirectedWeightedGraph<>(null, DefaultWeightedEdge::new);
        for (int node = 0; node < supply.length; node++) {
            network.addVertex(node);
        }
        for (int i = 0; i < p.length; i++) {
            for (int j = 0; j < q.length; j++) {
                addArc(network, i, p.length + j, arcCost[i][j]);
                if (plan[i][j] > 0) {
                    addArc(network, p.length + j, i, 0);
                }
            }
        }
        CapacityScalingMinimumCostFlow<Integer, DefaultWeightedEdge> algorithm = new CapacityScalingMinimumCostFlow<>();
        Map<DefaultWeightedEdge, Double> flow = algorithm.getMinimumCostFlow(new MinimumCostFlowProblemImpl<>(network,
                node -> supply[node], arc -> capacity(network, arc, scale))).getFlowMap();
        flow.forEach((arc, units) -> {
            int from = network.getEdgeSource(arc);
            int to = network.getEdgeTarget(arc);
            plan[Math.min(from, to)][Math.max(from, to) - p.length] += (from < to ? units : -units) / scale;
        });
        reduce(algorithm.getDualSolution());
    }

    private static void addArc(Graph<Integer, DefaultWeightedEdge> network, int from, int to, double cost) {
        DefaultWeightedEdge arc = new DefaultWeightedEdge();
        network.addEdge(from, to, arc);
        network.setEdgeWeight(arc, cost);
    }

    /** Forward there is no limit; backward no more can be taken than was sent. */
    private int capacity(Graph<Integer, DefaultWeightedEdge> network, DefaultWeightedEdge arc, double scale) {
        int from = network.getEdgeSource(arc);
        int to = network.getEdgeTarget(arc);
        return from < to ? CapacityScalingMinimumCostFlow.CAP_INF
                : (int) Math.min(CapacityScalingMinimumCostFlow.CAP_INF, plan[to][from - p.length] * scale);
    }

    /** Subtracts the margins of the plan from these and returns the remaining sum. Exact: no bit of a mass is lost. */
    private double missing(double[] rows, double[] columns) {
        for (int i = 0; i < p.length; i++) {
            for (int j = 0; j < q.length; j++) {
                rows[i] -= plan[i][j];
                columns[j] -= plan[i][j];
            }
        }
        double missing = 0;
        for (double row : rows) {
            missing += Math.abs(row);
        }
        for (double column : columns) {
            missing += Math.abs(column);
        }
        return missing;
    }

    /** Supplies of rows and, below 0, of columns, in units of 1 / scale; the largest balances the sum. */
    private int[] supply(double[] rows, double[] columns, double scale) {
        int[] supply = new int[p.length + q.length];
        int sum = 0;
        int largest = 0;
        for (int i = 0; i < p.length; i++) {
            supply[i] = (int) Math.rint(rows[i] * scale);
            sum += supply[i];
            largest = p[i] > p[largest] ? i : largest;
        }
        for (int j = 0; j < q.length; j++) {
            supply[p.length + j] = -(int) Math.rint(columns[j] * scale);
            sum += supply[p.length + j];
        }
        supply[largest] -= sum;
        return supply;
    }

    /** The potential of a node falls along its arcs by no more than their cost. */
    private void reduce(Map<Integer, Double> dual) {
        double[] potentials = new double[p.length + q.length];
        dual.forEach((node, potential) -> potentials[node] = potential);
        for (int i = 0; i < p.length; i++) {
            rowPotentials[i] += potentials[i];
            for (int j = 0; j < q.length; j++) {
                arcCost[i][j] += potentials[p.length + j] - potentials[i];
            }
        }
    }

    /** Sets to 0 the masses that rounding left below 0. */
    private void clip() {
        for (double[] row : plan) {
            for (int j = 0; j < row.length; j++) {
                row[j] = Math.max(0, row[j]);
            }
        }
    }
}
