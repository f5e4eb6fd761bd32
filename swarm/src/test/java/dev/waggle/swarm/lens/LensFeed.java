package dev.waggle.swarm.lens;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rounds that any lens can be fed with, as often as a test asks. */
final class LensFeed {

    private final String[] agents;
    private final List<List<LensSwarm.Line>> rounds = new ArrayList<>();

    LensFeed(String... agents) {
        this.agents = agents.clone();
    }

    LensFeed round(LensSwarm.Line... lines) {
        rounds.add(List.of(lines));
        return this;
    }

    /** What that lens sees after the last round. */
    <R extends Reading> Optional<R> reading(Lens<R> lens) {
        return fed(lens).maybe();
    }

    /** What that lens finds, round by round. */
    List<Finding> findings(Lens<?> lens) {
        return fed(lens).all();
    }

    private <R extends Reading> HandFed<R> fed(Lens<R> lens) {
        HandFed<R> fed = HandFed.of(lens, Math.max(1, rounds.size()), agents);
        rounds.forEach(fed::round);
        return fed;
    }
}
