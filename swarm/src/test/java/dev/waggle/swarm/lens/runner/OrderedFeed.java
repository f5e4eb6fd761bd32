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
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;

/** One lens that is fed with rounds in exactly the given order of their lines. */
public final class OrderedFeed<R extends LensReading> {

    private static final RandomGeneratorFactory<RandomGenerator> CHANCE = RandomGeneratorFactory.of("L64X128MixRandom");

    private final DeliberationData deliberation;
    private final Probe<R> probe;
    private List<Finding> findings = List.of();
    private int round;
    private int signals;

    public OrderedFeed(Lens<R> lens, String... agents) {
        this(lens, BallotRule.APPROVAL, agents);
    }

    OrderedFeed(Lens<R> lens, BallotRule rule, String... agents) {
        LensContext context = new LensContext(List.of(agents), 1000, LensThresholds.defaults(),
                name -> CHANCE.create(name.hashCode()));
        deliberation = new DeliberationData(context, rule);
        probe = lens.open(context);
    }

    /** Feeds a round in which these lines are said, in this order. */
    public OrderedFeed<R> round(LensSwarm.Line... lines) {
        deliberation.beginRound(++round);
        for (LensSwarm.Line line : lines) {
            deliberation.accept(signal(Source.agent(line.agent()), line.draft()));
        }
        findings = probe.observe(deliberation, new Alone());
        return this;
    }

    /** Feeds a round that begins with a challenge of the runtime. */
    public OrderedFeed<R> roundAfterChallenge(String proposal, LensSwarm.Line... lines) {
        deliberation.accept(signal(Source.named("orchestrator"),
                Draft.of(new Payload.Challenge("proposal " + proposal, "is that so?", null), 0.8)));
        return round(lines);
    }

    /** Findings of the last round. */
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

    private record Alone() implements RoundResults {
        @Override
        public <R extends LensReading> Optional<R> reading(Lens<R> lens) {
            return Optional.empty();
        }

        @Override
        public List<Finding> findings() {
            return List.of();
        }
    }
}
