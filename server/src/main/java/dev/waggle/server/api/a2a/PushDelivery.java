package dev.waggle.server.api.a2a;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.connect.web.WebPost;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Delivery of updates to the receivers of tasks. Updates of one receiver arrive in their order, and one that fails is
 * tried again after growing pauses. An update that is given up is in the log of the program and in the metrics. Updates
 * that wait when the server ends are not sent. May be used by many threads; no caller waits for a receiver.
 */
final class PushDelivery implements AutoCloseable {

    /** Updates that wait or are being sent, in all and of one caller; further ones are given up. */
    static final PushLoad LIMIT = new PushLoad(1_000, 64L << 20);
    static final PushLoad LIMIT_OF_CALLER = new PushLoad(250, 16L << 20);

    /** Pauses between attempts, so that a restart of the receiver loses nothing. */
    private static final List<Duration> PAUSES = List.of(Duration.ofSeconds(1), Duration.ofSeconds(5),
            Duration.ofSeconds(30));

    private static final String ENDING = "the server ends";
    private static final String TOKEN = "X-A2A-Notification-Token";
    private static final System.Logger LOG = System.getLogger(PushDelivery.class.getName());

    private final WebPost post;
    private final World world;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final AtomicLong lost = new AtomicLong();
    /** Waiting updates by receiver, while a thread sends them; guarded by this object. */
    private final Map<String, Queue<Update>> waiting = new HashMap<>();
    /** Updates that wait or are being sent, by caller and in all; guarded by this object. */
    private final Map<String, PushLoad> loads = new HashMap<>();
    private PushLoad load = PushLoad.NONE;

    PushDelivery(WebPost post, World world) {
        this.post = post;
        this.world = world;
    }

    /** Update in the form of its receiver. */
    private record Update(String task, String caller, A2aPushTarget target, String type, String body) {

        PushLoad load() {
            return new PushLoad(1, body.length());
        }
    }

    /** Updates that no receiver got. */
    long lost() {
        return lost.get();
    }

    /**
     * Sends events to all receivers of a task: each event in version 1.0, and the whole task in version 0.3.
     *
     * @param whole the task as it is now
     */
    void send(TaskRecord task, List<A2aEvent> events, A2aTask whole) {
        Map<A2aVersion, List<String>> bodies = new EnumMap<>(A2aVersion.class);
        task.targets().forEach((id, target) -> {
            String type = target.version() == A2aVersion.V0_3 ? "application/json" : "application/a2a+json";
            bodies.computeIfAbsent(target.version(), version -> bodies(version, events, whole))
                    .forEach(body -> add(task.id() + '/' + id,
                            new Update(task.id(), task.origin().caller(), target.address(), type, body)));
        });
    }

    private static List<String> bodies(A2aVersion version, List<A2aEvent> events, A2aTask whole) {
        A2aCodec codec = A2aCodec.of(version);
        return version == A2aVersion.V0_3 ? List.of(JsonText.write(codec.task(whole)))
                : events.stream().map(event -> JsonText.write(codec.event(event))).toList();
    }

    /** Ends all attempts. */
    @Override
    public void close() {
        end.complete(null);
    }

    private synchronized void add(String receiver, Update update) {
        PushLoad ofCaller = loads.getOrDefault(update.caller(), PushLoad.NONE);
        boolean fits = ofCaller.plus(update.load()).isWithin(LIMIT_OF_CALLER);
        if (end.isDone() || !fits || !load.plus(update.load()).isWithin(LIMIT)) {
            giveUp(update, end.isDone() ? ENDING
                    : fits ? load + " wait already" : ofCaller + " of " + update.caller() + " wait already");
            return;
        }
        load = load.plus(update.load());
        loads.put(update.caller(), ofCaller.plus(update.load()));
        Queue<Update> known = waiting.get(receiver);
        if (known == null) {
            Queue<Update> queue = new ArrayDeque<>(List.of(update));
            waiting.put(receiver, queue);
            Thread _ = Thread.ofVirtual().name("a2a push " + update.task()).start(() -> drain(receiver, queue));
        } else {
            known.add(update);
        }
    }

    private void drain(String receiver, Queue<Update> queue) {
        try {
            for (Update next = next(receiver, queue); next != null; next = next(receiver, queue)) {
                try {
                    deliver(next);
                } finally {
                    release(next);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Update next(String receiver, Queue<Update> queue) {
        Update next = queue.poll();
        if (next == null) {
            waiting.remove(receiver);
        }
        return next;
    }

    private synchronized void release(Update sent) {
        load = load.minus(sent.load());
        loads.computeIfPresent(sent.caller(), (_, some) -> some.updates() == 1 ? null : some.minus(sent.load()));
    }

    private void deliver(Update update) throws InterruptedException {
        if (end.isDone()) {
            giveUp(update, ENDING);
            return;
        }
        String failure = attempt(update);
        for (Duration pause : PAUSES) {
            if (failure == null || world.await(end, pause)) {
                break;
            }
            failure = attempt(update);
        }
        if (failure != null) {
            giveUp(update, failure);
        }
    }

    /** Sends an update once; the reason of a failure, or null. */
    private @Nullable String attempt(Update update) throws InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>();
        if (update.target().token() != null) {
            headers.put(TOKEN, update.target().token());
        }
        A2aPushTarget.Authentication authentication = update.target().authentication();
        if (authentication != null && authentication.credentials() != null) {
            headers.put("Authorization", authentication.scheme() + ' ' + authentication.credentials());
        }
        try {
            int status = post.send(update.target().url(), headers, update.type(), update.body());
            return status >= 200 && status < 300 ? null : "its status is " + status;
        } catch (WebException failed) {
            return failed.reason();
        } catch (RuntimeException failed) {
            return failed.getClass().getSimpleName();
        }
    }

    private void giveUp(Update update, String reason) {
        lost.incrementAndGet();
        LOG.log(Level.WARNING, "an update of the task " + update.task() + " was given up: " + reason);
    }
}
