package dev.waggle.swarm.lens;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGeneratorFactory;

import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.BallotRule;

/** One lens held to rounds of words, without a swarm around it. */
final class ProbeRun<R extends Reading> implements Earlier {

    private final Chronicle chronicle;
    private final Probe<R> probe;
    private int round;
    private int said;
    private List<Finding> found = List.of();

    ProbeRun(Lens<R> lens, String... agents) {
        Setting setting = new Setting(List.of(agents), 1_000, Thresholds.defaults(),
                name -> RandomGeneratorFactory.of("L64X128MixRandom").create(name.hashCode()));
        chronicle = new Chronicle(setting, BallotRule.APPROVAL);
        probe = lens.open(setting);
    }

    /** That many agents: {@code 0}, {@code 1} and so on. */
    static String[] agents(int count) {
        String[] ids = new String[count];
        Arrays.setAll(ids, String::valueOf);
        return ids;
    }

    /** The next round, in which these words are said. */
    ProbeRun<R> round(LensSwarm.Line... lines) {
        return round(List.of(lines));
    }

    ProbeRun<R> round(List<LensSwarm.Line> lines) {
        chronicle.beginRound(++round);
        for (LensSwarm.Line line : lines) {
            chronicle.hear(Signal.of(line.draft(),
                    new Stamp("s" + ++said, Source.agent(line.agent()), Instant.EPOCH, Scope.ofRun("run", round))));
        }
        found = probe.observe(chronicle, this);
        return this;
    }

    /** The same words, in another order. */
    ProbeRun<R> shuffled(long seed, List<LensSwarm.Line> lines) {
        List<LensSwarm.Line> other = new ArrayList<>(lines);
        Collections.shuffle(other, new Random(seed));
        return round(other);
    }

    /** What was found in the last round. */
    List<Finding> found() {
        return found;
    }

    Optional<R> reading() {
        return probe.reading();
    }

    R read() {
        return probe.reading().orElseThrow();
    }

    @Override
    public <Q extends Reading> Optional<Q> reading(Lens<Q> lens) {
        return Optional.empty();
    }

    @Override
    public List<Finding> findings() {
        return List.of();
    }
}
