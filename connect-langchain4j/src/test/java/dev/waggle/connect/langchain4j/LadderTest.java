package dev.waggle.connect.langchain4j;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String ROOM = "dev.waggle.connect.langchain4j";

    private static final JavaClasses MODULE = Ladder.moduleOf(ChatModelHarness.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(List.of(Set.of(ROOM))).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlySignalAndTheJsonOfTheJournalAndTheCoreOfTheLibrary() {
        Ladder.needsOnly("java..", "javax.net.ssl", "org.jspecify.annotations", "dev.waggle.signal..",
                "dev.waggle.journal", ROOM, "dev.langchain4j.agent.tool", "dev.langchain4j.data.message",
                "dev.langchain4j.exception", "dev.langchain4j.data.embedding",
                "dev.langchain4j.data.segment", "dev.langchain4j.model.chat..",
                "dev.langchain4j.model.embedding", "dev.langchain4j.model.output")
                .check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void onlyTheReaderOfTokenCountsCallsMethodsByName() {
        noClasses().that().haveNameNotMatching(".*\\.TokenUsageReader").should().dependOnClassesThat()
                .resideInAPackage("java.lang.reflect").check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
