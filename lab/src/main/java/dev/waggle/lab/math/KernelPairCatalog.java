package dev.waggle.lab.math;

import java.util.List;
import java.util.stream.Stream;

/** All pairs of kernels that {@link KernelBench} measures, by science. */
final class KernelPairCatalog {

    static final List<KernelPair> ALL = Stream.of(InformationPairs.ALL, InferencePairs.ALL, GamePairs.ALL,
            DynamicsPairs.ALL, StabilityPairs.ALL, GeometryPairs.ALL, TransportPairs.ALL, NetworkPairs.ALL,
            SystemPairs.ALL).flatMap(List::stream).toList();

    private KernelPairCatalog() {}

    static KernelPair named(String name) {
        return ALL.stream().filter(pair -> pair.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("kernel must be one of "
                        + ALL.stream().map(KernelPair::name).toList() + ", got " + name));
    }
}
