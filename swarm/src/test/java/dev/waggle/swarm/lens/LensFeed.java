package dev.waggle.swarm.lens;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGeneratorFactory;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.consensus.BallotRule;

/** Rounds that one lens looks at, without a loop that decides, stops or challenges. */
final class LensFeed {

    private final List<String> agents;
    private final List<List<LensSwarm.Line>> rounds = new ArrayList<>();

    LensFeed(String... agents) {
        this.agents = List.of(agents);
    }

    LensFeed round(LensSwarm.Line... lines) {
        rounds.add(List.of(lines));
        return this;
    }

    /** What that lens sees after the last round. */
    <R extends Reading> Optional<R> reading(Lens<R> lens) {
        LensBench bench = new LensBench(List.of(lens), setting());
        look(bench);
        return bench.reading(lens);
    }

    /** What that lens finds, round by round. */
    List<Finding> findings(Lens<?> lens) {
        return look(new LensBench(List.of(lens), setting()));
    }

    private Setting setting() {
        return new Setting(agents, Math.max(1, rounds.size()), Thresholds.defaults(),
                name -> RandomGeneratorFactory.of("L64X128MixRandom").create(name.hashCode()));
    }

    private List<Finding> look(LensBench bench) {
        Chronicle chronicle = new Chronicle(setting(), BallotRule.APPROVAL);
        List<Finding> found = new ArrayList<>();
        int round = 0;
        for (List<LensSwarm.Line> lines : rounds) {
            round++;
            chronicle.beginRound(round);
            int number = 0;
            for (LensSwarm.Line line : lines) {
                number++;
                Draft draft = line.draft();
                String id = draft.id() == null ? round + "." + number : draft.id();
                chronicle.hear(Signal.of(draft,
                        new Stamp(id, Source.agent(line.agent()), Instant.EPOCH, Scope.ofRun("run", round))));
            }
            found.addAll(bench.observe(chronicle));
        }
        return found;
    }
}
