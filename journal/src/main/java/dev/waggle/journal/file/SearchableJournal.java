package dev.waggle.journal.file;

import java.util.List;

import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;

/** A journal that answers queries by its indexes. */
public interface SearchableJournal extends Journal {

    /** The entries that a query asks for. */
    List<LogEntry> select(JournalQuery query);
}
