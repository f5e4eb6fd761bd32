package dev.waggle.setup;

import java.util.List;
import java.util.Optional;

import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.catalog.LensCatalog;

/** Lenses by the names that users write. */
public final class LensLookup {

    /** Maximum number of names that are offered for a wrong one. */
    private static final int OFFERED = 3;

    private LensLookup() {}

    public static Optional<Lens<?>> find(String name) {
        for (Lens<?> lens : LensCatalog.all()) {
            if (lens.name().equals(name)) {
                return Optional.of(lens);
            }
        }
        return Optional.empty();
    }

    /** The lens of that name; for another name an error that offers the nearest ones. */
    public static Lens<?> require(String name) {
        return find(name).orElseThrow(() -> new SetupException("there is no lens \"" + name + "\"", remedy(name)));
    }

    /** Remedy for an unknown name: the nearest known name, and the place that lists all. */
    public static String remedy(String name) {
        List<String> near = Suggestions.nearest(name, LensCatalog.all().stream().map(Lens::name).toList(),
                Suggestions.Tolerance.HALF, OFFERED);
        return (near.isEmpty() ? "" : "Maybe " + String.join(" or ", near) + "? ") + "See waggle lens for all.";
    }
}
