package dev.waggle.lab.models;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToDoubleFunction;

import dev.waggle.swarm.event.SwarmEvent;

/**
 * Time of a round whose agents all wait for their models, and our share of it. Each model answers after 50 ms. The
 * baseline is as many bare virtual threads that sleep as long, in turns. Then the memory of a waiting agent.
 */
public final class WaitingRound {

    private static final Duration WAIT = Duration.ofMillis(50);

    /** Rounds that only warm the code up. */
    private static final int WARMUPS = 20;

    private WaitingRound() {}

    /**
     * Measures.
     *
     * @param args how many agents, 1,000 unless given, and how many rounds, 31 unless given
     */
    public static void main(String[] args) throws InterruptedException {
        int agents = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 31;
        System.out.printf("%d agents, each waits %d ms; median of %d rounds (least to most)%n", agents,
                WAIT.toMillis(), rounds);
        measure(agents, WARMUPS, rounds).forEach(System.out::println);
        HeapUsage.of(agents).forEach(System.out::println);
    }

    /**
     * The report of so many rounds, each kind of round in its turn.
     *
     * @param warmups rounds of each kind before, which do not count
     */
    static List<String> measure(int agents, int warmups, int rounds) throws InterruptedException {
        StandIn model = new StandIn(_ -> Thread.sleep(WAIT));
        AgentTeam apart = AgentTeam.of(agents, model);
        AgentTeam talking = AgentTeam.talking(agents, model);
        List<Double> bare = new ArrayList<>();
        List<Times> quiet = new ArrayList<>();
        List<Times> loud = new ArrayList<>();
        for (int i = -warmups; i < rounds; i++) {
            double slept = sleepers(agents);
            Times ofApart = Times.of(apart);
            Times ofTalking = Times.of(talking);
            if (i >= 0) {
                bare.add(slept);
                quiet.add(ofApart);
                loud.add(ofTalking);
            }
        }
        return List.of("bare virtual threads, ms                      " + MedianRange.of(bare),
                "all have answered, ms                         " + spread(quiet, Times::answered),
                "the round is over, ms                         " + spread(quiet, Times::over),
                "the solve is over, ms                         " + spread(quiet, Times::all),
                "allocated per agent in the solve, bytes       " + spread(quiet, it -> it.allocated() / agents),
                "all have answered, everybody hears all, ms    " + spread(loud, Times::answered),
                "the round is over, everybody hears all, ms    " + spread(loud, Times::over));
    }

    private static MedianRange spread(List<Times> times, ToDoubleFunction<Times> part) {
        return MedianRange.of(times.stream().mapToDouble(part).boxed().toList());
    }

    private static double sleepers(int threads) throws InterruptedException {
        long begin = System.nanoTime();
        try (ExecutorService sleepers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < threads; i++) {
                var _ = sleepers.submit(() -> {
                    Thread.sleep(WAIT);
                    return null;
                });
            }
        }
        return (System.nanoTime() - begin) / 1e6;
    }

    /**
     * Times in a solve, in milliseconds.
     *
     * @param answered from the start of the round until the last agent has reacted
     * @param over from the start of the round until its end: signals published and votes counted, too
     * @param all from the call of the solve to its result
     * @param allocated bytes, by all threads
     */
    private record Times(double answered, double over, double all, double allocated) {

        static Times of(AgentTeam team) {
            Marks marks = new Marks();
            long before = HeapUsage.allocated();
            long begin = System.nanoTime();
            team.watchedBy(marks::note).solve();
            double all = (System.nanoTime() - begin) / 1e6;
            return new Times((marks.reacted - marks.began) / 1e6, (marks.ended - marks.began) / 1e6, all,
                    HeapUsage.allocated() - before);
        }
    }

    /** The stopwatch at the events of a solve; owned by its thread, read after it. */
    private static final class Marks {

        private long began;
        private long reacted;
        private long ended;

        void note(SwarmEvent event) {
            switch (event) {
                case SwarmEvent.RoundStarted _ -> began = System.nanoTime();
                case SwarmEvent.AgentReacted _ -> reacted = System.nanoTime();
                case SwarmEvent.RoundEnded _ -> ended = System.nanoTime();
                case SwarmEvent.Milestone _, SwarmEvent.Detail _ -> {}
            }
        }
    }
}
