package dev.waggle.review.explain;

import java.util.List;
import java.util.Optional;

import dev.waggle.review.RunLog;
import dev.waggle.review.RunParameters;
import dev.waggle.review.lens.LensReplay;
import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.review.whatif.VoteRecount;
import dev.waggle.signal.log.LogEntry;

/**
 * Deliberation of a run, decided again from its log: its rules, its rounds, and the votes that count at its end.
 *
 * @param log the entries of the run by kind
 * @param lensReplay the run as lenses see it; empty where it is not measured
 * @param steered whether mathematics steered the run
 * @param rules how its votes became a decision
 * @param course the rounds
 * @param recount the votes that count
 */
public record RunDeliberation(RunLog log, Optional<LensReplayResult> lensReplay, boolean steered, DecisionRules rules,
        DeliberationReplay course, VoteRecount recount) {

    private static final String STEERING = "steering";

    /** Decides a run again, with everything that it depends on. */
    public static RunDeliberation of(String run, List<LogEntry> entries) {
        return of(RunLog.of(run, entries), Optional.of(LensReplay.of(run, entries, null)),
                DeliberationReplay.MAX_ROUNDS);
    }

    /**
     * Decides a run again without its lenses, which take most of the time. A run that mathematics steered is then
     * decided without the attention of its agents.
     *
     * @param maxRounds maximum number of rounds that are decided again, the last ones
     */
    public static RunDeliberation withoutLenses(String run, List<LogEntry> entries, int maxRounds) {
        return of(RunLog.of(run, entries), Optional.empty(), maxRounds);
    }

    private static RunDeliberation of(RunLog log, Optional<LensReplayResult> lensReplay, int maxRounds) {
        boolean steered = lensReplay.map(replay -> replay.mathematics().filter(STEERING::equals).isPresent())
                .orElseGet(() -> log.opened().map(RunParameters::of).filter(RunParameters::isSteered).isPresent());
        DecisionRules rules = DecisionRules.of(log.opened(), log.loop(), steered, log.weights());
        DeliberationReplay course = DeliberationReplay.of(log, rules, lensReplay, maxRounds);
        return new RunDeliberation(log, lensReplay, steered, rules, course,
                new VoteRecount(course.input(), rules.consensus(), rules.confidence()));
    }
}
