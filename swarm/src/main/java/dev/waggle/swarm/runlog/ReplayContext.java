package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.util.Optional;

import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;

/**
 * How a solve runs: from its start, or once more along its log.
 *
 * @param log what its log holds
 * @param answers what was answered before and is not in its log yet
 * @param journal where it goes on
 * @param realWorld the date of what is appended; the solve has its own time, to which the pause does not belong
 * @param mode what happens where the log ends
 * @param usedTime the time that was used up before the solve broke off
 * @param claim the right to write the run alone, which ends with the solve
 */
public record ReplayContext(ReplayLog log, AnswerJournal answers, Journal journal, World realWorld, ReplayMode mode,
        Duration usedTime,
        Journal.Claim claim) {

    /** What happens where the log ends. */
    public enum ReplayMode {
        /** The solve goes on. */
        LIVE,
        /** It ends there: nobody is asked and nothing is written. */
        REPLAY
    }

    /**
     * The hook of escalations, for those that no call of a model in the log has heeded: the others raised the mode of a
     * call that is not made again.
     */
    public RoutingEscalationHook unheeded(RoutingEscalationHook hook) {
        return signal -> !isLive() || log.hasModelCallsAhead() ? Optional.empty() : hook.onEscalation(signal);
    }

    /** Whether somebody may be asked, sooner or later. */
    public boolean isLive() {
        return mode == ReplayMode.LIVE && !log.isClosed();
    }
}
