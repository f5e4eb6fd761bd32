package dev.waggle.swarm.lens.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import org.jspecify.annotations.Nullable;

/**
 * Complete mathematical analysis of a solve.
 *
 * <p>{@code analysis.of(LensCatalog.ENTROPY)} is the reading of that lens with its own type.
 */
public final class MathAnalysis {

    private static final MathAnalysis EMPTY = new MathAnalysis(new LinkedHashMap<>(), List.of(), Optional.empty(),
            Optional.empty(), Map.of());

    private final Map<Lens<?>, LensReading> readings;
    private final List<RoundFindings> rounds;
    private final Optional<MathStopReason> stoppingReason;
    private final Optional<MathStopReason> withheldStop;
    private final Map<String, String> absent;

    /**
     * The findings of a round.
     *
     * @param round from 1
     * @param findings in the order of the list of lenses
     */
    public record RoundFindings(int round, List<Finding> findings) {
        public RoundFindings {
            findings = List.copyOf(findings);
        }
    }

    private MathAnalysis(Map<Lens<?>, LensReading> readings, List<RoundFindings> rounds,
            Optional<MathStopReason> stoppingReason, Optional<MathStopReason> withheldStop,
            Map<String, String> absent) {
        this.readings = readings;
        this.rounds = rounds;
        this.stoppingReason = stoppingReason;
        this.withheldStop = withheldStop;
        this.absent = absent;
    }

    public static MathAnalysis of(Map<Lens<?>, LensReading> readings, List<RoundFindings> rounds,
            Optional<MathStopReason> stoppingReason) {
        return new MathAnalysis(new LinkedHashMap<>(readings), List.copyOf(rounds), stoppingReason, Optional.empty(),
                Map.of());
    }

    /** Copy with the reason that would have stopped the solve if it might. */
    public MathAnalysis withWithheldStop(Optional<MathStopReason> reason) {
        return new MathAnalysis(readings, rounds, stoppingReason, reason, absent);
    }

    /** Copy with the lenses without a reading: the reason of each, by its field. */
    public MathAnalysis withAbsent(Map<String, String> reasons) {
        return new MathAnalysis(readings, rounds, stoppingReason, withheldStop,
                Collections.unmodifiableMap(new LinkedHashMap<>(reasons)));
    }

    /** Analysis without any measurement. */
    public static MathAnalysis none() {
        return EMPTY;
    }

    /** Last reading of that lens; empty when it was not on the list, failed, or had too little data. */
    public <R extends LensReading> Optional<R> of(Lens<R> lens) {
        @SuppressWarnings("unchecked") // A probe of a Lens<R> reads an R.
        R reading = (R) readings.get(lens);
        return Optional.ofNullable(reading);
    }

    /** The readings by the field names of their lenses, in the order of the list. */
    public Map<String, LensReading> readings() {
        Map<String, LensReading> byField = new LinkedHashMap<>();
        readings.forEach((lens, reading) -> byField.put(lens.card().field(), reading));
        return Collections.unmodifiableMap(byField);
    }

    /** Findings, round by round. */
    public List<RoundFindings> rounds() {
        return rounds;
    }

    /** All findings, in order. */
    public List<Finding> findings() {
        List<Finding> all = new ArrayList<>();
        rounds.forEach(round -> all.addAll(round.findings()));
        return List.copyOf(all);
    }

    /** Reason for which mathematics stopped the solve, or would have stopped it if it may not act. */
    public Optional<MathStopReason> stoppingReason() {
        return stoppingReason;
    }

    /** First reason that would have stopped the solve if it were in {@link MathConfig#stops}. */
    public Optional<MathStopReason> withheldStop() {
        return withheldStop;
    }

    /**
     * Lenses without a reading, by their fields: not on the list of lenses, failed, or with too little data. Empty when
     * no lens looked at the solve.
     */
    public Map<String, String> absent() {
        return absent;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MathAnalysis that && readings.equals(that.readings) && rounds.equals(that.rounds)
                && stoppingReason.equals(that.stoppingReason) && withheldStop.equals(that.withheldStop)
                && absent.equals(that.absent);
    }

    @Override
    public int hashCode() {
        return Objects.hash(readings, rounds, stoppingReason, withheldStop, absent);
    }

    @Override
    public String toString() {
        return "MathAnalysis" + readings() + rounds;
    }

    /** All figures of all readings by field, the reasons to stop and the absent lenses, as JSON. */
    public JsonValue toJson() {
        JsonObjectBuilder json = new JsonObjectBuilder();
        readings().forEach((field, reading) -> json.with(field, reading.figures()));
        JsonObjectBuilder missing = new JsonObjectBuilder();
        absent.forEach(missing::with);
        return json.with("stoppingReason", stoppingReason.map(MathStopReason::wireName).orElse(null))
                .with("withheldStop", withheldStop.map(MathStopReason::wireName).orElse(null))
                .with("absent", missing.json()).json();
    }
}
