package dev.waggle.lab.math;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
 * Debate for measurements, the same on every machine and in every language. Each round every agent emits a discovery,
 * a proposal and a vote, drawn from mulberry32 with the seed 20261121 + n.
 *
 * <p>In the bounded form proposals are eight recurring ids; in the other each proposal is a new one.
 */
final class MeasuredDebate {

    private static final int SEED = 20_261_121;
    private static final int POOL = 8;
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private final int agents;
    private final boolean bounded;
    private final List<String> known = new ArrayList<>();
    private int state;
    private int round;

    MeasuredDebate(int agents, boolean bounded) {
        this.agents = agents;
        this.bounded = bounded;
        state = SEED + agents;
    }

    /** The setting of a solve of this debate. */
    LensContext setting(int maxRounds) {
        List<String> ids = IntStream.range(0, agents).mapToObj(i -> "agent-" + i).toList();
        return new LensContext(ids, maxRounds, LensThresholds.defaults(),
                name -> RandomGeneratorFactory.of("L64X128MixRandom").create(name.hashCode()));
    }

    /** The signals of the next round. */
    List<Signal> next() {
        round++;
        List<Signal> signals = new ArrayList<>(3 * agents);
        for (int agent = 0; agent < agents; agent++) {
            double sure = 0.5 + 0.5 * draw();
            signals.add(said(agent, "d", new Payload.Discovery("finding " + round + " of " + agent, null, 0.5), sure));
            String id = bounded ? "p" + (int) (POOL * draw()) : "p" + round + "_" + agent;
            double confidence = 0.3 + 0.7 * draw();
            signals.add(said(agent, "p", new Payload.Proposal(id, "answer " + id, "because"), confidence));
            if (!known.contains(id) || !bounded) {
                known.add(id);
            }
            signals.add(vote(agent));
        }
        return signals;
    }

    private Signal vote(int agent) {
        String target = known.get((int) (draw() * known.size()));
        double chance = draw();
        Stance stance = chance < 0.65 ? Stance.AGREE : chance < 0.9 ? Stance.DISAGREE : Stance.ABSTAIN;
        double weight = 0.5 + 0.5 * draw();
        return said(agent, "v", new Payload.Vote(target, stance, null, weight), 0.4 + 0.6 * draw());
    }

    private Signal said(int agent, String kind, Payload payload, double confidence) {
        Stamp stamp = new Stamp(kind + round + "." + agent, Source.agent("agent-" + agent), Instant.EPOCH,
                Scope.ofRun("run", round));
        return Signal.of(Draft.of(payload, confidence), stamp);
    }

    /** Mulberry32: the next number, 0 to below 1. */
    private double draw() {
        state += 0x6D2B79F5;
        int t = (state ^ (state >>> 15)) * (1 | state);
        t = (t + ((t ^ (t >>> 7)) * (61 | t))) ^ t;
        return ((t ^ (t >>> 14)) & UNSIGNED) / 4294967296.0;
    }
}
