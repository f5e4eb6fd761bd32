package dev.waggle.swarm.lens.analysis;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensThresholds;

/**
 * Configuration of mathematics in a solve.
 *
 * @param lenses the lenses, in the order in which they run; none for no mathematics at all
 * @param thresholds the limits at which readings become findings
 * @param role whether the loop acts on the findings
 * @param stops the reasons that may stop the solve, in their order; any other is only recorded
 */
public record MathConfig(List<Lens<?>> lenses, LensThresholds thresholds, MathRole role,
        Set<MathStopReason> stops) {

    /**
     * Reasons that do not stop a solve by default. At their stops the leader is right less often than at the end of the
     * same debates (docs/math-quality.md).
     */
    public static final Set<MathStopReason> OFF_BY_DEFAULT = Collections.unmodifiableSet(
            EnumSet.of(MathStopReason.FREE_ENERGY_CONVERGED, MathStopReason.CYCLE_DETECTED,
                    MathStopReason.FRAGMENTATION_PREDICTED));

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
        EnumSet<MathStopReason> inOrder = EnumSet.noneOf(MathStopReason.class);
        inOrder.addAll(stops);
        stops = Collections.unmodifiableSet(inOrder);
    }

    /** Config with the default reasons to stop. */
    public MathConfig(List<Lens<?>> lenses, LensThresholds thresholds, MathRole role) {
        this(lenses, thresholds, role, defaultStops());
    }

    private static Set<MathStopReason> defaultStops() {
        return EnumSet.complementOf(EnumSet.copyOf(OFF_BY_DEFAULT));
    }

    /** Default config: all lenses, the thresholds of the specification, steering, without {@link #OFF_BY_DEFAULT}. */
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
        return new MathConfig(List.copyOf(newLenses), thresholds, role, stops);
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
        return new MathConfig(lenses, newThresholds, role, stops);
    }

    public MathConfig withRole(MathRole newPart) {
        return new MathConfig(lenses, thresholds, newPart, stops);
    }

    /** Copy in which these reasons may stop the solve. */
    public MathConfig withStops(Set<MathStopReason> newStops) {
        return new MathConfig(lenses, thresholds, role, newStops);
    }

    /** Copy in which every reason may stop the solve, as in loops before version 4. */
    public MathConfig withAllStops() {
        return withStops(EnumSet.allOf(MathStopReason.class));
    }

    public boolean isSteering() {
        return role == MathRole.STEERING && !lenses.isEmpty();
    }
}
