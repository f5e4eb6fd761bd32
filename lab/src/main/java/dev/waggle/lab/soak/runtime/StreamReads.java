package dev.waggle.lab.soak.runtime;

import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.ScriptedDeliberators;
import org.jspecify.annotations.Nullable;

/** Streams of solves: read to the end, abandoned half-way, closed early, never read, and published to a subscriber. */
final class StreamReads implements SoakWork {

    private static final Task TASK = Task.of("Rewrite the billing service or repair it?");
    private static final int STREAMS = 3;
    private static final int PANEL = 4;
    private static final int MAX_READ = 12;
    private static final long WAIT_SECONDS = 60;

    /** Lives as long as the soak. */
    private final Swarm panel = new Swarm(SwarmConfig.of(SoakPanel.of(PANEL, 2)));

    @Override
    public String name() {
        return "streams";
    }

    @Override
    public void round(RandomGenerator random) throws Exception {
        FakeAnswer.Pace pace = new FakeAnswer.Pace(Duration.ofMillis(random.nextInt(5)),
                Duration.ofNanos(random.nextInt(200_000)));
        try (FakeProvider provider = FakeProvider.open(random,
                request -> ScriptedDeliberators.answer(request).at(pace));
                Swarm models = provider.team().build()) {
            for (int i = 0; i < STREAMS; i++) {
                stream(random.nextBoolean() ? panel : models, random);
            }
            // Abandoned: the swarm cancels the solve when it closes.
            var _ = models.stream(TASK);
        }
    }

    @Override
    public void close() {
        panel.close();
    }

    private static void stream(Swarm swarm, RandomGenerator random) throws Exception {
        switch (random.nextInt(5)) {
            case 0 -> readAll(swarm);
            case 1 -> readSome(swarm, random.nextInt(MAX_READ));
            case 2 -> swarm.stream(TASK).close();
            case 3 -> {
                SwarmStream stream = swarm.stream(TASK);
                requireDecided(stream);
            }
            default -> subscribe(swarm, random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(MAX_READ));
        }
    }

    private static void readAll(Swarm swarm) {
        try (SwarmStream stream = swarm.stream(TASK)) {
            String last = "";
            for (SwarmEvent.Milestone milestone : stream) {
                last = milestone.type();
            }
            String end = last;
            SoakFailureException.unless(end.equals("solve:complete"), () -> "a stream ended with " + end);
            requireDecided(stream);
        }
    }

    private static void readSome(Swarm swarm, int count) {
        SwarmStream stream = swarm.stream(TASK);
        Iterator<SwarmEvent.Milestone> milestones = stream.iterator();
        for (int i = 0; i < count && milestones.hasNext(); i++) {
            var _ = milestones.next();
        }
        stream.close();
        var ending = stream.result().ending();
        SoakFailureException.unless(ending == LoopStop.CANCELLED || ending == LoopStop.CONSENSUS,
                () -> "a closed stream ended by " + ending);
    }

    private static void requireDecided(SwarmStream stream) {
        SoakFailureException.unless(stream.result().consensus().decided() && stream.result().failures().isEmpty(),
                () -> "a stream ended undecided by " + stream.result().endingDetail());
    }

    /** Takes so many milestones and cancels then. */
    private static void subscribe(Swarm swarm, long count) throws Exception {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        swarm.publisher(TASK).subscribe(new Flow.Subscriber<>() {
            private long left = count;
            private Flow.@Nullable Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription made) {
                subscription = made;
                if (left == 0) {
                    cancel();
                } else {
                    made.request(count);
                }
            }

            @Override
            public void onNext(SwarmEvent.Milestone milestone) {
                left--;
                if (left == 0) {
                    cancel();
                }
            }

            @Override
            public void onError(Throwable failure) {
                done.completeExceptionally(failure);
            }

            @Override
            public void onComplete() {
                done.complete(null);
            }

            private void cancel() {
                if (subscription != null) {
                    subscription.cancel();
                }
                done.complete(null);
            }
        });
        var _ = done.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
}
