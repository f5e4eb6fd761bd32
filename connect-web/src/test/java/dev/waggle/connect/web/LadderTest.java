package dev.waggle.connect.web;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String WEB = "dev.waggle.connect.web";

    private static final JavaClasses MODULE = Ladder.moduleOf(WebFetch.class);

    @Test
    void aRoomUsesOnlyTheRoomsBelowIt() {
        Ladder.rooms(List.of(Set.of(WEB + ".address"), Set.of(WEB + ".page"), Set.of(WEB))).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyItsTwoLibrariesBesideSignalAndJournal() {
        Ladder.needsOnly("java..", "javax.net.ssl", "org.jspecify.annotations", "dev.waggle.signal..",
                "dev.waggle.journal", "dev.waggle.journal.logging", WEB + "..", "org.jsoup..",
                "org.apache.hc..").check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void onlyTheFetcherAndItsPartsKnowTheHttpClient() {
        noClasses().that().haveNameNotMatching(".*\\.(HttpFetcher|SocketGroup|NetworkAccess)(\\$.*)?").should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.hc..").check(MODULE);
    }

    @Test
    void onlyTheHostResolverLooksUpNames() {
        noClasses().that().haveNameNotMatching(".*\\.HostResolver(\\$.*)?").should()
                .callMethod("java.net.InetAddress", "getByName", String.class.getName()).orShould()
                .callMethod("java.net.InetAddress", "getAllByName", String.class.getName()).check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
