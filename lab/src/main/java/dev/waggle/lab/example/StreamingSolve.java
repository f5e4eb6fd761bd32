package dev.waggle.lab.example;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * Three ways to watch a swarm at work: callbacks, a stream to iterate, a publisher.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.StreamingSolve [MODEL]}
 */
public final class StreamingSolve {

    private static final Task TASK = Task.of("Rewrite the billing service or repair it?");

    private StreamingSolve() {}

    public static void main(String... args) {
        watch(System.getenv(), args.length > 0 ? args[0] : "ollama:llama3.2");
    }

    static void watch(Map<String, String> environment, String name) {
        try (Swarm swarm = Swarm.builder().environment(environment).model(name)
                .agent("builder", "proposes what to build")
                .agent("keeper", "speaks for those who run it").build()) {
            callBack(swarm);
            iterate(swarm);
            subscribe(swarm);
        }
    }

    /** Calls the handlers with every event, on the thread of the solve, until they are removed. */
    private static void callBack(Swarm swarm) {
        Runnable noVotes = swarm.on(SwarmEvent.VoteCast.class, cast -> System.out.println(
                "vote: " + cast.vote().agentId() + " on " + cast.vote().proposalId()));
        Runnable noSignals = swarm.onSignal(signal -> System.out.println("said: " + signal.type()));
        swarm.solve(TASK);
        noVotes.run();
        noSignals.run();
    }

    /** The reader takes the milestones at its own pace; leaving the block early would cancel the solve. */
    private static void iterate(Swarm swarm) {
        try (SwarmStream stream = swarm.stream(TASK)) {
            for (SwarmEvent.Milestone milestone : stream) {
                System.out.println("milestone: " + milestone.type());
            }
            System.out.println("answer: " + stream.result().answer());
        }
    }

    /** The solve begins with the subscription; the subscriber says how much it can take. */
    private static void subscribe(Swarm swarm) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        swarm.publisher(TASK).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(SwarmEvent.Milestone milestone) {
                System.out.println("published: " + milestone.type());
            }

            @Override
            public void onError(Throwable failure) {
                done.completeExceptionally(failure);
            }

            @Override
            public void onComplete() {
                done.complete(null);
            }
        });
        done.join();
    }
}
