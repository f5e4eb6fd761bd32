package dev.waggle.journal.file;

import java.nio.file.Path;

import dev.waggle.signal.log.JournalFactory;

/** {@link FileJournal} with its defaults as the installed journal on disk. */
public final class FileJournalFactory implements JournalFactory {

    public FileJournalFactory() {}

    @Override
    public FileJournal open(Path folder) {
        return FileJournal.open(folder);
    }
}
