package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.SourceIdentityTest;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.pattern.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Sources of one label are different sources: in queries, conflicts and emitters. */
class SourceKindsTest {

    private static final Source AGENT = Source.agent("webhook");
    private static final Source WEBHOOK = new Source.Webhook(null);

    private final BusFixture stage = new BusFixture();

    @Test
    void aLabelFindsAllItsSourcesAndAnIdentityFindsOne() {
        Signal ofAgent = publish(AGENT, "one");
        Signal ofWebhook = publish(WEBHOOK, "two");

        assertThat(stage.bus.getHistory(bySource("webhook"))).contains(ofAgent, ofWebhook);
        assertThat(proposals(SignalFilter.ALL.withSource(AGENT))).containsExactly(ofAgent);
        assertThat(proposals(bySource("urn:waggle:webhook"))).containsExactly(ofWebhook);
        assertThat(proposals(bySource("urn:waggle:webhook:webhook"))).isEmpty();
    }

    @Test
    void theAgentAndTheWebhookOfOneLabelAreRivals() {
        publish(AGENT, "one");
        publish(WEBHOOK, "two");

        assertThat(stage.bus.getConflicts()).hasSize(1);
    }

    @Test
    void anAgentCalledBusDoesNotSpeakAsTheBus() {
        publish(Source.agent(SignalBus.SELF), "one");
        publish(Source.agent("x"), "two"); // The bus adds a conflict signal.

        assertThat(emitters()).containsExactly("urn:waggle:agent:bus", "x", "bus");
        assertThat(stage.bus.getHistory(SignalFilter.ALL.withSource(Source.named(SignalBus.SELF))))
                .extracting(Signal::type).containsExactly(SignalType.CONFLICT);
    }

    @Test
    void noSourceSpeaksAsTheConnectivityLayer() {
        String layer = FactLedger.EMISSION.by();
        for (Source source : List.of(Source.agent(layer), Source.named(layer), new Source.Process(layer),
                new Source.Webhook(layer), new Source.Harness(layer, null))) {
            publish(source, "p" + source.hashCode());
        }

        assertThat(emitters()).doesNotContain(layer);
    }

    @Test
    void noTwoSourcesHaveOneEmitter() {
        Map<String, Source> byEmitter = new HashMap<>();
        for (Source source : SourceIdentityTest.sources()) {
            BusFixture own = new BusFixture(BusConfig.defaults().withDetectConflicts(false));
            own.bus.publish(source, draft("p"));
            String by = own.journal.read(1, 1).getFirst().emission().by();
            Source other = byEmitter.put(by, source);
            assertThat(other == null || other.equals(source)).as(by + " of " + source + " and " + other).isTrue();
        }
    }

    /** Random publishes and evictions, queried by label, identity, types and patterns, against a scan. */
    @Test
    void queriesAgreeWithAScanOfTheHistory() {
        List<Source> sources = SourceIdentityTest.sources();
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            List<Source> few = List.of(sources.get(random.nextInt(sources.size())), AGENT, WEBHOOK,
                    Source.named("webhook"), new Source.Process("webhook"), new Source.Harness("webhook", "webhook"));
            BusFixture own = new BusFixture(BusConfig.defaults().withMaxHistorySize(random.nextInt(2, 30))
                    .withSweepInterval(Duration.ZERO).withDetectConflicts(false));
            for (int i = 0; i < 120; i++) {
                Source source = few.get(random.nextInt(few.size()));
                own.bus.publish(source, random.nextBoolean() ? draft("p" + i) : Draft.of(
                        new Payload.Discovery("finding", null, 0.5), 0.6));
                SignalFilter filter = random.nextBoolean() ? bySource(source.label()) : bySource(source.identity());
                filter = switch (random.nextInt(3)) {
                    case 0 -> filter.withTypes(List.of(SignalType.PROPOSAL));
                    case 1 -> filter.withPattern(Pattern.of("discovery"));
                    default -> filter;
                };
                SignalFilter asked = filter;
                assertThat(own.bus.getHistory(asked)).as("seed %d, %s", seed, asked)
                        .isEqualTo(own.bus.getHistory().stream().filter(asked::matches).toList());
            }
        }
    }

    private Signal publish(Source source, String proposalId) {
        stage.bus.publish(source, draft(proposalId));
        return proposals(SignalFilter.ALL.withSource(source)).getLast();
    }

    private List<Signal> proposals(SignalFilter filter) {
        return stage.bus.getHistory(filter.withTypes(List.of(SignalType.PROPOSAL)));
    }

    private List<String> emitters() {
        return stage.journal.read(1, 100).stream().map(entry -> entry.emission().by()).toList();
    }

    private static SignalFilter bySource(String labelOrIdentity) {
        return SignalFilter.ALL.withSource(labelOrIdentity);
    }

    private static Draft draft(String proposalId) {
        return Draft.of(new Payload.Proposal(proposalId, "text", "reasons"), 0.8);
    }
}
