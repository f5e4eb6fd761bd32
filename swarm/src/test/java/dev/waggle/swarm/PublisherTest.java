package dev.waggle.swarm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;

import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.event.SwarmEvent.Milestone;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PublisherTest {

    @Test
    void bringsTheMilestonesOfTheStreamAndCompletes() throws Exception {
        Reader reader = new Reader(Long.MAX_VALUE);
        try (Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()))) {
            swarm.publisher(SolveTestBed.TASK).subscribe(reader);
            reader.ended.await();
        }
        List<String> streamed = new ArrayList<>();
        try (Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()));
                SwarmStream stream = swarm.stream(
                        SolveTestBed.TASK)) {
            stream.forEach(event -> streamed.add(event.type()));
        }
        assertThat(reader.types()).isEqualTo(streamed).last().isEqualTo("solve:complete");
        assertThat(reader.completed).isTrue();
    }

    @Test
    void bringsNoMoreThanWasAskedFor() throws Exception {
        Reader reader = new Reader(2);
        try (Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()))) {
            swarm.publisher(SolveTestBed.TASK).subscribe(reader);
            reader.awaitEvents(2);
            assertThat(reader.types()).containsExactly("solve:start", "signal:emitted");
            reader.subscription().request(1);
            reader.awaitEvents(3);
            assertThat(reader.types()).hasSize(3);
            reader.subscription().request(Long.MAX_VALUE);
            reader.ended.await();
        }
        assertThat(reader.completed).isTrue();
    }

    @Test
    void cancellingTheSubscriptionCancelsTheSolve() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Reader reader = new Reader(Long.MAX_VALUE);
        ScriptedAgent patient = ScriptedAgent.agent("a").does(1, turn -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                interrupted.countDown();
            }
            return List.of();
        });
        try (Swarm swarm = new Swarm(new SolveTestBed().config(patient))) {
            swarm.publisher(SolveTestBed.TASK).subscribe(reader);
            asked.await();
            reader.subscription().cancel();
            interrupted.await();
        }
        assertThat(reader.completed).isFalse();
        assertThat(reader.failure).isNull();
    }

    @Test
    void askingForNothingIsAnErrorAndEndsTheSolve() throws Exception {
        Reader reader = new Reader(1);
        try (Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()))) {
            swarm.publisher(SolveTestBed.TASK).subscribe(reader);
            reader.awaitEvents(1);
            reader.subscription().request(0);
            reader.ended.await();
        }
        assertThat(reader.failure).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSubscriberThatThrowsHearsNoMoreAndItsSolveIsCancelled() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Reader reader = new Reader(Long.MAX_VALUE) {
            @Override
            public void onNext(Milestone event) {
                super.onNext(event);
                throw new IllegalStateException("I throw");
            }
        };
        try (Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()))) {
            swarm.on(SwarmEvent.SolveCompleted.class, _ -> ended.countDown());
            swarm.publisher(SolveTestBed.TASK).subscribe(reader);
            ended.await();
        }
        assertThat(reader.types()).containsExactly("solve:start");
        assertThat(reader.failure).isNull();
        assertThat(reader.completed).isFalse();
    }

    @Test
    void aSubscriberThatThrowsWhenItSubscribesLeavesNothingBehind() throws Exception {
        CountDownLatch thrown = new CountDownLatch(1);
        Reader reader = new Reader(Long.MAX_VALUE) {
            @Override
            public void onSubscribe(Flow.Subscription given) {
                thrown.countDown();
                throw new IllegalStateException("I throw");
            }
        };
        List<String> begun = Collections.synchronizedList(new ArrayList<>());
        try (Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()))) {
            swarm.on(SwarmEvent.SolveStarted.class, start -> begun.add(start.type()));
            swarm.publisher(SolveTestBed.TASK).subscribe(reader);
            thrown.await();
        }
        assertThat(begun).isEmpty();
        assertThat(reader.failure).isNull();
    }

    @Test
    void aSecondSubscriberIsRefused() throws Exception {
        Reader first = new Reader(Long.MAX_VALUE);
        Reader second = new Reader(Long.MAX_VALUE);
        try (Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()))) {
            Flow.Publisher<Milestone> publisher = swarm.publisher(SolveTestBed.TASK);
            publisher.subscribe(first);
            publisher.subscribe(second);
            first.ended.await();
            second.ended.await();
        }
        assertThat(second.failure).isInstanceOf(IllegalStateException.class).hasMessageContaining("subscriber already");
        assertThat(first.completed).isTrue();
    }

    @Test
    void aClosedSwarmIsAnErrorOfTheSubscription() throws Exception {
        Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()));
        swarm.close();
        Reader reader = new Reader(1);
        swarm.publisher(SolveTestBed.TASK).subscribe(reader);
        reader.ended.await();
        assertThat(reader.failure).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void listenersHearWhatTheyAskedForUntilTheyAreRemoved() {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        try (Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()))) {
            Runnable votes = swarm.on(SwarmEvent.VoteCast.class, cast -> heard.add(cast.vote().agentId()));
            swarm.on(SwarmEvent.RoundStarted.class, start -> {
                throw new IllegalStateException("I throw");
            });
            Runnable signals = swarm.onSignal(signal -> heard.add(signal.type().text()));
            swarm.solve(SolveTestBed.TASK);
            assertThat(heard).containsExactly("task:new", "proposal", "vote", "voter 1", "vote", "voter 2",
                    "consensus:reached");
            votes.run();
            signals.run();
            signals.run();
            swarm.solve(SolveTestBed.TASK);
            assertThat(heard).hasSize(7);
        }
    }

    @Test
    void oneHandlerMayListenTwiceAndIsRemovedOnce() {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        try (Swarm swarm = new Swarm(new SolveTestBed().config(ScriptedAgent.team()))) {
            java.util.function.Consumer<SwarmEvent> handler = event -> heard.add(event.type());
            Runnable first = swarm.on(SwarmEvent.SolveStarted.class, handler);
            swarm.on(SwarmEvent.SolveStarted.class, handler);
            first.run();
            swarm.solve(SolveTestBed.TASK);
        }
        assertThat(heard).containsExactly("solve:start");
    }

    /** A subscriber that stores the milestones it receives. */
    private static class Reader implements Flow.Subscriber<Milestone> {

        private final long first;
        private final List<Milestone> events = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile Flow.@Nullable Subscription subscription;
        private volatile boolean completed;
        private volatile @Nullable Throwable failure;

        Reader(long first) {
            this.first = first;
        }

        Flow.Subscription subscription() {
            Flow.Subscription known = subscription;
            assertThat(known).isNotNull();
            return java.util.Objects.requireNonNull(known);
        }

        List<String> types() {
            synchronized (events) {
                return events.stream().map(SwarmEvent::type).toList();
            }
        }

        void awaitEvents(int count) throws InterruptedException {
            synchronized (events) {
                while (events.size() < count) {
                    events.wait();
                }
            }
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(first);
        }

        @Override
        public void onNext(Milestone event) {
            synchronized (events) {
                events.add(event);
                events.notifyAll();
            }
        }

        @Override
        public void onError(Throwable failed) {
            failure = failed;
            ended.countDown();
        }

        @Override
        public void onComplete() {
            completed = true;
            ended.countDown();
        }
    }
}
