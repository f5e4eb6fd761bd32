package dev.waggle.server.run;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import dev.waggle.server.access.AccessGate.AccessRefusedException;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.world.World;

/**
 * Resumption of runs without a request of a caller: the rules for a run that cannot go on now. May be used by many
 * threads.
 *
 * <pre>
 *   all places of solves, or of its token, are taken   another attempt at once
 *   it runs, or another program has it                 another attempt at once
 *   the server ends                                    another attempt at once
 *   its token has used up the budget of the day        another attempt in a minute, or when the day begins
 *   any other refusal or failure                       it is a failed run, and its streams end
 * </pre>
 */
public final class RunResumption {

    /** Pause of a run whose token has no budget left, because each attempt prepares its models. */
    private static final Duration BUDGET_PAUSE = Duration.ofMinutes(1);

    private static final int BUSY = 429;
    private static final int ENDING = 503;
    private static final int RUNNING = 409;

    private final SolveRegistry solves;
    private final RunCatalog catalog;
    private final AccessLimiter limits;
    private final World world;

    /**
     * The resumption of runs of a catalog.
     *
     * @param limits the limits of the tokens that ordered them
     */
    public RunResumption(SolveRegistry solves, RunCatalog catalog, AccessLimiter limits, World world) {
        this.solves = solves;
        this.catalog = catalog;
        this.limits = limits;
        this.world = world;
    }

    /** Goes on with a run; empty when it goes on or has failed, else the earliest time of another attempt. */
    public Optional<Instant> attempt(String run) {
        try {
            RunLine _ = solves.resume(run, SolveSpending.ofResumed(limits, catalog, CallerIdentity.OWNER));
            return Optional.empty();
        } catch (AccessRefusedException refused) {
            Instant now = world.now();
            return Optional.of(refused.status() == BUSY ? now : afterBudget(now));
        } catch (ProblemException refused) {
            int status = refused.problem().status();
            return status == BUSY || status == ENDING || status == RUNNING ? Optional.of(world.now())
                    : failed(run, refused);
        } catch (RuntimeException failed) {
            return failed(run, failed);
        }
    }

    private Optional<Instant> failed(String run, RuntimeException failed) {
        solves.find(run).ifPresent(line -> solves.failUnstarted(line, failed));
        return Optional.empty();
    }

    /** After a pause; at once when a day begins, because it has a budget of its own. */
    private static Instant afterBudget(Instant now) {
        Instant nextDay = now.truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
        Instant later = now.plus(BUDGET_PAUSE);
        return later.isBefore(nextDay) ? later : nextDay;
    }
}
