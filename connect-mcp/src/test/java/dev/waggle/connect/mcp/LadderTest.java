package dev.waggle.connect.mcp;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.connect.mcp.server.McpServerHandle;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LadderTest {

    private static final String ADMISSION = "dev.waggle.connect.mcp.admission";
    private static final String CLIENT = "dev.waggle.connect.mcp.client";
    private static final String HTTP = "dev.waggle.connect.mcp.http";
    private static final String SERVER = "dev.waggle.connect.mcp.server";

    private static final JavaClasses MODULE = Ladder.moduleOf(McpServerHandle.class);

    @Test
    void theTwoSidesDoNotKnowEachOther() {
        Ladder.rooms(List.of(Set.of("dev.waggle.connect.mcp", ADMISSION, HTTP), Set.of(CLIENT, SERVER))).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlySignalTheJournalTheSdkAndJetty() {
        Ladder.needsOnly("java..", "javax.net.ssl", "org.jspecify.annotations", "dev.waggle.signal..",
                "dev.waggle.journal..",
                "dev.waggle.connect.mcp..", "io.modelcontextprotocol..", "org.eclipse.jetty..", "jakarta.servlet..",
                "tools.jackson..", "reactor..", "org.reactivestreams..").check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void theRuleSeesThisModule() {
        assertThatThrownBy(() -> Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.connect.mcp..")
                .check(MODULE)).isInstanceOf(AssertionError.class).hasMessageContaining("dev.waggle.signal");
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
