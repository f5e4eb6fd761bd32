package dev.waggle.swarm.lens.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensReading;

/** Rounds that any lens can be fed with, as often as a test asks. */
public final class LensFeed {

    private final String[] agents;
    private final List<List<LensSwarm.Line>> rounds = new ArrayList<>();

    public LensFeed(String... agents) {
        this.agents = agents.clone();
    }

    public LensFeed round(LensSwarm.Line... lines) {
        rounds.add(List.of(lines));
        return this;
    }

    /** What that lens sees after the last round. */
    public <R extends LensReading> Optional<R> reading(Lens<R> lens) {
        return fed(lens).maybe();
    }

    /** What that lens finds, round by round. */
    List<Finding> findings(Lens<?> lens) {
        return fed(lens).all();
    }

    private <R extends LensReading> HandFed<R> fed(Lens<R> lens) {
        HandFed<R> fed = HandFed.of(lens, Math.max(1, rounds.size()), agents);
        rounds.forEach(fed::round);
        return fed;
    }
}
