package dev.waggle.swarm.lens;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The list of lenses. A new lens is a kernel, a class and one line here. */
public final class Lenses {

    public static final Lens<EntropyLens.EntropyReading> ENTROPY = new EntropyLens();

    public static final Lens<BayesianLens.BayesianReading> BAYESIAN = new BayesianLens();
    public static final Lens<FisherInformationLens.FisherReading> FISHER_INFORMATION = new FisherInformationLens();
    public static final Lens<FreeEnergyLens.FreeEnergyReading> FREE_ENERGY = new FreeEnergyLens();
    public static final Lens<OptimalStoppingLens.OptimalStoppingReading> OPTIMAL_STOPPING = new OptimalStoppingLens();

    private static final List<Lens<?>> ALL = List.of(ENTROPY, BAYESIAN, FISHER_INFORMATION, FREE_ENERGY,
            OPTIMAL_STOPPING);

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
