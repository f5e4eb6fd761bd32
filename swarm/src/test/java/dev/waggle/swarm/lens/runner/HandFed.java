package dev.waggle.swarm.lens.runner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
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
import dev.waggle.swarm.lens.data.PosteriorKind;

/** A lens on deliberation data that a test fills by hand, round by round, without a solve around it. */
public final class HandFed<R extends LensReading> {

    private static final RoundResults NOBODY = new RoundResults() {
        @Override
        public <S extends LensReading> Optional<S> reading(Lens<S> lens) {
            return Optional.empty();
        }

        @Override
        public List<Finding> findings() {
            return List.of();
        }
    };

    private final DeliberationData deliberation;
    private final Probe<R> probe;
    private final List<Finding> all = new ArrayList<>();
    private List<Finding> found = List.of();
    private int round;

    private HandFed(Lens<R> lens, LensContext context, BallotRule rule) {
        deliberation = new DeliberationData(context, rule);
        probe = lens.open(context);
    }

    public static <R extends LensReading> HandFed<R> of(Lens<R> lens, String... agents) {
        return of(lens, LensThresholds.defaults(), BallotRule.APPROVAL, agents);
    }

    public static <R extends LensReading> HandFed<R> of(Lens<R> lens, LensThresholds thresholds, BallotRule rule,
            String... agents) {
        return of(lens, 10, thresholds, rule, agents);
    }

    public static <R extends LensReading> HandFed<R> of(Lens<R> lens, LensThresholds thresholds,
            PosteriorKind posterior,
            BallotRule rule, String... agents) {
        return new HandFed<>(lens, new LensContext(List.of(agents), 10, thresholds,
                name -> RandomDebate.chance(name.hashCode())).with(posterior), rule);
    }

    public static <R extends LensReading> HandFed<R> of(Lens<R> lens, int maxRounds, String... agents) {
        return of(lens, maxRounds, LensThresholds.defaults(), BallotRule.APPROVAL, agents);
    }

    private static <R extends LensReading> HandFed<R> of(Lens<R> lens, int maxRounds, LensThresholds thresholds,
            BallotRule rule, String... agents) {
        return new HandFed<>(lens,
                new LensContext(List.of(agents), maxRounds, thresholds, name -> RandomDebate.chance(name.hashCode())),
                rule);
    }

    /** Ids of that many agents: {@code 0}, {@code 1} and so on. */
    public static String[] agents(int count) {
        String[] ids = new String[count];
        Arrays.setAll(ids, String::valueOf);
        return ids;
    }

    /** Feeds a round in which these words are said in that order. */
    public HandFed<R> round(List<LensSwarm.Line> lines) {
        round++;
        deliberation.beginRound(round);
        int number = 0;
        for (LensSwarm.Line line : lines) {
            number++;
            deliberation.accept(signal(Source.agent(line.agent()), line.draft(), round + "." + number));
        }
        return look();
    }

    public HandFed<R> round(LensSwarm.Line... lines) {
        return round(List.of(lines));
    }

    /** Feeds a round with the same words in another order. */
    public HandFed<R> shuffled(long seed, List<LensSwarm.Line> lines) {
        List<LensSwarm.Line> other = new ArrayList<>(lines);
        Collections.shuffle(other, new Random(seed));
        return round(other);
    }

    /** Feeds a round in which only the runtime says something. */
    public HandFed<R> roundOfTheRuntime(LensSwarm.Line line) {
        round++;
        deliberation.beginRound(round);
        deliberation.accept(signal(Source.named("orchestrator"), line.draft(), round + ".runtime"));
        return look();
    }

    /** Feeds a challenge of the runtime to a proposal after the round. */
    public HandFed<R> intervene(String proposal) {
        deliberation.accept(signal(new Source.System(),
                Draft.of(new Payload.Challenge("proposal " + proposal, "why?", null), 0.8), round + ".challenge"));
        return this;
    }

    /** Findings of the last round. */
    public List<Finding> found() {
        return found;
    }

    /** Findings of all rounds. */
    public List<Finding> all() {
        return all;
    }

    public DeliberationData chronicle() {
        return deliberation;
    }

    public R reading() {
        return maybe().orElseThrow();
    }

    public Optional<R> maybe() {
        return probe.reading();
    }

    /** Current probability of the leader by the votes; 0 when nothing leads. */
    public double probabilityOfLeader() {
        OptionalInt leader = deliberation.leader();
        return leader.isEmpty() ? 0 : deliberation.probability(leader.getAsInt());
    }

    /** A vote of that weight. */
    public static LensSwarm.Line votes(String agent, String proposal, Stance stance, double weight, double confidence) {
        return LensSwarm.says(agent, Draft.of(new Payload.Vote(proposal, stance, null, weight), confidence));
    }

    private HandFed<R> look() {
        found = probe.observe(deliberation, NOBODY);
        all.addAll(found);
        return this;
    }

    private Signal signal(Source source, Draft draft, String id) {
        return Signal.of(draft, new Stamp(id, source, Instant.EPOCH, Scope.ofRun("run", round)));
    }
}
