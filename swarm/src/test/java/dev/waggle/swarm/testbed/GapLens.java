package dev.waggle.swarm.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;

/** A lens that reports by round the missing roles written for it. */
public final class GapLens implements Lens<GapLens.Nothing> {

    private final String name;
    private final Map<Integer, List<String>> script = new TreeMap<>();

    public GapLens(String name) {
        this.name = name;
    }

    /** Reports these roles as missing in these rounds, both included. */
    public GapLens misses(int from, int to, String... roles) {
        for (int round = from; round <= to; round++) {
            script.computeIfAbsent(round, _ -> new ArrayList<>()).addAll(List.of(roles));
        }
        return this;
    }

    @Override
    public LensCard card() {
        return new LensCard(name, name, "", "", "", "", "", "", "", Set.of(Finding.Kind.GAP), "");
    }

    @Override
    public Probe<Nothing> open(LensContext context) {
        return new Probe<>() {
            @Override
            public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
                List<Finding> found = new ArrayList<>();
                for (String role : script.getOrDefault(deliberation.round(), List.of())) {
                    found.add(new Finding.Gap(name, role, 0.9, "nobody is a " + role));
                }
                return found;
            }

            @Override
            public Optional<Nothing> reading() {
                return Optional.empty();
            }
        };
    }

    /** A reading without content. */
    record Nothing() implements LensReading {
        @Override
        public OptionalDouble headline() {
            return OptionalDouble.empty();
        }

        @Override
        public Map<String, JsonValue> figures() {
            return Map.of();
        }
    }
}
