package dev.waggle.journal.signals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.Subscription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Damaged delivery facts are told of, cost no more than what they said, and stay where they can be looked at. */
class DamagedFactsTest {

    private static final int FROM = 8;

    @TempDir
    Path folder;

    private Office office;

    @BeforeEach
    void open() {
        office = new Office(folder, InboxConfig.defaults().withCondenseFrom(FROM));
        office.subscribe("ada", "lost");
        office.subscribe("ada", "kept");
        office.subscribe("bob", "*");
    }

    @AfterEach
    void close() {
        office.close();
    }

    @Test
    void aDamagedFactIsToldOfAndTheOthersHold() throws IOException {
        assertThat(office.inboxes().recovery().isClean()).isTrue();
        damage("\"lost\"", "\"list\"");

        assertThat(office.inboxes().recovery().damages()).hasSize(1);
        assertThat(office.inboxes().recovery().message()).contains("entry 1 cannot be read");
        assertThat(office.failures).singleElement()
                .satisfies(it -> assertThat(it).hasMessageContaining("entry 1 cannot be read")
                        .hasMessageContaining("not condensed"));
        assertThat(office.inboxes().subscriptions()).extracting(Subscription::pattern).containsExactly("kept", "*");
        office.signals.generate("lost");
        office.signals.generate("kept");
        assertThat(office.typesFor("ada")).containsExactly("kept");
        assertThat(office.typesFor("bob")).containsExactly("lost", "kept");
    }

    @Test
    void damagedFactsAreNotCondensedBecauseTheDamageWouldBeGone() throws IOException {
        damage("\"lost\"", "\"list\"");
        long before = Files.size(facts());
        for (int i = 0; i < 2 * InboxConfig.CONDENSE_FACTOR * FROM; i++) {
            office.signals.generate("kept");
            office.inbox("bob").acknowledge(office.drain("bob").getLast().entry().sequence());
        }
        office.reopen();

        assertThat(Files.size(facts())).isGreaterThan(before);
        assertThat(Files.readString(facts())).contains("\"list\"");
        assertThat(office.inboxes().recovery().damages()).hasSize(1);
    }

    /** The same history is condensed when all of it is whole. */
    @Test
    void wholeFactsAreCondensed() throws IOException {
        for (int i = 0; i < 2 * InboxConfig.CONDENSE_FACTOR * FROM; i++) {
            office.signals.generate("kept");
            office.inbox("bob").acknowledge(office.drain("bob").getLast().entry().sequence());
        }
        office.reopen();

        assertThat(Files.readAllLines(facts())).hasSizeLessThan(InboxConfig.CONDENSE_FACTOR * FROM);
    }

    @Test
    void aTornFactIsToldOf() throws IOException {
        office.signals.close();
        Files.writeString(facts(), "{\"seq\":99,", UTF_8, StandardOpenOption.APPEND);
        office.reopen();

        assertThat(office.inboxes().recovery().cutBytes()).isEqualTo(10);
        assertThat(office.failures).singleElement()
                .satisfies(it -> assertThat(it).hasMessageContaining("10 bytes were cut off"));
        assertThat(office.inboxes().subscriptions()).hasSize(3);
    }

    private void damage(String text, String by) throws IOException {
        office.signals.close();
        Files.writeString(facts(), Files.readString(facts()).replaceFirst(text, by));
        office.reopen();
    }

    private Path facts() {
        return office.data().resolve("inboxes/events.jsonl");
    }
}
