package dev.waggle.swarm.lens;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGeneratorFactory;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.BallotRule;

/** One lens that hears a debate line by line, without a swarm around it. */
final class Hearing<R extends Reading> {

    private final Chronicle chronicle;
    private final Probe<R> probe;
    private int round;

    Hearing(Lens<R> lens, int maxRounds, String... agents) {
        Setting setting = new Setting(List.of(agents), maxRounds, Thresholds.defaults(),
                name -> RandomGeneratorFactory.of("L64X128MixRandom").create(name.hashCode()));
        chronicle = new Chronicle(setting, BallotRule.APPROVAL);
        probe = lens.open(setting);
    }

    /** Hears a round in which these words are said, and tells what the lens found in it. */
    List<Finding> round(LensSwarm.Line... lines) {
        round++;
        chronicle.beginRound(round);
        for (int i = 0; i < lines.length; i++) {
            Draft draft = lines[i].draft();
            String id = draft.id() == null ? round + "." + i : draft.id();
            chronicle.hear(Signal.of(draft, new Stamp(id, Source.agent(lines[i].agent()), Instant.EPOCH,
                    Scope.ofRun("run", round))));
        }
        return probe.observe(chronicle, new Earlier() {
            @Override
            public <E extends Reading> Optional<E> reading(Lens<E> lens) {
                return Optional.empty();
            }

            @Override
            public List<Finding> findings() {
                return List.of();
            }
        });
    }

    Chronicle chronicle() {
        return chronicle;
    }

    /** What the lens sees now; there must be something. */
    R read() {
        return reading().orElseThrow();
    }

    Optional<R> reading() {
        return probe.reading();
    }
}
