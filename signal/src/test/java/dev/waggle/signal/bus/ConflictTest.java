package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Signal;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Samples.discovery;
import static dev.waggle.signal.Samples.proposal;
import static dev.waggle.signal.Samples.said;
import static dev.waggle.signal.Samples.vote;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Rival proposals. */
class ConflictTest {

    private final BusFixture stage = new BusFixture();

    /** Scenario B1. */
    @Test
    void proposalsOfTwoSourcesAreOneConflict() {
        Signal first = proposal("p1", "x", "one");
        Signal second = proposal("p2", "y", "two");
        stage.bus.publish(first);
        stage.world.advance(Duration.ofMillis(250));
        stage.bus.publish(second);

        assertThat(stage.bus.getConflicts())
                .containsExactly(new ConflictPair(first, second, Samples.T.plusMillis(250)));
        assertThat(conflicts()).containsExactly("conflict p1 p2");
    }

    /** Scenario B2. */
    @Test
    void twoProposalsOfOneSourceAreNoConflict() {
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.bus.publish(proposal("p2", "x", "two"));

        assertThat(stage.bus.getConflicts()).isEmpty();
    }

    /** Scenario B3. */
    @Test
    void aProposalConflictsWithTheOldestRivalOnly() {
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.bus.publish(proposal("p2", "x", "two"));
        stage.bus.publish(proposal("p3", "x", "three"));
        stage.events.clear();

        stage.bus.publish(proposal("p4", "y", "four"));
        stage.bus.publish(proposal("p5", "z", "five"));
        stage.bus.publish(proposal("p6", "x", "six"));

        assertThat(conflicts()).containsExactly("conflict p1 p4", "conflict p1 p5", "conflict p4 p6");
        assertThat(stage.bus.getConflicts()).hasSize(3);
    }

    /** Scenario B4. */
    @Test
    void otherTypesConflictWithNothing() {
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.bus.publish(discovery("d1", "y"));
        stage.bus.publish(vote("v1", "y", "one"));
        stage.bus.publish(said("c1", "y", Draft.of(new Payload.Challenge("p1", "no", "something else"), 0.9)));
        stage.bus.publish(said("k1", "y", Draft.of(new Payload.Conflict("p1", "d1", ""), 0.9)));

        assertThat(stage.bus.getConflicts()).isEmpty();
    }

    /** Scenario B5. */
    @Test
    void withDetectionOffThereIsNeverAConflict() {
        BusFixture blind = new BusFixture(BusConfig.defaults().withDetectConflicts(false).withMaxHistorySize(2));
        for (int i = 0; i < 5; i++) {
            blind.bus.publish(proposal("p" + i, "agent-" + i, "proposal-" + i));
        }

        assertThat(blind.bus.getConflicts()).isEmpty();
        assertThat(blind.events).noneMatch(event -> event.startsWith("conflict"));
    }

    /** Scenario B6. */
    @Test
    void aResolvedConflictIsGoneInEitherOrder() {
        stage.bus.publish(proposal("a", "x", "one"));
        stage.bus.publish(proposal("b", "y", "two"));
        stage.bus.publish(proposal("c", "z", "three"));

        stage.bus.resolveConflict("a", "nobody");
        stage.bus.resolveConflict("b", "c");
        assertThat(stage.bus.getConflicts()).hasSize(2);

        stage.bus.resolveConflict("b", "a");
        assertThat(stage.bus.getConflicts()).singleElement()
                .satisfies(pair -> assertThat(pair.joins("c", "a")).isTrue());

        stage.bus.resolveConflict("a", "c");
        stage.bus.resolveConflict("a", "c");
        assertThat(stage.bus.getConflicts()).isEmpty();
    }

    @Test
    void theListOfConflictsIsACopy() {
        stage.bus.publish(proposal("a", "x", "one"));
        stage.bus.publish(proposal("b", "y", "two"));
        List<ConflictPair> before = stage.bus.getConflicts();

        stage.bus.resolveConflict("a", "b");

        assertThat(before).hasSize(1);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(before::clear);
    }

    @Test
    void theSameProposalOfTwoSourcesIsNoConflict() {
        stage.bus.publish(proposal("p1", "x", "same"));
        stage.bus.publish(proposal("p2", "y", "same"));

        assertThat(stage.bus.getConflicts()).isEmpty();

        stage.bus.publish(proposal("p3", "z", "other"));
        assertThat(conflicts()).containsExactly("conflict p1 p3");
    }

