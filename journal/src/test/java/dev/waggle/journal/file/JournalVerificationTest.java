package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.journal.file.segment.SegmentFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Verifying a whole data folder. */
class JournalVerificationTest {

    @TempDir
    Path data;

    @Test
    void findsDamageInTheDeliveryFactsOfADataFolder() throws IOException {
        Journals.write(data.resolve("signals"), 2, 10);
        Journals.write(data.resolve("inboxes"), 2, 3);
        JournalVerification sound = verified();
        assertThat(sound.isSound()).isTrue();
        assertThat(sound.entries()).isEqualTo(26);
        assertThat(sound.segments()).isEqualTo(4);
        assertThat(sound.last()).isEqualTo(20);

        Path facts = SegmentFile.sealed(data.resolve("inboxes"), 1).path();
        byte[] bytes = Files.readAllBytes(facts);
        bytes[bytes.length / 2] ^= 1;
        Files.write(facts, bytes);

        assertThat(verified().damages()).extracting(JournalDamage::file).containsOnly(facts);
    }

    private JournalVerification verified() {
        return JournalVerification.of(data, _ -> {
        });
    }
}
