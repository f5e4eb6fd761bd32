package dev.waggle.swarm.lens.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensReading;

/** Rounds that a test can feed to any lens, any number of times. */
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

    /** Reading of that lens after the last round. */
    public <R extends LensReading> Optional<R> reading(Lens<R> lens) {
        return fed(lens).maybe();
    }

    /** Findings of that lens, round by round. */
    List<Finding> findings(Lens<?> lens) {
        return fed(lens).all();
    }

    private <R extends LensReading> HandFed<R> fed(Lens<R> lens) {
        HandFed<R> fed = HandFed.of(lens, Math.max(1, rounds.size()), agents);
        rounds.forEach(fed::round);
        return fed;
    }
}