    @Test
    void aSourceThatRestatesAProposalIsStillNoRival() {
        stage.bus.publish(proposal("p1", "x", "same"));
        stage.bus.publish(proposal("p2", "x", "same"));
        stage.bus.publish(proposal("p3", "y", "same"));

        assertThat(stage.bus.getConflicts()).isEmpty();
    }

    /** X changes its proposal; Y agrees with the first proposal of X. */
    @Test
    void aSourceWhoseOldestProposalIsTheSameMayStillHaveARival() {
        stage.bus.publish(proposal("p1", "x", "one"));
        stage.bus.publish(proposal("p2", "x", "two"));
        stage.bus.publish(proposal("p3", "y", "one"));

        assertThat(conflicts()).containsExactly("conflict p2 p3");
    }

    @Test
    void proposalsThatLeftHistoryConflictWithNothing() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(2));
        small.bus.publish(proposal("p1", "x", "one"));
        small.bus.publish(discovery("d1", "z"));
        small.bus.publish(discovery("d2", "z"));

        small.bus.publish(proposal("p2", "y", "two"));

        assertThat(small.bus.getConflicts()).isEmpty();
    }

    @Test
    void aProposalThatLeavesMakesRoomForTheNextOldest() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(3));
        small.bus.publish(proposal("p1", "x", "one"));
        small.bus.publish(proposal("p2", "x", "two"));
        small.bus.publish(discovery("d1", "x"));

        small.bus.publish(proposal("p3", "y", "three")); // p1 leaves
        small.bus.publish(proposal("p4", "z", "four")); // p2 leaves

        assertThat(small.events).filteredOn(event -> event.startsWith("conflict")).containsExactly("conflict p2 p3",
                "conflict p3 p4");
    }

    @Test
    void aLeavingSignalOfAnotherTypeForgetsNoProposal() {
        BusFixture small = new BusFixture(BusConfig.defaults().withMaxHistorySize(3));
        small.bus.publish(discovery("d1", "x"));
        small.bus.publish(proposal("p1", "x", "one"));
        small.bus.publish(discovery("d2", "x"));
        small.bus.publish(discovery("d3", "x")); // d1 leaves

        small.bus.publish(discovery("d4", "x")); // p1 leaves
        small.bus.publish(proposal("p2", "y", "two"));
        assertThat(small.bus.getConflicts()).isEmpty();

        small.bus.publish(proposal("p3", "x", "three"));
        assertThat(small.bus.getConflicts()).hasSize(1);
    }

    /** Compares it with a scan of the retained history, oldest first, as the specification describes the rule. */
    @Test
    void theDetectorAgreesWithAScanOfTheHistory() {
        for (long seed = 0; seed < 200; seed++) {
            RandomGenerator random = new ManualWorld(Samples.T, seed).random("conflicts");
            int max = random.nextInt(1, 9);
            BusFixture random3 = new BusFixture(BusConfig.defaults().withMaxHistorySize(max));
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String agent = "agent-" + random.nextInt(3);
                Signal signal = random.nextInt(3) == 0
                        ? discovery("s" + i, agent)
                        : proposal("s" + i, agent, "proposal-" + random.nextInt(5));
                List<Signal> before = random3.bus.getHistory();
                boolean isFull = before.size() == max;
                random3.bus.publish(signal);
                oldestRival(signal, isFull ? before.subList(1, before.size()) : before)
                        .ifPresent(rival -> expected.add("conflict " + rival.id() + " " + signal.id()));
            }

            assertThat(random3.events).as("seed %d", seed).filteredOn(event -> event.startsWith("conflict"))
                    .isEqualTo(expected);
        }
    }

    private static Optional<Signal> oldestRival(Signal signal, List<Signal> history) {
        if (!(signal.payload() instanceof Payload.Proposal proposal)) {
            return Optional.empty();
        }
        return history.stream()
                .filter(other -> other.payload() instanceof Payload.Proposal
                        && !other.source().equals(signal.source())
                        && !((Payload.Proposal) other.payload()).proposalId().equals(proposal.proposalId()))
                .findFirst();
    }

    private List<String> conflicts() {
        return stage.events.stream().filter(event -> event.startsWith("conflict")).toList();
    }
}
