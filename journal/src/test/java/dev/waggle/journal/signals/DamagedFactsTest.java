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

/** Damaged delivery facts are reported, cost no more than their own content, and stay where they can be inspected. */
class DamagedFactsTest {

    private static final int FROM = 8;

    @TempDir
    Path folder;

    private RestartableService service;

    @BeforeEach
    void open() {
        service = new RestartableService(folder, InboxConfig.defaults().withCondenseFrom(FROM));
        service.subscribe("ada", "lost");
        service.subscribe("ada", "kept");
        service.subscribe("bob", "*");
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void aDamagedFactIsToldOfAndTheOthersHold() throws IOException {
        assertThat(service.inboxes().recovery().isClean()).isTrue();
        damage("\"lost\"", "\"list\"");

        assertThat(service.inboxes().recovery().damages()).hasSize(1);
        assertThat(service.inboxes().recovery().message()).contains("entry 1 cannot be read");
        assertThat(service.failures).singleElement()
                .satisfies(it -> assertThat(it).hasMessageContaining("entry 1 cannot be read")
                        .hasMessageContaining("not condensed"));
        assertThat(service.inboxes().subscriptions()).extracting(Subscription::pattern).containsExactly("kept", "*");
        service.signals.generate("lost");
        service.signals.generate("kept");
        assertThat(service.typesFor("ada")).containsExactly("kept");
        assertThat(service.typesFor("bob")).containsExactly("lost", "kept");
    }

    @Test
    void damagedFactsAreNotCondensedBecauseTheDamageWouldBeGone() throws IOException {
        damage("\"lost\"", "\"list\"");
        long before = Files.size(facts());
        for (int i = 0; i < 2 * InboxConfig.CONDENSE_FACTOR * FROM; i++) {
            service.signals.generate("kept");
            service.inbox("bob").acknowledge(service.drain("bob").getLast().entry().sequence());
        }
        service.reopen();

        assertThat(Files.size(facts())).isGreaterThan(before);
        assertThat(Files.readString(facts())).contains("\"list\"");
        assertThat(service.inboxes().recovery().damages()).hasSize(1);
    }

    /** The same history is condensed when all of it is whole. */
    @Test
    void wholeFactsAreCondensed() throws IOException {
        for (int i = 0; i < 2 * InboxConfig.CONDENSE_FACTOR * FROM; i++) {
            service.signals.generate("kept");
            service.inbox("bob").acknowledge(service.drain("bob").getLast().entry().sequence());
        }
        service.reopen();

        assertThat(Files.readAllLines(facts())).hasSizeLessThan(InboxConfig.CONDENSE_FACTOR * FROM);
    }

    @Test
    void aTornFactIsToldOf() throws IOException {
        service.signals.close();
        Files.writeString(facts(), "{\"seq\":99,", UTF_8, StandardOpenOption.APPEND);
        service.reopen();

        assertThat(service.inboxes().recovery().cutBytes()).isEqualTo(10);
        assertThat(service.failures).singleElement()
                .satisfies(it -> assertThat(it).hasMessageContaining("10 bytes were cut off"));
        assertThat(service.inboxes().subscriptions()).hasSize(3);
    }

    private void damage(String text, String by) throws IOException {
        service.signals.close();
        Files.writeString(facts(), Files.readString(facts()).replaceFirst(text, by));
        service.reopen();
    }

    private Path facts() {
        return service.data().resolve("inboxes/events.jsonl");
    }
}
