package dev.waggle.swarm.lens.runner;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Lens.Earlier;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Reading;
import dev.waggle.swarm.lens.data.Chronicle;
import dev.waggle.swarm.lens.data.Setting;
import dev.waggle.swarm.lens.data.Thresholds;

/** One lens that listens to rounds in exactly the order in which their lines are given. */
public final class Listening<R extends Reading> {

    private static final RandomGeneratorFactory<RandomGenerator> CHANCE = RandomGeneratorFactory.of("L64X128MixRandom");

    private final Chronicle chronicle;
    private final Probe<R> probe;
    private List<Finding> findings = List.of();
    private int round;
    private int signals;

    public Listening(Lens<R> lens, String... agents) {
        this(lens, BallotRule.APPROVAL, agents);
    }

    Listening(Lens<R> lens, BallotRule rule, String... agents) {
        Setting setting = new Setting(List.of(agents), 1000, Thresholds.defaults(),
                name -> CHANCE.create(name.hashCode()));
        chronicle = new Chronicle(setting, rule);
        probe = lens.open(setting);
    }

    /** A round in which this is said, in this order. */
    public Listening<R> round(LensSwarm.Line... lines) {
        chronicle.beginRound(++round);
        for (LensSwarm.Line line : lines) {
            chronicle.hear(signal(Source.agent(line.agent()), line.draft()));
        }
        findings = probe.observe(chronicle, new Alone());
        return this;
    }

    /** A round that begins with a challenge of the runtime. */
    public Listening<R> roundAfterChallenge(String proposal, LensSwarm.Line... lines) {
        chronicle.hear(signal(Source.named("orchestrator"),
                Draft.of(new Payload.Challenge("proposal " + proposal, "is that so?", null), 0.8)));
        return round(lines);
    }

    /** What was found in the last round. */
    public List<Finding> findings() {
        return findings;
    }

    public R reading() {
        return probe.reading().orElseThrow();
    }

    public Optional<R> ifAny() {
        return probe.reading();
    }

    private Signal signal(Source source, Draft draft) {
        signals++;
        return Signal.of(draft, new Stamp("s" + signals, source, Instant.EPOCH, Scope.ofRun("run", round)));
    }

    private record Alone() implements Earlier {
        @Override
        public <R extends Reading> Optional<R> reading(Lens<R> lens) {
            return Optional.empty();
        }

        @Override
        public List<Finding> findings() {
            return List.of();
        }
    }
}
