package dev.waggle.lab.journal;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A table of SQLite with a write-ahead log. A commit ends the transaction. */
final class SqliteTable implements LineStore {

    /** Synchronous modes: the write that a commit waits for. */
    enum Synchronous {
        /** The operating system has the log; synced at checkpoints. */
        NORMAL,
        /** The disk has the log. */
        FULL
    }

    private final Connection connection;
    private final PreparedStatement insert;

    SqliteTable(Path path, Synchronous synchronous) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + path);
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode=wal");
            statement.execute("pragma synchronous=" + synchronous);
            statement.execute("create table events (seq integer primary key, line blob not null)");
        }
        connection.setAutoCommit(false);
        insert = connection.prepareStatement("insert into events (line) values (?)");
    }

    @Override
    public void append(byte[] line) throws SQLException {
        insert.setBytes(1, line);
        insert.executeUpdate();
    }

    @Override
    public void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        connection.close();
    }
}
