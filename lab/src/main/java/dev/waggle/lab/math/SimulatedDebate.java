package dev.waggle.lab.math;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;

/**
 * Seeded debate whose truth is known. All proposals are in the first round. In each round follow the votes of each
 * agent, and at times a challenge (15 %), a doubt (15 %) or a discovery (30 %).
 *
 * <p>The {@link BallotStyle} says which votes. With 10 % an agent errs in a round: a mixed vote is the other way round,
 * and any other names a rival as the favourite. A stated confidence is uniform in 0.5..0.99 if the proposal agreed with
 * is the truth (mean 0.745), else the smaller of two such numbers (mean 0.663). Attackers state the largest.
 */
final class SimulatedDebate {

    static final int ROUNDS = 10;
    static final int PROPOSALS = 3;

    private static final double ERROR = 0.1;
    private static final double LEAST_STATED = 0.5;
    private static final double MOST_STATED = 0.99;

    private final DebateRegime regime;
    private final BallotStyle style;
    private final RandomGenerator random;
    private final DebateRegime.Table table;
    private int round;

    SimulatedDebate(DebateRegime regime, BallotStyle style, int agents, long seed) {
        this.regime = regime;
        this.style = style;
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        table = new DebateRegime.Table(agents, PROPOSALS, random.nextInt(PROPOSALS));
        regime.draw(table, random);
    }

    LensContext setting(LensThresholds thresholds) {
        List<String> ids = IntStream.range(0, table.agents()).mapToObj(agent -> "agent-" + agent).toList();
        return new LensContext(ids, ROUNDS, thresholds,
                name -> RandomGeneratorFactory.of("L64X128MixRandom").create(name.hashCode()));
    }

    /** The number of the proposal that is right. */
    int truth() {
        return table.truth;
    }

    List<Signal> next() {
        round++;
        List<Signal> signals = new ArrayList<>();
        if (round == 1) {
            for (int proposal = 0; proposal < PROPOSALS; proposal++) {
                signals.add(said(proposal, "p" + proposal, new Payload.Proposal("p" + proposal,
                        "answer number " + proposal, "because of reason " + proposal), 0.8));
            }
            return signals;
        }
        regime.move(table, random);
        for (int agent = 0; agent < table.agents(); agent++) {
            signals.addAll(votes(agent));
            double more = random.nextDouble();
            if (more < 0.15) {
                signals.add(said(agent, "c" + round + "." + agent, new Payload.Challenge("p" + other(agent),
                        "this cannot work for " + agent, null), 0.6));
            } else if (more < 0.3) {
                signals.add(said(agent, "u" + round + "." + agent, new Payload.Doubt("p" + other(agent),
                        "perhaps not " + agent, Payload.Severity.MEDIUM), 0.6));
            } else if (more < 0.6) {
                signals.add(said(agent, "d" + round + "." + agent,
                        new Payload.Discovery("finding " + round + " of agent " + agent, null, 0.5), 0.7));
            }
        }
        return signals;
    }

    private List<Signal> votes(int agent) {
        if (style == BallotStyle.MIXED) {
            return List.of(judgement(agent));
        }
        int opinion = random.nextDouble() < ERROR ? other(agent) : table.favourite(agent);
        double confidence = style == BallotStyle.CONFIDENCE ? stated(agent, opinion) : table.confidence(agent);
        List<Signal> votes = new ArrayList<>();
        votes.add(vote(agent, opinion, Stance.AGREE, confidence));
        for (int rival = 0; rival < PROPOSALS; rival++) {
            if (style == BallotStyle.AGREE_AND_DISAGREE && rival != opinion) {
                votes.add(vote(agent, rival, Stance.DISAGREE, confidence));
            }
        }
        return votes;
    }

    private Signal judgement(int agent) {
        boolean own = random.nextDouble() < 0.7;
        boolean errs = random.nextDouble() < ERROR;
        int target = own ? table.favourite(agent) : other(agent);
        return vote(agent, target, own == errs ? Stance.DISAGREE : Stance.AGREE, table.confidence(agent));
    }

    private double stated(int agent, int opinion) {
        if (!table.isHonest(agent)) {
            return MOST_STATED;
        }
        double share = random.nextDouble();
        double sure = opinion == table.truth ? share : Math.min(share, random.nextDouble());
        return LEAST_STATED + (MOST_STATED - LEAST_STATED) * sure;
    }

    private Signal vote(int agent, int proposal, Stance stance, double confidence) {
        return said(agent, "v" + round + "." + agent + "." + proposal,
                new Payload.Vote("p" + proposal, stance, null, 1), confidence);
    }

    private int other(int agent) {
        return (table.favourite(agent) + 1 + random.nextInt(PROPOSALS - 1)) % PROPOSALS;
    }

    private Signal said(int agent, String id, Payload payload, double confidence) {
        return Signal.of(Draft.of(payload, confidence),
                new Stamp(id, Source.agent("agent-" + agent), Instant.EPOCH, Scope.ofRun("run", round)));
    }
}
