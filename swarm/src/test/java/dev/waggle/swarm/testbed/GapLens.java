package dev.waggle.swarm.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.data.LensContext;

/** A lens that reports by round the missing roles written for it. */
public final class GapLens implements Lens<ScriptedLens.Nothing> {

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
    public Probe<ScriptedLens.Nothing> open(LensContext context) {
        return new ScriptedLens(name, this::gaps).open(context);
    }

    private List<Finding> gaps(int round) {
        return script.getOrDefault(round, List.of()).stream()
                .<Finding>map(role -> new Finding.Gap(name, role, 0.9, "nobody is a " + role)).toList();
    }
}
