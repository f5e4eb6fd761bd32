package dev.waggle.swarm.lens;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGeneratorFactory;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.BallotRule;

/** A lens on a chronicle that a test fills by hand, round by round, without a solve around it. */
final class HandFed<R extends Reading> {

    private static final Earlier NOBODY = new Earlier() {
        @Override
        public <S extends Reading> Optional<S> reading(Lens<S> lens) {
            return Optional.empty();
        }

        @Override
        public List<Finding> findings() {
            return List.of();
        }
    };

    private final Chronicle chronicle;
    private final Probe<R> probe;
    private List<Finding> findings = List.of();
    private int round;

    private HandFed(Lens<R> lens, Setting setting, BallotRule rule) {
        chronicle = new Chronicle(setting, rule);
        probe = lens.open(setting);
    }

    static <R extends Reading> HandFed<R> of(Lens<R> lens, String... agents) {
        return of(lens, Thresholds.defaults(), BallotRule.APPROVAL, agents);
    }

    static <R extends Reading> HandFed<R> of(Lens<R> lens, Thresholds thresholds, BallotRule rule, String... agents) {
        return new HandFed<>(lens, new Setting(List.of(agents), 10, thresholds,
                name -> RandomGeneratorFactory.of("L64X128MixRandom").create(name.hashCode())), rule);
    }

    /** A round in which these words are said in that order. */
    HandFed<R> round(List<LensSwarm.Line> lines) {
        round++;
        chronicle.beginRound(round);
        int number = 0;
        for (LensSwarm.Line line : lines) {
            number++;
            chronicle.hear(signal(Source.agent(line.agent()), line.draft(), round + "." + number));
        }
        findings = probe.observe(chronicle, NOBODY);
        return this;
    }

    HandFed<R> round(LensSwarm.Line... lines) {
        return round(List.of(lines));
    }

    /** The runtime challenges a proposal after the round. */
    HandFed<R> intervene(String proposal) {
        chronicle.hear(signal(new Source.System(),
                Draft.of(new Payload.Challenge("proposal " + proposal, "why?", null), 0.8), round + ".challenge"));
        return this;
    }

    /** What was found in the last round. */
    List<Finding> findings() {
        return findings;
    }

    R reading() {
        return maybe().orElseThrow();
    }

    Optional<R> maybe() {
        return probe.reading();
    }

    /** The probability that the votes give the leader now; 0 when nothing leads. */
    double probabilityOfLeader() {
        OptionalInt leader = chronicle.leader();
        return leader.isEmpty() ? 0 : chronicle.probability(leader.getAsInt());
    }

    /** A vote of that weight. */
    static LensSwarm.Line votes(String agent, String proposal, Stance stance, double weight, double confidence) {
        return LensSwarm.says(agent, Draft.of(new Payload.Vote(proposal, stance, null, weight), confidence));
    }

    private Signal signal(Source source, Draft draft, String id) {
        return Signal.of(draft, new Stamp(id, source, Instant.EPOCH, Scope.ofRun("run", round)));
    }
}
