package dev.waggle.swarm.lens;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The list of lenses. A new lens is a kernel, a class and one line here. */
public final class Lenses {

    public static final Lens<EntropyLens.EntropyReading> ENTROPY = new EntropyLens();

    public static final Lens<OpinionDynamicsLens.OpinionReading> OPINION_DYNAMICS = new OpinionDynamicsLens();
    public static final Lens<TopologyLens.TopologyReading> TOPOLOGY = new TopologyLens();
    public static final Lens<OptimalTransportLens.TransportReading> OPTIMAL_TRANSPORT = new OptimalTransportLens();
    public static final Lens<SvdAnalyzerLens.SvdReading> SVD_ANALYZER = new SvdAnalyzerLens();

    private static final List<Lens<?>> ALL =
            List.of(ENTROPY, OPINION_DYNAMICS, TOPOLOGY, OPTIMAL_TRANSPORT, SVD_ANALYZER);

    private Lenses() {}

    /** All of them, in the order in which they look. */
    public static List<Lens<?>> all() {
        return ALL;
    }

    /** The lens of that name; refuses unknown names. */
    public static Lens<?> named(String name) {
        return ALL.stream().filter(lens -> lens.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no lens \"" + name + "\"\nMaybe one of "
                        + String.join(", ", ALL.stream().map(Lens::name).toList()) + "."));
    }

    static void checkNames(List<? extends Lens<?>> lenses) {
        Set<String> names = new HashSet<>();
        Set<String> fields = new HashSet<>();
        for (Lens<?> lens : lenses) {
            if (!names.add(lens.name()) || !fields.add(lens.card().field())) {
                throw new IllegalArgumentException("two lenses have the name \"" + lens.name() + "\" or the field \""
                        + lens.card().field() + "\"");
            }
        }
    }
}
