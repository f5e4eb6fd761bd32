package dev.waggle.swarm.lens.runner;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.data.LensThresholds;

/**
 * How mathematics takes part in a solve.
 *
 * @param lenses through which it looks, in that order; none for no mathematics at all
 * @param thresholds when readings become findings
 * @param role whether the loop acts on what they find
 */
public record MathConfig(List<Lens<?>> lenses, LensThresholds thresholds, MathRole role) {

    /** What mathematics may do. */
    public enum MathRole {
        /** It stops, challenges and weighs. */
        STEERING,
        /** It looks, and what it finds is recorded; the solve goes on as if nobody looked. */
        WATCHING
    }

    public MathConfig {
        lenses = List.copyOf(lenses);
        LensCatalog.checkNames(lenses);
    }

    /** All lenses, the thresholds of the specification, steering. */
    public static MathConfig defaults() {
        return new MathConfig(LensCatalog.all(), LensThresholds.defaults(), MathRole.STEERING);
    }

    /** All lenses, and nobody acts on them. */
    public static MathConfig watching() {
        return defaults().withRole(MathRole.WATCHING);
    }

    /** No mathematics. */
    public static MathConfig off() {
        return new MathConfig(List.of(), LensThresholds.defaults(), MathRole.WATCHING);
    }

    public MathConfig withLenses(List<? extends Lens<?>> newLenses) {
        return new MathConfig(List.copyOf(newLenses), thresholds, role);
    }

    /** The same with that lens, behind the others. */
    public MathConfig with(Lens<?> lens) {
        return withLenses(Stream.concat(lenses.stream(), Stream.<Lens<?>>of(lens)).toList());
    }

    /** The same without that lens. */
    public MathConfig without(Lens<?> lens) {
        return withLenses(lenses.stream().filter(kept -> !kept.equals(lens)).toList());
    }

    public MathConfig withThresholds(LensThresholds newThresholds) {
        return new MathConfig(lenses, newThresholds, role);
    }

    public MathConfig withRole(MathRole newPart) {
        return new MathConfig(lenses, thresholds, newPart);
    }

    boolean isSteering() {
        return role == MathRole.STEERING && !lenses.isEmpty();
    }
}
