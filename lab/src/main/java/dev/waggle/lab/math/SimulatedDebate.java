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
 * Seeded debate whose truth is known. All proposals are in the first round. In each round follow a vote of each agent,
 * and at times a challenge (15 %), a doubt (15 %) or a discovery (30 %). An agent votes for its favourite with 70 %;
 * else it judges another proposal and disagrees with it. With 10 % it errs and votes the other way round.
 */
final class SimulatedDebate {

    static final int ROUNDS = 10;
    static final int PROPOSALS = 3;

    private final DebateRegime regime;
    private final RandomGenerator random;
    private final DebateRegime.Table table;
    private int round;

    SimulatedDebate(DebateRegime regime, int agents, long seed) {
        this.regime = regime;
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
            signals.add(vote(agent));
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

    private Signal vote(int agent) {
        boolean own = random.nextDouble() < 0.7;
        boolean errs = random.nextDouble() < 0.1;
        int target = own ? table.favourite(agent) : other(agent);
        Stance stance = own == errs ? Stance.DISAGREE : Stance.AGREE;
        return said(agent, "v" + round + "." + agent, new Payload.Vote("p" + target, stance, null, 1),
                table.confidence(agent));
    }

    private int other(int agent) {
        return (table.favourite(agent) + 1 + random.nextInt(PROPOSALS - 1)) % PROPOSALS;
    }

    private Signal said(int agent, String id, Payload payload, double confidence) {
        return Signal.of(Draft.of(payload, confidence),
                new Stamp(id, Source.agent("agent-" + agent), Instant.EPOCH, Scope.ofRun("run", round)));
    }
}
