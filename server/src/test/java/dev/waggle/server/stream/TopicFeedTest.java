package dev.waggle.server.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TopicFeedTest {

    private final List<FeedMessage> log = new ArrayList<>();
    private final EventTopic topic = new EventTopic(8, 1 << 20);
    private int ended;

    @Test
    void aClientHasTheLogAndThenWhatFollows() throws Exception {
        append(3);
        topic.begin(3);

        SampleClient client = client(1);
        append(2);

        assertThat(client.ids()).containsExactly(2L, 3L, 4L, 5L);
        assertThat(client.isEnded()).isFalse();
    }

    /** Any client, from any number, in any order of appends and connections, has each entry once and in order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nothingIsDoubledOrLeftOut(long seed) throws Exception {
        Random random = new Random(seed);
        append(random.nextInt(20));
        topic.begin(log.size());
        List<SampleClient> clients = new ArrayList<>();
        List<Long> from = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
            if (random.nextInt(3) == 0) {
                long after = random.nextInt(log.size() + 1);
                from.add(after);
                clients.add(client(after));
            } else if (random.nextInt(3) == 0) {
                topic.publish(FeedMessage.live("event", "{}"));
            } else {
                append(1 + random.nextInt(3));
            }
        }

        for (int i = 0; i < clients.size(); i++) {
            assertThat(clients.get(i).ids())
                    .isEqualTo(LongStream.rangeClosed(from.get(i) + 1, log.size()).boxed().toList());
        }
    }

    @Test
    void nothingFollowsTheLastMessageAlsoInOneList() throws Exception {
        topic.begin(0);
        SampleClient client = client(0);

        topic.publish(List.of(FeedMessage.live("event", "{}"), FeedMessage.last("end", "{}"),
                FeedMessage.live("event", "{}")));

        assertThat(client.isEnded()).isTrue();
        assertThat(client.events()).containsExactly("event", "end");
    }

    @Test
    void aSlowClientIsToldAndCutAndNoOtherNotices() throws Exception {
        topic.begin(0);
        SampleClient slow = client(0);
        SampleClient quick = client(0);
        slow.slowDown();
        append(50);
        slow.read();

        assertThat(slow.events()).last().isEqualTo("cut");
        assertThat(slow.isEnded()).isTrue();
        assertThat(quick.ids()).hasSize(50);
        long last = slow.ids().getLast();
        assertThat(client(last).ids()).isEqualTo(LongStream.rangeClosed(last + 1, 50).boxed().toList());
        assertThat(ended).isEqualTo(1);
    }

    @Test
    void aSlowClientThatStaysWithinTheMemoryLosesNothing() throws Exception {
        topic.begin(0);
        SampleClient slow = client(0);
        slow.slowDown();
        append(7);
        slow.read();

        assertThat(slow.ids()).hasSize(7);
        assertThat(slow.isEnded()).isFalse();
    }

    @Test
    void memoryIsBoundedInBytesToo() throws Exception {
        EventTopic small = new EventTopic(1_000, 300);
        small.begin(0);
        for (int i = 1; i <= 100; i++) {
            small.publish(FeedMessage.entry(i, "entry", "x".repeat(20)));
        }

        assertThat(small.positionAfter(0)).isNegative();
        assertThat(small.positionAfter(99)).isPositive();
    }

    @Test
    void aMissedEntryIsReadFromTheLog() throws Exception {
        topic.begin(0);
        append(2);
        SampleClient before = client(0);
        log.add(entry(3));
        topic.miss(3);
        append(1);

        assertThat(before.events()).last().isEqualTo("cut");
        assertThat(client(2).ids()).containsExactly(3L, 4L);
    }

    @Test
    void theLastMessageEndsEveryClient() throws Exception {
        topic.begin(0);
        SampleClient client = client(0);
        topic.publish(FeedMessage.last("end", "{}"));
        topic.publish(FeedMessage.live("event", "{}"));

        assertThat(client.isEnded()).isTrue();
        assertThat(client.events()).containsExactly("end");
        assertThat(topic.clients()).isZero();
        assertThat(client(0).isEnded()).isTrue();
    }

    private SampleClient client(long after) throws Exception {
        SampleClient client = new SampleClient();
        new TopicFeed(topic, after, this::page, () -> ended++).start(client);
        assertThat(client.aborted()).isNull();
        return client;
    }

    private void append(int count) {
        for (int i = 0; i < count; i++) {
            FeedMessage message = entry(log.size() + 1);
            log.add(message);
            topic.publish(message);
        }
    }

    private TopicFeed.Page page(long after) {
        List<FeedMessage> some = log.subList((int) after, (int) Math.min(log.size(), after + 4));
        return new TopicFeed.Page(some, after + some.size(), some.size() < 4);
    }

    private static FeedMessage entry(long sequence) {
        return FeedMessage.entry(sequence, "entry", "{\"seq\":" + sequence + "}");
    }
}
