package dev.waggle.swarm.lens.analysis;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensThresholds;

/**
 * Configuration of mathematics in a solve.
 *
 * @param lenses the lenses, in the order in which they run; none for no mathematics at all
 * @param thresholds the limits at which readings become findings
 * @param role whether the loop acts on the findings
 */
public record MathConfig(List<Lens<?>> lenses, LensThresholds thresholds, MathRole role) {

    /** Permission of mathematics to act. */
    public enum MathRole {
        /** It stops, challenges and weighs. */
        STEERING,
        /** It observes and its findings are recorded; the solve is unaffected. */
        WATCHING
    }

    public MathConfig {
        lenses = List.copyOf(lenses);
        LensCatalog.checkNames(lenses);
    }

    /** Default config: all lenses, the thresholds of the specification, steering. */
    public static MathConfig defaults() {
        return new MathConfig(LensCatalog.all(), LensThresholds.defaults(), MathRole.STEERING);
    }

    /** Config with all lenses, with findings that are only recorded. */
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

    /** Copy with that lens, behind the others. */
    public MathConfig with(Lens<?> lens) {
        return withLenses(Stream.concat(lenses.stream(), Stream.<Lens<?>>of(lens)).toList());
    }

    /** Copy without that lens. */
    public MathConfig without(Lens<?> lens) {
        return withLenses(lenses.stream().filter(other -> !other.equals(lens)).toList());
    }

    public MathConfig withThresholds(LensThresholds newThresholds) {
        return new MathConfig(lenses, newThresholds, role);
    }

    public MathConfig withRole(MathRole newPart) {
        return new MathConfig(lenses, thresholds, newPart);
    }

    public boolean isSteering() {
        return role == MathRole.STEERING && !lenses.isEmpty();
    }
}
