package dev.waggle.signal.bus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.vote;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.VOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Handles of subscriptions, subscriptions by payload, and scopes of published drafts. */
class SubscriptionHandleTest {

    private final BusFixture stage = new BusFixture();

    @Test
    void aHandleEndsExactlyItsOwnSubscription() {
        BusSubscription types = stage.bus.subscribe("a", List.of(DISCOVERY, VOTE), signal -> add("types", signal));
        BusSubscription pattern = stage.bus.subscribe("a", Pattern.of("**"), signal -> add("pattern", signal));
        BusSubscription same = stage.bus.subscribe("a", Pattern.of("**"), signal -> add("same", signal));
        stage.listen("b", DISCOVERY);

        pattern.close();
        stage.bus.publish(discovery("d1", "x"));
        types.close();
        stage.bus.publish(vote("v1", "x", "p"));
        same.close();
        stage.bus.publish(discovery("d2", "x"));

        assertThat(stage.heard()).containsExactly("types heard d1", "same heard d1", "b heard d1", "same heard v1",
                "b heard d2");
        assertThat(types.subscriber()).isEqualTo("a");
    }

    @Test
    void closingTwiceOrAfterTheOthersEndedIsHarmless() {
        BusSubscription first = stage.bus.subscribe("a", List.of(DISCOVERY), signal -> add("first", signal));
        BusSubscription second = stage.bus.subscribe("a", List.of(DISCOVERY), signal -> add("second", signal));

        first.close();
        first.close();
        stage.bus.publish(discovery("d1", "x"));
        stage.bus.unsubscribe("a");
        second.close();
        BusSubscription third = stage.bus.subscribe("a", List.of(DISCOVERY), signal -> add("third", signal));
        second.close();
        stage.bus.publish(discovery("d2", "x"));
        stage.bus.close();

        assertThatCode(third::close).doesNotThrowAnyException();
        assertThat(stage.heard()).containsExactly("second heard d1", "third heard d2");
    }

    @Test
    void aSignalPublishedBeforeTheCloseStillArrives() {
        List<BusSubscription> own = new ArrayList<>();
        stage.act("a", signal -> {
            stage.bus.publish(vote("v1", "a", "p"));
            own.getFirst().close();
            stage.bus.publish(vote("v2", "a", "p"));
        }, DISCOVERY);
        own.add(stage.bus.subscribe("b", List.of(VOTE), signal -> add("b", signal)));

        stage.bus.publish(discovery("d1", "x"));

        assertThat(stage.heard()).containsExactly("a heard d1", "b heard v1");
    }

    @Test
    void aSubscriptionByPayloadReceivesTheRecord() {
        List<String> heard = new ArrayList<>();
        BusSubscription votes = stage.bus.subscribe("clerk", Payload.Vote.class,
                (signal, vote) -> heard.add(signal.id() + " for " + vote.proposalId()));
        stage.bus.publish(vote("v1", "x", "shard"));
        stage.bus.publish(discovery("d1", "x"));
        votes.close();
        stage.bus.publish(vote("v2", "x", "shard"));

        assertThat(heard).containsExactly("v1 for shard");
    }

    /** Compares the types by class with those of one payload of each class, so that a new record cannot be left out. */
    @Test
    void everyRecordWithATypeCanBeSubscribed() {
        List<Payload> heard = new ArrayList<>();
        List<Class<?>> open = new ArrayList<>(Arrays.asList(Payload.class.getPermittedSubclasses()));
        for (Payload payload : Samples.swarmPayloads()) {
            stage.bus.subscribe("clerk", payload.getClass(), (signal, content) -> heard.add(content));
            open.remove(payload.getClass());
        }

        Samples.oneOfEach().forEach(stage.bus::publish);

        assertThat(open).isEqualTo(List.of(Payload.Open.class));
        assertThat(heard).isEqualTo(Samples.swarmPayloads());
    }

    @Test
    void aPayloadWithoutATypeIsRefusedWithTheRemedy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.bus.subscribe("clerk", Payload.Open.class, (signal, open) -> {
                })).withMessageStartingWith("a payload of Open has no type of its own").withMessageContaining("Maybe");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.bus.subscribe("clerk", Payload.class, (signal, any) -> {
                })).withMessageStartingWith("a payload of Payload has no type of its own");
    }

    @Test
    void aDraftIsPublishedInItsRoundAndThread() {
        Scope scope = Scope.ofThread("review-7").withRound(3);

        stage.bus.publish(Source.agent("x"), Draft.of(new Payload.Discovery("finding", null, 0.5), 0.6), scope);
        stage.bus.publish(Source.agent("x"), Draft.of(new Payload.Discovery("finding", null, 0.5), 0.6),
                Scope.ofRound(4).withThread("other"));
        stage.bus.publish(Source.agent("x"), Draft.of(new Payload.Discovery("finding", null, 0.5), 0.6));

        assertThat(stage.journal.read(1, 3)).extracting(LogEntry::signal).extracting(Signal::scope)
                .containsExactly(new Scope(null, "review-7", null, 3, null), new Scope(null, "other", null, 4, null),
                        Scope.NONE);
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.ofRound(-1))
                .withMessage("round must be at least 0, got -1");
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.ofThread(" "));
    }

    @Test
    void aClosedBusRefusesEverySubscription() {
        stage.bus.close();

        assertThatIllegalStateException().isThrownBy(() -> stage.bus.subscribe("a", Payload.Vote.class, (s, v) -> {
        })).withMessage("the bus is closed");
        assertThatIllegalStateException().isThrownBy(() -> stage.bus.subscribe("a", Pattern.of("**"), signal -> {
        })).withMessage("the bus is closed");
    }

    private void add(String who, Signal signal) {
        stage.events.add(who + " heard " + signal.id());
    }
}
