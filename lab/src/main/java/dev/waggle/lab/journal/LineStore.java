package dev.waggle.lab.journal;

import java.io.IOException;
import java.sql.SQLException;

/** Something that takes lines one behind the other: what the journal is measured beside. Used by one thread. */
sealed interface LineStore extends AutoCloseable permits BareFile, SqliteTable, MvTree {

    void append(byte[] line) throws IOException, SQLException;

    /** Ends what was appended so far, as durably as this store was opened to be. */
    void commit() throws IOException, SQLException;

    @Override
    void close() throws IOException, SQLException;
}
