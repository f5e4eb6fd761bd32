package dev.waggle.swarm.lens.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import org.jspecify.annotations.Nullable;

/**
 * Runs all lenses on one solve. A lens that throws is off for the rest of the solve, and its failure is a finding. No
 * exception of a lens leaves a round. Owned by the thread of the solve.
 */
public final class LensRunner implements RoundResults {

    private final Map<Lens<?>, Probe<?>> probes = new LinkedHashMap<>();
    private final List<MathAnalysis.RoundFindings> rounds = new ArrayList<>();
    private final List<Finding> found = new ArrayList<>();
    private final List<Finding> failures = new ArrayList<>();
    private Set<List<Object>> before = Set.of();
    private List<Finding> newFindings = List.of();
    private final List<Lens<?>> lenses;
    private final Map<Lens<?>, String> failedLenses = new HashMap<>();
    private @Nullable MathStopReason stop;
    private @Nullable MathStopReason withheldStop;

    /** Opens a probe of each lens; rejects two lenses of one name. */
    public LensRunner(List<? extends Lens<?>> lenses, LensContext context) {
        LensCatalog.checkNames(lenses);
        this.lenses = List.copyOf(lenses);
        for (Lens<?> lens : lenses) {
            guarded(lens, () -> probes.put(lens, lens.open(context)));
        }
    }

    /** Observes a round, once, at its end, and returns the findings of all lenses in the order of the list. */
    public List<Finding> observe(DeliberationData deliberation) {
        found.clear();
        found.addAll(failures);
        failures.clear();
        for (Map.Entry<Lens<?>, Probe<?>> entry : List.copyOf(probes.entrySet())) {
            guarded(entry.getKey(),
                    () -> found.addAll(checked(entry.getKey(), entry.getValue().observe(deliberation, this))));
        }
        found.addAll(failures);
        failures.clear();
        List<Finding> all = List.copyOf(found);
        newFindings = all.stream().filter(finding -> !before.contains(finding.subject())).toList();
        before = all.stream().map(Finding::subject).collect(Collectors.toUnmodifiableSet());
        rounds.add(new MathAnalysis.RoundFindings(deliberation.round(), newFindings));
        return all;
    }

    /** Findings of the last round that were not already in the round before it. */
    public List<Finding> newFindings() {
        return newFindings;
    }

    @Override
    public <R extends LensReading> Optional<R> reading(Lens<R> lens) {
        @SuppressWarnings("unchecked") // Set by the constructor: the probe of a Lens<R> is a Probe<R>.
        Probe<R> probe = (Probe<R>) probes.get(lens);
        return probe == null ? Optional.empty() : read(lens, probe);
    }

    @Override
    public List<Finding> findings() {
        return Collections.unmodifiableList(found);
    }

    /** Records the reason for which mathematics stops the solve; later reasons are ignored. */
    public void recordStop(MathStopReason reason) {
        stop = stop == null ? reason : stop;
    }

    /** Records the reason for which mathematics would stop the solve if that reason might; later ones are ignored. */
    void recordWithheldStop(MathStopReason reason) {
        withheldStop = withheldStop == null ? reason : withheldStop;
    }

    /** Current readings of all lenses. */
    public MathAnalysis analysis() {
        Map<Lens<?>, LensReading> readings = new LinkedHashMap<>();
        for (Lens<?> lens : List.copyOf(probes.keySet())) {
            reading(lens).ifPresent(reading -> readings.put(lens, reading));
        }
        List<MathAnalysis.RoundFindings> all = new ArrayList<>(rounds);
        if (!failures.isEmpty()) { // Of readings, after the last round.
            all.add(new MathAnalysis.RoundFindings(rounds.isEmpty() ? 0 : rounds.getLast().round(), failures));
        }
        return MathAnalysis.of(readings, all, Optional.ofNullable(stop))
                .withWithheldStop(Optional.ofNullable(withheldStop)).withAbsent(absent(readings.keySet()));
    }

    /** Reasons of the missing readings, by the fields of the lenses; the built-in lenses off the list come last. */
    private Map<String, String> absent(Set<Lens<?>> present) {
        Map<String, String> absent = new LinkedHashMap<>();
        for (Lens<?> lens : lenses) {
            if (!present.contains(lens)) {
                String failure = failedLenses.get(lens);
                absent.put(lens.card().field(), failure == null
                        ? "too little data: needs " + lens.card().needs()
                        : "failed: " + failure);
            }
        }
        for (Lens<?> lens : LensCatalog.all()) {
            if (!lenses.contains(lens)) {
                absent.putIfAbsent(lens.card().field(), "not on the list of lenses");
            }
        }
        present.forEach(lens -> absent.remove(lens.card().field()));
        return absent;
    }

    private <R extends LensReading> Optional<R> read(Lens<R> lens, Probe<R> probe) {
        List<Optional<R>> answer = new ArrayList<>();
        guarded(lens, () -> answer.add(Objects.requireNonNull(probe.reading(), "a reading may be absent, not null")));
        return answer.isEmpty() ? Optional.empty() : answer.getFirst();
    }

    /** Checks that a lens names itself in its findings. */
    private static List<Finding> checked(Lens<?> lens, List<Finding> findings) {
        List<Finding> all = List.copyOf(findings);
        for (Finding finding : all) {
            if (!finding.lens().equals(lens.name())) {
                throw new IllegalArgumentException("a finding of lens " + lens.name()
                        + " must bear its name, got \"" + finding.lens() + "\"");
            }
        }
        return all;
    }

    /** Runs a step of a lens. Errors fail that lens alone too; only internal and unknown errors are rethrown. */
    private void guarded(Lens<?> lens, Runnable look) {
        try {
            look.run();
        } catch (InternalError | UnknownError machine) {
            throw machine;
        } catch (RuntimeException | Error broken) {
            probes.remove(lens);
            String message = broken.getMessage();
            Finding.Failed failed = new Finding.Failed(lens.name(), broken.getClass().getSimpleName()
                    + (message == null ? "" : ": " + message));
            failures.add(failed);
            failedLenses.put(lens, failed.explanation());
        }
    }
}
