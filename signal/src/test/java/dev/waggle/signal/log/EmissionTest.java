package dev.waggle.signal.log;

import java.util.List;

import dev.waggle.signal.Source;
import dev.waggle.signal.SourceIdentityTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The emitter of a signal is an agent or something else of the same name. */
class EmissionTest {

    private static final List<String> IDS = List.of("webhook", "bus", "host", "cli", "a", "a:b", "urn:waggle:agent:a",
            "urn:waggle:webhook");

    @Test
    void anAgentIsTheEmitterOfItsOwnSignalsOnly() {
        for (String id : IDS) {
            for (Source source : SourceIdentityTest.sources()) {
                assertThat(Emission.of(source).isOfAgent(id)).as(source + " and agent " + id)
                        .isEqualTo(source.isAgent(id));
            }
            assertThat(Emission.of(Source.agent(id)).isOfAgent(id)).isTrue();
        }
    }

    @Test
    void aCallIsOfTheAgentWithThatIdWhateverElseHasItsName() {
        for (String id : IDS) {
            assertThat(new Emission(id, 1).isOfAgent(id)).isTrue();
            assertThat(new Emission(id, 1).isOfAgent("b")).isFalse();
            assertThat(new Emission("urn:waggle:agent:" + id, 1).isOfAgent(id)).isFalse();
        }
    }

    @Test
    void partsOfTheRuntimeAndTheHostAreNoAgents() {
        for (String part : List.of("bus", "connectivity", "host", "cli", "signals", "inboxes", "recorder", "import",
                "server")) {
            assertThat(Emission.by(part).isOfAgent(part)).isFalse();
        }
        assertThat(Emission.by("ann").isOfAgent("ann")).isTrue();
    }

    @Test
    void aNameIsOfOneEmitter() {
        List<Emission> emissions = List.of(Emission.by("bus"), new Emission("bus", 1), Emission.of(Source.agent("bus")),
                new Emission("ann", 0), new Emission("ann", 2));

        assertThat(emissions).filteredOn(it -> it.isBy("bus")).containsExactly(Emission.by("bus"));
        assertThat(emissions).filteredOn(it -> it.isBy("urn:waggle:agent:bus")).containsExactly(
                new Emission("bus", 1), Emission.of(Source.agent("bus")));
        assertThat(emissions).filteredOn(it -> it.isBy("ann")).hasSize(2);
        assertThat(emissions).noneMatch(it -> it.isBy("Ann"));
    }
}
