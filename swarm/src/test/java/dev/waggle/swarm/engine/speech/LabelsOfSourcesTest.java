package dev.waggle.swarm.engine.speech;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.runlog.LoopVersion;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A source is no agent because it has the label of one: in deliveries, topologies, audiences and findings. */
class LabelsOfSourcesTest {

    private static final Source AGENT = Source.agent("bus");
    private static final List<Source> OTHERS = List.of(Source.named("bus"), new Source.Webhook("bus"),
            new Source.Process("bus"), new Source.Harness("bus", null));

    @Test
    void anAgentKnowsItsOwnSignalsAndThoseThatReachedIt() {
        DeliveryIndex deliveries = new DeliveryIndex();
        assertThat(deliveries.isKnownTo("bus", said(AGENT, "f", Audience.everyone()))).isTrue();
        for (Source other : OTHERS) {
            Signal signal = said(other, "f", Audience.everyone());
            assertThat(deliveries.isKnownTo("bus", signal)).isFalse();
            deliveries.add("bus", signal);
            assertThat(deliveries.isKnownTo("bus", signal)).isTrue();
            deliveries = new DeliveryIndex();
        }
    }

    @Test
    void aTopologyRestrictsAgentsOnly() {
        TopologyFilter filter = new TopologyFilter(LoopVersion.THIRD);
        filter.setTopology(new Topology(Map.of("a", Set.of("b"), "b", Set.of("a"), "bus", Set.of("a"))));

        assertThat(filter.reaches("a", said(AGENT, "f", Audience.everyone()))).isFalse();
        assertThat(OTHERS).allMatch(other -> filter.reaches("a", said(other, "f", Audience.everyone())));
    }

    @Test
    void aSignalForItselfIsForTheAgentThatEmittedIt() {
        TopologyFilter filter = new TopologyFilter(LoopVersion.THIRD);
        Audience self = new Audience.Role(Audience.RoleName.SELF);

        assertThat(filter.reaches("bus", said(AGENT, "f", self))).isTrue();
        assertThat(OTHERS).noneMatch(other -> filter.reaches("bus", said(other, "f", self)));
    }

    @Test
    void theSecondVersionOfTheLoopKnowsLabels() {
        TopologyFilter filter = new TopologyFilter(LoopVersion.SECOND);
        filter.setTopology(new Topology(Map.of("a", Set.of("b"), "b", Set.of("a"), "bus", Set.of("a"))));

        assertThat(OTHERS).noneMatch(other -> filter.reaches("a", said(other, "f", Audience.everyone())));
    }

    @Test
    void aFindingOfAnotherSourceIsNoFindingOfTheAgent() {
        FindingFilter findings = new FindingFilter(true);
        Signal own = said(AGENT, "the disk is full", Audience.everyone());
        assertThat(findings.isNews("bus", own)).isTrue();
        assertThat(findings.isNews("a", own)).isTrue();

        Signal other = said(Source.named("bus"), "the disk is full", Audience.everyone());

        assertThat(findings.isNews("bus", other)).isFalse();
        assertThat(findings.isNews("a", other)).isFalse();
        assertThat(findings.supporters("bus", own.id())).containsExactly("urn:waggle:name:bus");
        assertThat(findings.supporters("a", own.id())).containsExactly("urn:waggle:name:bus");
    }

    private static Signal said(Source source, String finding, Audience audience) {
        Draft draft = Draft.of(new Payload.Discovery(finding, null, 1), 0.8);
        return Signal.of(
                new Draft(null, draft.type(), draft.payload(), draft.links(), draft.grading(), draft.lifetime(),
                        audience, Map.of()),
                new Stamp("s of " + source + finding, source, Instant.EPOCH, Scope.ofRun("run", 1)));
    }
}
