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
 * A seeded debate in which all permitted words occur, plain and hostile ones. The words of a round refer to earlier
 * rounds only, so the order of agents in a round carries no information.
 */
public final class RandomDebate {

    /** Words as people say them. */
    static final List<String> PLAIN = List.of("shard the database", "wait for numbers", "buy time with a cache",
            "measure first", "ask the customers");

    /** Words that break code that joins or splits texts. */
    static final List<String> HOSTILE = List.of("-", "?", ",", "a,b", "a|b", "\u0000", "\n\"}", "\u202Eevil", "NaN",
            "\uD83D\uDC1D\uD83D\uDC1D", "x".repeat(5000));

    private final RandomGenerator random;
    private final List<String> words;
    private final boolean hostile;
    private final List<String> agents = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final List<String> drafts = new ArrayList<>();
    private final List<String> newIds = new ArrayList<>();
    private final List<String> newlySaid = new ArrayList<>();
    private int round;
    private int number;

    RandomDebate(long seed, int size, List<String> words) {
        random = chance(seed);
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

    /** Signals of the next round, agent by agent. */
    List<List<Signal>> next() {
        round++;
        ids.addAll(newIds);
        drafts.addAll(newlySaid);
        newIds.clear();
        newlySaid.clear();
        List<List<Signal>> all = new ArrayList<>();
        for (String agent : agents) {
            List<Signal> own = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                own.add(signal(agent));
            }
            all.add(own);
        }
        return all;
    }

    private Signal signal(String agent) {
        number++;
        String id = hostile ? "sig," + number : "sig " + number;
        double sure = random.nextInt(5) == 0 ? random.nextInt(2) : random.nextDouble();
        Draft draft = Draft.of(payload(), sure);
        if (random.nextInt(4) == 0) {
            draft = draft.withGrading(Grading.confidence(sure)
                    .withCausalLevel(one(CausalLevel.values())));
        }
        if (!drafts.isEmpty() && random.nextInt(3) == 0) {
            draft = draft.inReplyTo(drafts.get(random.nextInt(drafts.size())));
        }
        newlySaid.add(id);
        return Signal.of(draft, new Stamp(id, Source.agent(agent), Instant.EPOCH, Scope.ofRun("run", round)));
    }

    private Payload payload() {
        return switch (random.nextInt(ids.isEmpty() ? 2 : 7)) {
            case 0 -> {
                boolean again = random.nextInt(3) > 0 && !ids.isEmpty();
                String id = again ? ids.get(random.nextInt(ids.size())) : (hostile ? "p," : "p") + number;
                if (!again) {
                    newIds.add(id);
                }
                yield new Payload.Proposal(id, word(), word());
            }
            case 1 -> new Payload.Discovery(word(), random.nextBoolean() ? word() : null, random.nextDouble());
            case 2 -> new Payload.Challenge(target(), word(), null);
            case 3 -> new Payload.Doubt(target(), word(), one(Payload.Severity.values()));
            default -> new Payload.Vote(ids.get(random.nextInt(ids.size())), one(Stance.values()),
                    random.nextBoolean() ? word() : null, weight());
        };
    }

    private double weight() {
        return switch (random.nextInt(hostile ? 4 : 1)) {
            case 1 -> 0;
            case 2 -> 1e300;
            case 3 -> Double.MIN_VALUE;
            default -> random.nextDouble();
        };
    }

    private String target() {
        return drafts.isEmpty() ? "nothing" : drafts.get(random.nextInt(drafts.size()));
    }

    private <T> T one(T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String word() {
        return words.get(random.nextInt(words.size()));
    }
}
