package dev.waggle.journal.file;

import java.nio.file.Path;

import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.signal.world.World;

/** Journals on a disk of a test, for tests of other packages. */
public final class DiskJournals {

    private DiskJournals() {}

    public static FileJournal open(Path folder, JournalConfig config, World world, JournalDisk disk) {
        return FileJournal.open(folder, config, world, disk);
    }
}
