package dev.waggle.swarm.lens;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGeneratorFactory;

import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.BallotRule;

/** One probe that is shown rounds, without a swarm around it. */
final class WatchedRounds<R extends Reading> {

    private static final Earlier NOBODY = new Earlier() {
        @Override
        public <Q extends Reading> Optional<Q> reading(Lens<Q> lens) {
            return Optional.empty();
        }

        @Override
        public List<Finding> findings() {
            return List.of();
        }
    };

    private final Chronicle chronicle;
    private final Probe<R> probe;
    private final List<Finding> all = new ArrayList<>();
    private List<Finding> found = List.of();
    private int signals;

    WatchedRounds(Lens<R> lens, String... agents) {
        Setting setting = new Setting(List.of(agents), 1_000, Thresholds.defaults(),
                name -> RandomGeneratorFactory.of("L64X128MixRandom").create(name.hashCode()));
        chronicle = new Chronicle(setting, BallotRule.APPROVAL);
        probe = lens.open(setting);
    }

    /** A round in which this is said. */
    WatchedRounds<R> round(LensSwarm.Line... lines) {
        return round(List.of(lines));
    }

    WatchedRounds<R> round(List<LensSwarm.Line> lines) {
        chronicle.beginRound(chronicle.round() + 1);
        for (LensSwarm.Line line : lines) {
            hear(line, Source.agent(line.agent()));
        }
        found = probe.observe(chronicle, NOBODY);
        all.addAll(found);
        return this;
    }

    /** A round at whose end the runtime says this. */
    WatchedRounds<R> roundOfTheRuntime(LensSwarm.Line line) {
        chronicle.beginRound(chronicle.round() + 1);
        hear(line, Source.named("orchestrator"));
        found = probe.observe(chronicle, NOBODY);
        all.addAll(found);
        return this;
    }

    private void hear(LensSwarm.Line line, Source source) {
        signals++;
        chronicle.hear(Signal.of(line.draft(),
                new Stamp("signal " + signals, source, Instant.EPOCH, Scope.ofRun("run", chronicle.round()))));
    }

    /** What it found in the last round. */
    List<Finding> found() {
        return found;
    }

    /** What it found in all rounds. */
    List<Finding> all() {
        return all;
    }

    Chronicle chronicle() {
        return chronicle;
    }

    Optional<R> maybe() {
        return probe.reading();
    }

    R reading() {
        return probe.reading().orElseThrow();
    }
}
