package dev.waggle.swarm.lens.runner;

import java.util.List;
import java.util.stream.Stream;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.data.Thresholds;

/**
 * How mathematics takes part in a solve.
 *
 * @param lenses through which it looks, in that order; none for no mathematics at all
 * @param thresholds when readings become findings
 * @param part whether the loop acts on what they find
 */
public record MathConfig(List<Lens<?>> lenses, Thresholds thresholds, Part part) {

    /** What mathematics may do. */
    public enum Part {
        /** It stops, challenges and weighs. */
        STEERING,
        /** It looks, and what it finds is recorded; the solve goes on as if nobody looked. */
        WATCHING
    }

    public MathConfig {
        lenses = List.copyOf(lenses);
        Lenses.checkNames(lenses);
    }

    /** All lenses, the thresholds of the specification, steering. */
    public static MathConfig defaults() {
        return new MathConfig(Lenses.all(), Thresholds.defaults(), Part.STEERING);
    }

    /** All lenses, and nobody acts on them. */
    public static MathConfig watching() {
        return defaults().withPart(Part.WATCHING);
    }

    /** No mathematics. */
    public static MathConfig off() {
        return new MathConfig(List.of(), Thresholds.defaults(), Part.WATCHING);
    }

    public MathConfig withLenses(List<? extends Lens<?>> newLenses) {
        return new MathConfig(List.copyOf(newLenses), thresholds, part);
    }

    /** The same with that lens, behind the others. */
    public MathConfig with(Lens<?> lens) {
        return withLenses(Stream.concat(lenses.stream(), Stream.<Lens<?>>of(lens)).toList());
    }

    /** The same without that lens. */
    public MathConfig without(Lens<?> lens) {
        return withLenses(lenses.stream().filter(kept -> !kept.equals(lens)).toList());
    }

    public MathConfig withThresholds(Thresholds newThresholds) {
        return new MathConfig(lenses, newThresholds, part);
    }

    public MathConfig withPart(Part newPart) {
        return new MathConfig(lenses, thresholds, newPart);
    }

    boolean steers() {
        return part == Part.STEERING && !lenses.isEmpty();
    }
}
