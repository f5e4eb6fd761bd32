package dev.waggle.swarm.testbed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntFunction;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;

/**
 * A lens that returns by round the findings written for it.
 *
 * @param finds its findings in that round
 */
public record ScriptedLens(String name, IntFunction<List<Finding>> finds) implements Lens<ScriptedLens.Nothing> {

    /** A lens that gives agents this attention in every round. */
    public static ScriptedLens weighing(Map<String, Double> attention) {
        return new ScriptedLens("weighing", round -> List.of(new Finding.Weigh("weighing", attention, "as written")));
    }

    @Override
    public LensCard card() {
        return new LensCard(name, name, "", "", "", "", "", "", "", Set.of(Finding.Kind.values()), "");
    }

    @Override
    public Probe<Nothing> open(LensContext context) {
        return new Probe<>() {
            @Override
            public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
                return finds.apply(deliberation.round());
            }

            @Override
            public Optional<Nothing> reading() {
                return Optional.empty();
            }
        };
    }

    /** A reading without content. */
    public record Nothing() implements LensReading {
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
