package dev.waggle.server.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** A server without its listener, in a world whose clock the test moves. */
final class SuspensionBed {

    static final CallerIdentity ANYBODY = CallerIdentity.owner();
    private static final String ASKED = SeatFacts.ASKED.text();
    private static final String EXPIRED = SeatFacts.EXPIRED.text();
    private static final String CLOSED = RunFacts.CLOSED.text();

    final FileJournal log;
    final RunCatalog catalog;
    final PeopleLauncher launcher;
    final SolveRegistry solves;
    final SeatRegistry seats;
    final AccessLimiter limits;
    final List<String> seen = new ArrayList<>();
    private final ManualWorld world;
    private final BlockingQueue<String> arriving = new LinkedBlockingQueue<>();
    private final Closeable following;
    private final EventHub hub;
    private final SuspensionMonitor monitor;

    SuspensionBed(Path folder, ManualWorld world, int maxSolves, String... people) {
        this.world = world;
        log = FileJournal.open(folder.resolve("log"));
        catalog = new RunCatalog(log);
        following = log.follow(entries -> entries.forEach(entry -> arriving.add(entry.signal().type().text())));
        hub = EventHub.open(log, world);
        FileSeatAnswers answers = FileSeatAnswers.open(folder, world);
        limits = ServerAccess.open(AccessConfig.local(), tokens(folder, world), log, FolderSecret.random(),
                SecretSet.NONE, world).limiter();
        launcher = new PeopleLauncher(log, answers, world, people);
        solves = new SolveRegistry(log, catalog, hub, launcher, maxSolves, world);
        monitor = SuspensionMonitor.open(solves, catalog, answers, limits, world);
        seats = new SeatRegistry(log, catalog, answers, monitor::wake, world);
    }

    /** The tokens of the server. */
    static TokenFile tokens(Path folder, ManualWorld world) {
        return TokenFile.of(folder.resolve("tokens.jsonl"), world);
    }

    /** Starts a solve of the owner and waits until it is suspended. */
    String suspend(String question) throws InterruptedException {
        return suspend(question, CallerIdentity.OWNER);
    }

    /** The same of a token. */
    String suspend(String question, String caller) throws InterruptedException {
        SolveSpending spending = SolveSpending.of(limits, caller);
        CountDownLatch end = new CountDownLatch(1);
        SolveOrder order = SolveOrder.of(question, null, null, List.of(), null);
        String run = solves.start(order, caller, null, null, spending::reserve, result -> {
            spending.settle(result);
            assertThat(result).isNotNull();
            end.countDown();
        }).line().run();
        assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
        return run;
    }

    void answer(String run, String seat, String line) {
        SeatAnswer _ = seats.answer(seats.require(run, seat, null, ANYBODY), seat, List.of(line));
    }

    int refusal(String run, String seat, @Nullable Integer turn, CallerIdentity caller) {
        try {
            return seats.require(run, seat, turn, caller).seat().turn().turn();
        } catch (ProblemException refused) {
            return refused.problem().status();
        }
    }

    /** Waits for the next entry of that type. */
    void await(String type) throws InterruptedException {
        assertThat(awaitOne(List.of(type))).hasValue(type);
    }

    /** Lets every deadline pass until the run is over. */
    void advanceUntilClosed() throws InterruptedException {
        seen.clear();
        Optional<String> type = awaitOne(List.of(EXPIRED));
        while (type.isPresent() && !type.get().equals(CLOSED)) {
            type = awaitOne(List.of(ASKED, CLOSED));
            world.advance(PeopleLauncher.DEADLINE);
        }
        assertThat(type).hasValue(CLOSED);
    }

    void close() throws IOException {
        monitor.close();
        following.close();
        hub.close();
        catalog.close();
        solves.close();
    }

    private Optional<String> awaitOne(List<String> types) throws InterruptedException {
        String type = arriving.poll(30, TimeUnit.SECONDS);
        while (type != null) {
            seen.add(type);
            if (types.contains(type)) {
                return Optional.of(type);
            }
            type = arriving.poll(30, TimeUnit.SECONDS);
        }
        return Optional.empty();
    }
}
