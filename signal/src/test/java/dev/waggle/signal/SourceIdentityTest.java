package dev.waggle.signal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The identity of a source is its kind and id. */
public class SourceIdentityTest {

    private static final List<String> IDS = List.of("webhook", "process", "system", "bus", "none", "harness", "a",
            "a:b",
            "agent:a", "urn:waggle:agent:a", "%41", "a%3Ab", "b\u00e9", "\ud83d\udc1d", "a b", "?agent=x", "~._-");

    @Test
    void eachKindHasItsForm() {
        assertThat(new Source.System().identity()).isEqualTo("urn:waggle:system");
        assertThat(Source.agent("a d\u00e4").identity()).isEqualTo("urn:waggle:agent:a%20d%C3%A4");
        assertThat(new Source.Webhook(null).identity()).isEqualTo("urn:waggle:webhook");
        assertThat(new Source.Process("7").identity()).isEqualTo("urn:waggle:process:7");
        assertThat(new Source.Harness("ada", "cc").identity()).isEqualTo("urn:waggle:harness:cc:ada");
        assertThat(new Source.Harness(null, "cc").identity()).isEqualTo("urn:waggle:harness:cc");
        assertThat(new Source.Harness("ada", null).identity()).isEqualTo("urn:waggle:harness::ada");
        assertThat(new Source.Harness(null, null).identity()).isEqualTo("urn:waggle:harness");
        assertThat(Source.named("specialist:reviewer").identity()).isEqualTo("urn:waggle:name:specialist%3Areviewer");
        assertThat(new Source.None().identity()).isEqualTo("urn:waggle:none");
    }

    @Test
    void differentSourcesHaveDifferentIdentities() {
        Map<String, Source> byIdentity = new HashMap<>();
        for (Source source : sources()) {
            Source other = byIdentity.put(source.identity(), source);
            assertThat(other == null || other.equals(source)).as(source + " and " + other).isTrue();
            assertThat(source.isNamed(source.identity())).isTrue();
            assertThat(source.isNamed(source.label()))
                    .isEqualTo(!source.label().startsWith(Source.IDENTITY_PREFIX));
        }
    }

    /** Every kind with ids that look like something else. */
    public static List<Source> sources() {
        List<Source> sources = new ArrayList<>(List.of(new Source.System(), new Source.None(),
                new Source.Webhook(null), new Source.Process(null), new Source.Harness(null, null)));
        for (String id : IDS) {
            sources.addAll(List.of(Source.agent(id), Source.named(id), new Source.Webhook(id), new Source.Process(id),
                    new Source.Harness(id, null), new Source.Harness(null, id), new Source.Harness(id, "bus")));
        }
        return sources;
    }
}
