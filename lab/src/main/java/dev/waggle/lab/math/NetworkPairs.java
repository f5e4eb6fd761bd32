package dev.waggle.lab.math;

import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.lab.math.KernelPair.Sides;
import dev.waggle.math.network.AlgebraicConnectivity;
import dev.waggle.math.network.InfluenceGraph;
import dev.waggle.math.network.PageRankCentrality;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** Kernel pairs of the influence network. */
final class NetworkPairs {

    private static final int EDGES_PER_NODE = 6;

    static final List<KernelPair> ALL = List.of(
            new KernelPair("influence-graph/fiedler",
                    "connectivity, from 129 nodes on by inverse iteration / all eigenvalues by EJML", "nodes",
                    List.of(30, 200, 500), NetworkPairs::connectivity),
            new KernelPair("influence-graph/pagerank", "along the edges until 1e-12 / dense solve by EJML", "nodes",
                    List.of(20, 100, 500), NetworkPairs::pageRank));

    private NetworkPairs() {}

    /** Returns a ring with chords, so that it is connected and every agent is influenced. */
    private static InfluenceGraph graph(int size) {
        RandomGenerator random = KernelInputs.chance();
        InfluenceGraph graph = new InfluenceGraph(size);
        for (int i = 0; i < size; i++) {
            graph.add(i, (i + 1) % size, random.nextDouble(0.5, 1));
            for (int k = 1; k < EDGES_PER_NODE; k++) {
                graph.add(i, (i + 1 + random.nextInt(size - 1)) % size, random.nextDouble(0.5, 1));
            }
        }
        return graph;
    }

    private static Sides connectivity(int size) {
        InfluenceGraph graph = graph(size);
        return Sides.near(1e-7, () -> AlgebraicConnectivity.of(graph).value(), () -> {
            DMatrixRMaj laplacian = new DMatrixRMaj(size, size);
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    double weight = graph.weight(i, j) + graph.weight(j, i);
                    laplacian.set(i, j, laplacian.get(i, j) - weight);
                    laplacian.set(i, i, laplacian.get(i, i) + weight);
                }
            }
            EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, false, true);
            eigen.decompose(laplacian);
            double min = Double.POSITIVE_INFINITY;
            double second = Double.POSITIVE_INFINITY;
            for (int i = 0; i < size; i++) {
                double value = eigen.getEigenvalue(i).getReal();
                second = Math.min(second, Math.max(min, value));
                min = Math.min(min, value);
            }
            return second;
        });
    }

    private static Sides pageRank(int size) {
        InfluenceGraph graph = graph(size);
        double damping = PageRankCentrality.DAMPING;
        return Sides.equal(() -> PageRankCentrality.scores(graph), () -> {
            DMatrixRMaj equations = CommonOps_DDRM.identity(size);
            for (int j = 0; j < size; j++) {
                double influences = 0;
                for (int i = 0; i < size; i++) {
                    influences += graph.weight(i, j);
                }
                for (int i = 0; i < size; i++) {
                    equations.add(i, j, -damping * graph.weight(i, j) / influences);
                }
            }
            DMatrixRMaj even = new DMatrixRMaj(size, 1);
            even.fill((1 - damping) / size);
            DMatrixRMaj scores = new DMatrixRMaj(size, 1);
            CommonOps_DDRM.solve(equations, even, scores);
            return scores.data;
        });
    }
}
