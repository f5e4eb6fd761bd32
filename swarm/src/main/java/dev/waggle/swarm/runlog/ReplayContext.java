package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.call.BudgetLedger;

/**
 * Context of a solve: from its start, or as a replay along its log.
 *
 * @param log its logged entries
 * @param answers stored answers that are not in its log yet
 * @param journal journal to append to
 * @param realWorld the date of appended entries; the solve has its own time, without the pause
 * @param mode behaviour at the end of the log
 * @param usedTime time used before the interruption
 * @param claim exclusive right to write the run, which ends with the solve
 */
public record ReplayContext(ReplayLog log, AnswerJournal answers, Journal journal, World realWorld, ReplayMode mode,
        Duration usedTime,
        Journal.Claim claim) {

    /** Behaviour at the end of the log. */
    public enum ReplayMode {
        /** The solve continues. */
        LIVE,
        /** End of the replay: no call is made and nothing is written. */
        REPLAY
    }

    /** Recorded result of a turn of an agent, or of a piece of work for a part of the runtime. */
    public Optional<WorkResult> recordedWork(Emission by) {
        return log.recordedWork(by).or(() -> answers.recordedWork(by));
    }

    /** Payments for calls of earlier processes whose answers were lost, and which the log does not hold. */
    public List<BudgetLedger.Payment> lostPayments() {
        return answers.lostPayments(log::recordedWork, log::latePayments);
    }

    /** Payments of earlier processes that the replay has not booked yet: logged, stored and lost ones. */
    public List<BudgetLedger.Payment> paymentsAhead(Set<Emission> bookedWork) {
        Set<Emission> kept = answers.recordedWork();
        kept.removeAll(bookedWork);
        return Stream.of(log.payments().stream(),
                kept.stream().filter(by -> log.recordedWork(by).isEmpty()).flatMap(by -> recordedWork(by).stream())
                        .flatMap(done -> done.cost().payments().stream()),
                lostPayments().stream()).flatMap(Function.identity()).toList();
    }

    /** Error of reading the recorded answer of that work; it names the entry. */
    public DamagedLogException unreadable(Emission by, RuntimeException bad) {
        return log.unreadable(by, bad).or(() -> answers.unreadable(by, bad)).orElseThrow();
    }

    /**
     * Escalation hook for escalations that no logged model call has followed: the others raised the mode of a call that
     * is not repeated.
     */
    public RoutingEscalationHook unheeded(RoutingEscalationHook hook) {
        return signal -> !isLive() || log.hasModelCallsAhead() ? Optional.empty() : hook.onEscalation(signal);
    }

    /** The same with another journal for the same entries. */
    public ReplayContext withJournal(Journal other) {
        return new ReplayContext(log, answers, other, realWorld, mode, usedTime, claim);
    }

    /** True if external calls may be made, now or later. */
    public boolean isLive() {
        return mode == ReplayMode.LIVE && !log.isClosed();
    }
}
