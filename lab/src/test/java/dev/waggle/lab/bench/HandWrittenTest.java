package dev.waggle.lab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Correctness of the hand-written rival; one with wrong bookkeeping would be fast for the wrong reason. */
class HandWrittenTest {

    private static final int HISTORY = 50;

    private final World world = World.system(1);
    private final HandWritten hand = new HandWritten(PublishWorkload.CONFIG.withMaxHistorySize(HISTORY));

    @Test
    void itsPostingsAnswerLikeAScanOfTheLatestSignals() {
        Random random = new Random(3);
        List<Signal> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            all.add(any(random));
            hand.publish(all.getLast());
            List<Signal> latest = all.subList(Math.max(0, all.size() - HISTORY), all.size());

            SignalType type = all.getLast().type();
            String source = "agent-" + random.nextInt(5);
            String question = "sig-" + random.nextInt(5);
            assertThat(hand.ofType(type)).isEqualTo(latest.stream().filter(s -> s.type().equals(type)).toList());
            assertThat(hand.ofSource(source))
                    .isEqualTo(latest.stream().filter(s -> s.source().label().equals(source)).toList());
            assertThat(hand.ofTypeAndSource(type, source)).isEqualTo(latest.stream()
                    .filter(s -> s.type().equals(type) && s.source().label().equals(source)).toList());
            assertThat(hand.repliesTo(question))
                    .isEqualTo(latest.stream().filter(s -> question.equals(s.links().replyTo())).toList());
        }
        assertThat(hand.counters()).isEqualTo(new HandWritten.Counters(1000, 0, 950, 0, 0, 0));
    }

    @Test
    void aProposalConflictsWithTheOldestRetainedRival() {
        List<Signal> proposals = PublishWorkload.proposals(world, HISTORY + 11);
        proposals.forEach(hand::publish);

        List<ConflictPair> conflicts = hand.conflicts();

        assertThat(conflicts).hasSize(HISTORY + 10);
        assertThat(conflicts.getFirst().signalA()).isEqualTo(proposals.get(0));
        assertThat(conflicts.get(9).signalA()).as("the first is by the same source").isEqualTo(proposals.get(1));
        assertThat(conflicts.getLast().signalA()).as("the oldest that is left").isEqualTo(proposals.get(11));
    }

    @Test
    void itCountsAndServesAllThoughOneThrows() {
        List<String> heard = new ArrayList<>();
        hand.subscribe(SignalType.DISCOVERY, signal -> {
            throw new IllegalStateException("for the test");
        });
        hand.subscribe(SignalType.DISCOVERY, signal -> heard.add(signal.id()));
        Signal signal = PublishWorkload.discoveries(world, 1).getFirst();
        Stamp longAgo = new Stamp("sig-old", signal.source(), signal.time().minusSeconds(60), signal.scope());
        Signal over = Signal.of(signal.toDraft().withId("sig-over").withTtl(Duration.ofSeconds(1)), longAgo);

        assertThat(List.of(hand.publish(signal), hand.publish(signal), hand.publish(over))).containsExactly(1L, 0L, 0L);

        assertThat(heard).containsExactly(signal.id());
        assertThat(hand.counters()).isEqualTo(new HandWritten.Counters(1, 1, 0, 1, 2, 1));
    }

    private Signal any(Random random) {
        Payload payload = random.nextBoolean()
                ? new Payload.Discovery("finding", null, 0.5)
                : new Payload.Challenge("sig-1", "argument", null);
        Links links = random.nextBoolean() ? Links.NONE : Links.replyTo("sig-" + random.nextInt(5));
        Stamp stamp = new Stamp(world.nextId("sig"), Source.agent("agent-" + random.nextInt(5)), world.now(),
                Scope.NONE);
        return Signal.of(Draft.of(payload, 0.5).withLinks(links), stamp);
    }
}
