package dev.waggle.connect.qdrant;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String QDRANT = "dev.waggle.connect.qdrant";

    private static final JavaClasses MODULE = Ladder.moduleOf(QdrantMemory.class);

    @Test
    void theModuleIsOneRoom() {
        Ladder.rooms(List.of(Set.of(QDRANT))).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyThePortsTheHarnessPoliciesAndTheJsonOfTheJournal() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.signal..", "dev.waggle.swarm.memory",
                "dev.waggle.swarm.harness..", "dev.waggle.journal", QDRANT + "..").check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void onlyTheHttpPartKnowsTheHttpClient() {
        noClasses().that().haveNameNotMatching(".*\\.(QdrantClient|LimitedBody|RetryHeader)(\\$.*)?").should()
                .dependOnClassesThat().resideInAPackage("java.net.http..").check(MODULE);
    }

    @Test
    void nobodyReadsTheEnvironmentOfTheProcess() {
        noClasses().should().callMethod(System.class, "getenv").orShould().callMethod(System.class, "getenv",
                String.class).check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
