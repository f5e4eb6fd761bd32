package dev.waggle.connect.lucene;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.connect.lucene.vector.VectorIndex;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String LUCENE = "dev.waggle.connect.lucene";

    private static final JavaClasses MODULE = Ladder.moduleOf(VectorIndex.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(List.of(Set.of(LUCENE + ".text", LUCENE + ".vector"), Set.of(LUCENE + ".meaning"), Set.of(LUCENE)))
                .check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyLuceneBesideSignalSwarmAndJournal() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.signal..", "dev.waggle.swarm..",
                "dev.waggle.journal..", LUCENE + "..", "org.apache.lucene..").check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
