package dev.waggle.journal.inbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.journal.file.DiskJournals;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.ForgettingDisk;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.file.LostPower;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The power is lost at every operation of delivery facts and of their condensing. The state is the last acknowledged
 * one or a later one, and a folder that is read without being opened has the same.
 */
class LostFactsTest {

    private static final Instant NOW = Instant.parse("2026-02-06T18:50:07Z");
    private static final int FROM = 8;
    private static final int IN_BUILD = 1;
    private static final int LONG = 60;

    @TempDir
    private Path temp;

    private final ManualWorld world = new ManualWorld(NOW, 5);
    private final List<List<DeliveryFact>> states = new ArrayList<>();

    @Test
    void factsAndTheirCondensing() throws IOException {
        loseEverywhere(IN_BUILD);
    }

    @Test
    @Tag("long")
    void manyStates() throws IOException {
        loseEverywhere(LONG);
    }

    private void loseEverywhere(int each) throws IOException {
        Path live = Files.createDirectory(temp.resolve("live")).toRealPath();
        ForgettingDisk disk = ForgettingDisk.on(live);
        states.add(newRouter().snapshot());
        for (int life = 0; life < 2; life++) {
            InboxRouter router = newRouter();
            try (DeliveryFactLog facts = DeliveryFactLog.open(new DeliveryFactFolder(live.resolve("data"), disk),
                    (folder, config, given) -> DiskJournals.open(folder, config, given, disk), world, router, FROM)) {
                for (DeliveryFact fact : facts(life)) {
                    facts.appendAndApply(fact);
                    acknowledge(router, disk);
                }
                if (facts.isCondensingDue()) {
                    facts.condense();
                    disk.note("condensed");
                }
                facts.appendAndApply(new DeliveryFact.Acknowledged("ada", 1_000 + life));
                acknowledge(router, disk);
            }
        }
        assertThat(disk.notesBefore(disk.points() - 1)).filteredOn("condensed"::equals).hasSizeGreaterThanOrEqualTo(2);
        LostPower.everywhere(disk, temp, each, (state, promised) -> check(state.resolve("data"),
                promised.stream().filter(Integer.class::isInstance).mapToInt(Integer.class::cast).max().orElse(0)));
    }

    private void acknowledge(InboxRouter router, ForgettingDisk disk) {
        states.add(router.snapshot());
        disk.note(states.size() - 1);
    }

    private static List<DeliveryFact> facts(int life) {
        List<DeliveryFact> facts = new ArrayList<>();
        facts.add(new DeliveryFact.Subscribed(new Subscription("ada", "a" + life, false, true, NOW, NOW, 3)));
        facts.add(new DeliveryFact.AgentKnown("bob" + life, 2));
        for (int i = 1; i <= 24; i++) {
            facts.add(new DeliveryFact.Acknowledged("ada", 100L * life + i));
        }
        facts.add(new DeliveryFact.AllPassed(5, Set.of("ada")));
        return facts;
    }

    private void check(Path data, int acknowledged) {
        InboxRouter read = newRouter();
        List<JournalDamage> garbled = InboxReader.readFacts(new DeliveryFactFolder(data, JournalDisk.real()), read);
        assertThat(garbled).as("a line that was not forced may be wrong").noneMatch(damage -> damage.line() == 0);
        assertThat(states.subList(acknowledged, states.size())).as("looked at").contains(read.snapshot());
        InboxRouter router = newRouter();
        DeliveryFactLog.open(new DeliveryFactFolder(data, JournalDisk.real()),
                (folder, config, given) -> FileJournal.open(folder, config.withDurability(Durability.never()), given),
                world, router, FROM).close();
        assertThat(states.subList(acknowledged, states.size())).as("opened").contains(router.snapshot());
        assertThat(data.resolve("inboxes.next")).doesNotExist();
        assertThat(data.resolve("inboxes.old")).doesNotExist();
        assertThat(JournalVerification.of(data.resolve("inboxes"), _ -> {
        }).isSound()).isEqualTo(garbled.isEmpty());
    }

    private InboxRouter newRouter() {
        return new InboxRouter(InboxConfig.defaults(), world::now);
    }
}
