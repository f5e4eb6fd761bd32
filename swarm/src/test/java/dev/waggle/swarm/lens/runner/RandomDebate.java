package dev.waggle.swarm.lens.runner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;

/**
 * A seeded debate in which everything that may be said is said, pleasant or not. What is said in a round speaks of earlier
 * rounds only, so the order of agents in a round says nothing.
 */
public final class RandomDebate {

    /** Words as people say them. */
    static final List<String> PLAIN = List.of("shard the database", "wait for numbers", "buy time with a cache",
            "measure first", "ask the customers");

    /** Words that break what glues or splits texts. */
    static final List<String> HOSTILE = List.of("-", "?", ",", "a,b", "a|b", "\u0000", "\n\"}", "\u202Eevil", "NaN",
            "\uD83D\uDC1D\uD83D\uDC1D", "x".repeat(5000));

    private final RandomGenerator chance;
    private final List<String> words;
    private final boolean hostile;
    private final List<String> agents = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private final List<String> newIds = new ArrayList<>();
    private final List<String> newlySaid = new ArrayList<>();
    private int round;
    private int number;

    RandomDebate(long seed, int size, List<String> words) {
        chance = chance(seed);
        this.words = words;
        hostile = words.equals(HOSTILE);
        for (int i = 0; i < size; i++) {
            agents.add((hostile ? "agent,\u202E" : "agent ") + i);
        }
    }

    public static RandomGenerator chance(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    LensContext setting(int maxRounds) {
        return new LensContext(agents, maxRounds, LensThresholds.defaults(), name -> chance(name.hashCode()));
    }

    /** What is said in the next round, agent by agent. */
    List<List<Signal>> next() {
        round++;
        ids.addAll(newIds);
        said.addAll(newlySaid);
        newIds.clear();
        newlySaid.clear();
        List<List<Signal>> all = new ArrayList<>();
        for (String agent : agents) {
            List<Signal> own = new ArrayList<>();
            for (int i = chance.nextInt(4); i > 0; i--) {
                own.add(signal(agent));
            }
            all.add(own);
        }
        return all;
    }

    private Signal signal(String agent) {
        number++;
        String id = hostile ? "sig," + number : "sig " + number;
        double sure = chance.nextInt(5) == 0 ? chance.nextInt(2) : chance.nextDouble();
        Draft draft = Draft.of(payload(), sure);
        if (chance.nextInt(4) == 0) {
            draft = draft.withGrading(Grading.confidence(sure)
                    .withCausalLevel(one(CausalLevel.values())));
        }
        if (!said.isEmpty() && chance.nextInt(3) == 0) {
            draft = draft.inReplyTo(said.get(chance.nextInt(said.size())));
        }
        newlySaid.add(id);
        return Signal.of(draft, new Stamp(id, Source.agent(agent), Instant.EPOCH, Scope.ofRun("run", round)));
    }

    private Payload payload() {
        return switch (chance.nextInt(ids.isEmpty() ? 2 : 7)) {
            case 0 -> {
                boolean again = chance.nextInt(3) > 0 && !ids.isEmpty();
                String id = again ? ids.get(chance.nextInt(ids.size())) : (hostile ? "p," : "p") + number;
                if (!again) {
                    newIds.add(id);
                }
                yield new Payload.Proposal(id, word(), word());
            }
            case 1 -> new Payload.Discovery(word(), chance.nextBoolean() ? word() : null, chance.nextDouble());
            case 2 -> new Payload.Challenge(target(), word(), null);
            case 3 -> new Payload.Doubt(target(), word(), one(Payload.Severity.values()));
            default -> new Payload.Vote(ids.get(chance.nextInt(ids.size())), one(Stance.values()),
                    chance.nextBoolean() ? word() : null, weight());
        };
    }

    private double weight() {
        return switch (chance.nextInt(hostile ? 4 : 1)) {
            case 1 -> 0;
            case 2 -> 1e300;
            case 3 -> Double.MIN_VALUE;
            default -> chance.nextDouble();
        };
    }

    private String target() {
        return said.isEmpty() ? "nothing" : said.get(chance.nextInt(said.size()));
    }

    private <T> T one(T[] choices) {
        return choices[chance.nextInt(choices.length)];
    }

    private String word() {
        return words.get(chance.nextInt(words.size()));
    }
}
