package dev.waggle.lab.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.BusConfig;
import dev.waggle.signal.world.World;

/** Workload of the publish benchmarks: the same signals and subscribers for every alternative. */
final class PublishWorkload {

    /** Nothing expires while a bench runs. */
    static final BusConfig CONFIG = BusConfig.defaults().withDefaultTtl(Duration.ofDays(365));

    private static final int SOURCES = 10;

    /** Signals that have replies. */
    private static final int QUESTIONS = 16;

    private PublishWorkload() {}

    /** Discoveries of ten agents; every second one is a reply. */
    static List<Signal> discoveries(World world, int count) {
        Instant now = world.now();
        return IntStream.range(0, count)
                .mapToObj(i -> said(world, i, now, new Payload.Discovery("finding " + i, null, 0.5)))
                .toList();
    }

    /** Proposals of ten agents, each a rival of all others; every second one is a reply. */
    static List<Signal> proposals(World world, int count) {
        Instant now = world.now();
        return IntStream.range(0, count)
                .mapToObj(i -> said(world, i, now, new Payload.Proposal("prop-" + i, "answer " + i, "")))
                .toList();
    }

    /** Subscribers of eight classes that take turns. */
    static SignalConsumer[] callbacks(int count) {
        return IntStream.range(0, count).mapToObj(PublishWorkload::callback).toArray(SignalConsumer[]::new);
    }

    /** All of one time, so that publishing them over and over publishes none that comes late. */
    private static Signal said(World world, int number, Instant time, Payload payload) {
        Links links = number % 2 == 0 ? Links.NONE : Links.replyTo("sig-question-" + number % QUESTIONS);
        Stamp stamp = new Stamp(world.nextId("sig"), Source.agent("scout-" + number % SOURCES), time,
                dev.waggle.signal.Scope.NONE);
        return Signal.of(Draft.of(payload, 0.8).withLinks(links), stamp);
    }

    /**
     * The caller cannot know which class comes next, as in a real swarm. Each looks at the signal and writes nothing:
     * two threads that deliver at once must not pay for a counter that both of them write.
     */
    private static SignalConsumer callback(int number) {
        int never = -1 - number;
        return switch (number % 8) {
            case 0 -> signal -> refuse(signal.id().length() == never);
            case 1 -> signal -> refuse(signal.extensions().size() == never);
            case 2 -> signal -> refuse(signal.id().length() < never);
            case 3 -> signal -> refuse(signal.extensions().size() < never);
            case 4 -> signal -> refuse(signal.id().length() + never > 1000);
            case 5 -> signal -> refuse(signal.extensions().size() + never > 1000);
            case 6 -> signal -> refuse(signal.id().length() - never < 0);
            default -> signal -> refuse(signal.extensions().size() - never < 0);
        };
    }

    private static void refuse(boolean never) {
        if (never) {
            throw new IllegalStateException("the signals of a bench look otherwise");
        }
    }
}
