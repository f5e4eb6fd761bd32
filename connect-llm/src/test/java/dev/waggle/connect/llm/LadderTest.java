package dev.waggle.connect.llm;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String LLM = "dev.waggle.connect.llm";

    private static final JavaClasses MODULE = Ladder.moduleOf(ModelCatalog.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(List.of(Set.of(LLM + ".schema", LLM + ".family", LLM + ".endpoint"),
                Set.of(LLM + ".protocol", LLM + ".wire", LLM + ".embedding"), Set.of(LLM + ".provider"), Set.of(LLM)))
                .check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyThePortsTheJsonOfTheJournalAndTheLibrary() {
        Ladder.needsOnly("java..", "javax.net.ssl", "org.jspecify.annotations", "dev.waggle.signal..",
                "dev.waggle.swarm.harness..", "dev.waggle.journal", "dev.waggle.journal.logging",
                "dev.waggle.journal.userfile", LLM + "..",
                "dev.langchain4j..").check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
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
