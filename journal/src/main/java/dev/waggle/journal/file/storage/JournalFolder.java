package dev.waggle.journal.file.storage;

import java.nio.file.Path;

/**
 * Folder of an open journal.
 *
 * @param path its real path
 * @param disk performs every change of its files
 * @param failures collects the failures that harm no entry
 */
public record JournalFolder(Path path, JournalDisk disk, BackgroundFailures failures) {}
